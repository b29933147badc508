import type { ImportedSentence } from '../contract/index.ts';

/** What the preview draws: weights, whatever was brought. */
export interface ImportPreview {
  readonly rows: number;
  readonly columns: number;
  /** [rows, columns]; a row that sees nothing is zeros. */
  readonly weights: Float64Array;
  /** [rows, columns] 1 where a key is hidden. */
  readonly hidden: Uint8Array;
}

export function importPreview(sentence: ImportedSentence): ImportPreview {
  const [rows, columns] = [sentence.target.length, sentence.source.length];
  if ('weights' in sentence)
    return { rows, columns, weights: sentence.weights, hidden: new Uint8Array(rows * columns) };
  const weights = sentence.scores.slice();
  for (let start = 0; start < weights.length; start += columns)
    softmaxInPlace(weights.subarray(start, start + columns));
  return { rows, columns, weights, hidden: Uint8Array.from(sentence.scores, (score) => (score === -Infinity ? 1 : 0)) };
}

function softmaxInPlace(row: Float64Array): void {
  let largest = -Infinity;
  for (const score of row) largest = Math.max(largest, score);
  if (largest === -Infinity) {
    row.fill(0);
    return;
  }
  let sum = 0;
  for (let index = 0; index < row.length; index++) {
    row[index] = Math.exp(row[index] - largest);
    sum += row[index];
  }
  for (let index = 0; index < row.length; index++) row[index] /= sum;
}
