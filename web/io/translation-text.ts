import { alignmentLimits, type Alignment } from '../contract/index.ts';
import { fitLabels } from './fit-labels.ts';
import { parseNumber } from './number-text.ts';
import { shortened, type ImportedText, type ImportNote, type ImportProblem } from './problem.ts';

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
export function parseTranslationText(text: string): ImportedText | ImportProblem {
  const blocks = blocksOf(text);
  if (!Array.isArray(blocks)) return blocks;
  const limit = alignmentLimits.maxSentences;
  if (blocks.length > limit) return { code: 'tooManyAlignments', sentences: blocks.length, limit };

  const alignments: Alignment[] = [];
  const notes: ImportNote[] = [];
  for (const [index, block] of blocks.entries()) {
    const rows = numbersOf(block.lines, index + 1);
    if ('code' in rows) return rows;
    const [, target = '', , source = ''] = block.header.split(separator);
    const fitted = fitLabels({ rows, target: wordsOf(target), source: wordsOf(source) }, index + 1);
    if ('code' in fitted) return fitted;
    alignments.push(fitted.alignment);
    notes.push(...fitted.notes);
  }
  const hasEnd = notes.some(({ code }) => code === 'endOfSentence');
  return { format: hasEnd ? 'nematus' : 'opennmt', alignments, notes };
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

function numbersOf(lines: readonly string[], sentence: number): number[][] | ImportProblem {
  const rows: number[][] = [];
  for (const [rowIndex, line] of lines.entries()) {
    const row: number[] = [];
    for (const [columnIndex, text] of wordsOf(line).entries()) {
      const number = parseNumber(text);
      if (!number)
        return { code: 'cellNotANumber', sentence, row: rowIndex + 1, column: columnIndex + 1, text: shortened(text) };
      row.push(number.value);
    }
    const expectedCells = rows[0]?.length ?? row.length;
    if (row.length !== expectedCells) {
      return { code: 'raggedRow', sentence, row: rowIndex + 1, cells: row.length, expectedCells };
    }
    rows.push(row);
  }
  return rows;
}

function wordsOf(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}
