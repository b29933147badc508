import Papa from 'papaparse';
import { tensorOf } from './arrays/file-tensor.ts';
import type { Parsed, ParsedFile } from './arrays/parsed-file.ts';
import type { NumberTable } from './fit-labels.ts';
import { parseNumber } from './number-text.ts';
import { shortened, type ImportNote, type ImportProblem } from './problem.ts';

/** Before the comma those beside which a comma may be the decimal sign. */
const delimiters = ['\t', ';', ','] as const;
type Delimiter = (typeof delimiters)[number] | ' ';

/**
 * A table of numbers, rows are target words. The first row may hold the source words and the first column the target words;
 * an empty corner says that both do. Delimiter, decimal comma and quotes are found out: the first delimiter under which
 * every row has the same number of cells, and numbers in them, is taken; without any, columns are parted by spaces.
 */
export function parseCsv(text: string): Parsed {
  const present = delimiters.filter((delimiter) => text.includes(delimiter));
  let problem: ImportProblem | null = null;
  for (const delimiter of present.length > 0 ? present : ([' '] as const)) {
    const result = parseWith(delimiter, text);
    if (!('code' in result)) return result;
    // Quotes look wrong under every delimiter but the right one, so any other problem says more.
    if (!problem || problem.code === 'badQuotes') problem = result;
  }
  return !problem || problem.code === 'emptyMatrix' || !/\d/.test(text) ? { code: 'unknownFormat' } : problem;
}

function parseWith(delimiter: Delimiter, text: string): ParsedFile | ImportProblem {
  const cells = cellsOf(text, delimiter);
  if ('code' in cells) return cells;
  const notes: ImportNote[] = [];
  const { rows, isDropped } = withoutEmptyLastColumn(cells);
  if (isDropped) notes.push({ code: 'emptyColumnDropped' });

  const table = tableOf(rows);
  if ('code' in table) return table;
  if (table.hasDecimalComma) notes.push({ code: 'decimalComma' });
  const { rows: height, columns, numbers, target, source } = table;
  if (height === 0 || columns === 0) return { code: 'emptyMatrix', sentence: 1 };
  const tensor = tensorOf('', [height, columns], numbers, {
    axes: ['query', 'key'],
    words: { query: target, key: source },
  });
  return { format: 'csv', tensors: [tensor], wordLists: [], notes };
}

function cellsOf(text: string, delimiter: Delimiter): string[][] | ImportProblem {
  // Aligned columns, as numpy.savetxt and R print them, are parted by runs of spaces.
  const tidied = delimiter === ' ' ? text.replace(/^ +| +$/gm, '').replace(/ +/g, ' ') : text;
  const { data, errors } = Papa.parse<string[]>(tidied, { delimiter });
  const quoteError = errors.find(({ type }) => type === 'Quotes');
  if (quoteError) return { code: 'badQuotes', row: (quoteError.row ?? 0) + 1 };
  return data.filter((row) => row.length > 1 || row[0]?.trim() !== '');
}

function withoutEmptyLastColumn(rows: string[][]): { rows: string[][]; isDropped: boolean } {
  const isDropped = rows.every((row) => row.length > 1 && row.at(-1)?.trim() === '');
  return { rows: isDropped ? rows.map((row) => row.slice(0, -1)) : rows, isDropped };
}

function tableOf(rows: string[][]): (NumberTable & { readonly hasDecimalComma: boolean }) | ImportProblem {
  const first = rows[0] ?? [];
  const hasCorner = first[0]?.trim() === '';
  // Most cells, not any: a stray text among numbers is to be named, not taken for the words.
  const hasHeader = hasCorner || first.filter(isWord).length > first.length / 2;
  const body = hasHeader ? rows.slice(1) : rows;
  const width = body[0]?.length ?? first.length;
  // R writes no corner cell: its header is one cell shorter than the rows.
  const isShortHeader = hasHeader && !hasCorner && first.length === width - 1;
  const hasRowLabels = hasCorner || isShortHeader || body.some(([cell = '']) => isWord(cell));
  if (hasHeader && !isShortHeader && first.length !== width) return ragged(2, width, first.length);

  const numbers: number[] = [];
  let hasDecimalComma = false;
  const labelColumns = hasRowLabels ? 1 : 0;
  for (const [index, row] of body.entries()) {
    const fileRow = index + 1 + (hasHeader ? 1 : 0);
    if (row.length !== width) return ragged(fileRow, row.length, width);
    for (const [column, text] of row.entries()) {
      if (column < labelColumns) continue;
      const number = parseNumber(text);
      if (!number)
        return { code: 'cellNotANumber', sentence: 1, row: fileRow, column: column + 1, text: shortened(text) };
      hasDecimalComma ||= number.hasDecimalComma;
      numbers.push(number.value);
    }
  }
  return {
    rows: body.length,
    columns: width - labelColumns,
    numbers: Float64Array.from(numbers),
    target: hasRowLabels ? body.map(([label = '']) => label) : null,
    source: hasHeader ? first.slice(isShortHeader ? 0 : labelColumns) : null,
    hasDecimalComma,
  };
}

function isWord(text: string): boolean {
  return text.trim() !== '' && parseNumber(text) === null;
}

function ragged(row: number, cells: number, expectedCells: number): ImportProblem {
  return { code: 'raggedRow', sentence: 1, row, cells, expectedCells };
}
