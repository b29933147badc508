import type { Sentence } from '../../../web/model/scene.ts';

/** The weights that one step's scores give: the few lines of mathematics, independent of any engine. */
export function softmaxRow({ scores, source }: Sentence, step: number): number[] {
  const row = Array.from(scores.subarray(step * source.length, (step + 1) * source.length));
  const largest = Math.max(...row);
  const exponentials = row.map((score) => Math.exp(score - largest));
  const sum = exponentials.reduce((total, exponential) => total + exponential, 0);
  return exponentials.map((exponential) => exponential / sum);
}

export function largestIndex(row: readonly number[]): number {
  return row.indexOf(Math.max(...row));
}
