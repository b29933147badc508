import { matrixOf, rowsOf, type AttentionExport, type ExportedArray, type Matrix } from './attention-export.ts';
import { numberText } from './number-text.ts';

/** One array as a table: words of the keys in the first row, or c1, c2 … of a context, words of the queries in the first column. */
export function toCsv(exported: AttentionExport, name: ExportedArray): string {
  const { queryTokens, keyTokens } = exported;
  const matrix = matrixOf(exported, name);
  const head = name === 'context' ? Array.from({ length: matrix.columns }, (_, index) => `c${index + 1}`) : keyTokens;
  return tableText(matrix, queryTokens, head);
}

/**
 * Words are always quoted, so that one that is a number or a delimiter stays a word. The text begins with a byte-order mark, without
 * which spreadsheets take "é" for two letters.
 */
export function tableText(matrix: Matrix, rowWords: readonly string[], columnWords: readonly string[]): string {
  const lines = [
    ['', ...columnWords].map(quoted),
    ...rowsOf(matrix).map((row, index) => [quoted(rowWords[index]), ...Array.from(row, numberText)]),
  ];
  return `\uFEFF${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
