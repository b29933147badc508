import Papa from 'papaparse';
import type { Alignment } from '../contract/index.ts';

/**
 * A table with the source words in the first row and the target words in the first column; `parseAlignmentText` reads the same
 * words and numbers back. Words are always quoted, so that one that is a number or a delimiter stays a word. It begins
 * with a byte-order mark, without which spreadsheets take "é" for two letters.
 */
export function toCsv({ source, target, weights }: Alignment): string {
  const rows: (string | number)[][] = [['', ...source]];
  for (const [row, label] of target.entries()) {
    rows.push([label, ...weights.subarray(row * source.length, (row + 1) * source.length)]);
  }
  return `\uFEFF${Papa.unparse(rows, { newline: '\r\n', quotes: (value) => typeof value === 'string' })}\r\n`;
}

/** One alignment as `{ source, target, weights }`, several as a list of those; one row of weights a line. */
export function toJson(alignments: readonly Alignment[]): string {
  const [first] = alignments;
  const text = first && alignments.length === 1 ? objectText(first) : `[\n${alignments.map(objectText).join(',\n')}\n]`;
  return `${text}\n`;
}

function objectText({ source, target, weights }: Alignment): string {
  const rows = target.map((_, row) =>
    JSON.stringify(Array.from(weights.subarray(row * source.length, (row + 1) * source.length))),
  );
  return [
    '{',
    `  "source": ${JSON.stringify(source)},`,
    `  "target": ${JSON.stringify(target)},`,
    `  "weights": [\n    ${rows.join(',\n    ')}\n  ]`,
    '}',
  ].join('\n');
}
