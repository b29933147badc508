import { tensorOf, type FileTensor } from './arrays/file-tensor.ts';
import { importLimits } from './arrays/import-limits.ts';
import type { Parsed } from './arrays/parsed-file.ts';
import { parseNumber } from './number-text.ts';
import { shortened } from './problem.ts';

const separator = '|||';

/** True for a translation with its soft alignment behind it, as Marian writes it: `das Haus ||| 0.9,0.1 0.2,0.8`. */
export function isMarianLine(line: string): boolean {
  return alignmentField(line) !== null;
}

/**
 * The output of Marian's `--alignment soft`: a sentence a line, and for each target word a group of weights, one for each source
 * word. Source words are not in it. Marian aligns the end of the sentence too, on both sides. In lists of the n best the
 * translation stands behind a number.
 */
export function parseMarianText(text: string): Parsed {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const limit = importLimits.maxArrays;
  if (lines.length > limit) return { code: 'tooManyArrays', arrays: lines.length, limit };
  const tensors: FileTensor[] = [];
  for (const [index, line] of lines.entries()) {
    const sentence = index + 1;
    const groups = alignmentField(line);
    if (!groups) return { code: 'badHeaderLine', line: sentence, text: shortened(line) };
    const expectedCells = groups[0].length;
    const numbers = new Float64Array(groups.length * expectedCells);
    for (const [row, cells] of groups.entries()) {
      if (cells.length !== expectedCells) {
        return { code: 'raggedRow', sentence, row: row + 1, cells: cells.length, expectedCells };
      }
      for (const [column, cell] of cells.entries()) {
        const number = parseNumber(cell);
        if (!number)
          return { code: 'cellNotANumber', sentence, row: row + 1, column: column + 1, text: shortened(cell) };
        numbers[row * expectedCells + column] = number.value;
      }
    }
    const query = wordsOf(line);
    const shape = [groups.length, expectedCells];
    tensors.push(tensorOf(String(sentence), shape, numbers, { axes: ['query', 'key'], words: { query, key: null } }));
  }
  return { format: 'marian', tensors, wordLists: [], notes: [] };
}

/** The groups of the first field behind a translation that is made of them. */
function alignmentField(line: string): string[][] | null {
  const fields = line.split(separator).slice(1);
  for (const field of fields) {
    const groups = field
      .trim()
      .split(/\s+/)
      .map((group) => group.split(','));
    if (groups[0].length > 1 && groups.every((cells) => cells.every((cell) => /^[\d.eE+-]+$/.test(cell))))
      return groups;
  }
  return null;
}

function wordsOf(line: string): string[] {
  const [first = '', second = ''] = line.split(separator);
  // In lists of the n best the first field is the sentence's number.
  const isNumbered = /^\s*\d+\s*$/.test(first) && line.split(separator).length > 2;
  return (isNumbered ? second : first).trim().split(/\s+/);
}
