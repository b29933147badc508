import { tensorOf, type FileTensor } from './arrays/file-tensor.ts';
import { importLimits } from './arrays/import-limits.ts';
import type { Parsed } from './arrays/parsed-file.ts';
import { parseNumber } from './number-text.ts';
import { shortened, type ImportProblem } from './problem.ts';

const separator = '|||';

/** True for the first line of a block: `id ||| target ||| score ||| source ||| sizes`. The score keeps words that are `|||` out. */
export function isHeaderLine(line: string): boolean {
  const fields = line.split(separator);
  return fields.length >= 4 && parseNumber(fields[2]) !== null;
}

/**
 * The text that OpenNMT and Nematus write: a header line, then one line of numbers for each target word (columns are source
 * words), blocks parted by a blank line. The target stands before the source in the header. Nematus has one row and one column
 * more than words, for the end of the sentence; by that the two are told apart.
 */
export function parseTranslationText(text: string): Parsed {
  const blocks = blocksOf(text);
  if (!Array.isArray(blocks)) return blocks;
  const limit = importLimits.maxArrays;
  if (blocks.length > limit) return { code: 'tooManyArrays', arrays: blocks.length, limit };

  const tensors: FileTensor[] = [];
  let hasEnd = false;
  for (const [index, block] of blocks.entries()) {
    const matrix = numbersOf(block.lines, index + 1);
    if ('code' in matrix) return matrix;
    const [id = '', target = '', , source = ''] = block.header.split(separator);
    const words = { query: wordsOf(target), key: wordsOf(source) };
    hasEnd ||= matrix.shape[0] === words.query.length + 1 || matrix.shape[1] === words.key.length + 1;
    tensors.push(tensorOf(id.trim(), matrix.shape, matrix.numbers, { axes: ['query', 'key'], words }));
  }
  return { format: hasEnd ? 'nematus' : 'opennmt', tensors, wordLists: [], notes: [] };
}

interface Block {
  readonly header: string;
  readonly lines: string[];
}

function blocksOf(text: string): Block[] | ImportProblem {
  const blocks: Block[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (isHeaderLine(line)) blocks.push({ header: line, lines: [] });
    else if (line.trim() === '') continue;
    else if (blocks.length === 0) return { code: 'badHeaderLine', line: index + 1, text: shortened(line) };
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}

function numbersOf(
  lines: readonly string[],
  sentence: number,
): { readonly shape: readonly number[]; readonly numbers: Float64Array } | ImportProblem {
  const numbers: number[] = [];
  let expectedCells = 0;
  for (const [rowIndex, line] of lines.entries()) {
    const cells = wordsOf(line);
    if (rowIndex === 0) expectedCells = cells.length;
    for (const [columnIndex, text] of cells.entries()) {
      const number = parseNumber(text);
      if (!number)
        return { code: 'cellNotANumber', sentence, row: rowIndex + 1, column: columnIndex + 1, text: shortened(text) };
      numbers.push(number.value);
    }
    if (cells.length !== expectedCells) {
      return { code: 'raggedRow', sentence, row: rowIndex + 1, cells: cells.length, expectedCells };
    }
  }
  return { shape: [lines.length, expectedCells], numbers: Float64Array.from(numbers) };
}

function wordsOf(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}
