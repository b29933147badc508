import type { AttentionInput, AttentionMask, FloatArray, Precision } from '../../web/contract/index.ts';

export const precisions: readonly Precision[] = ['float64', 'float32'];

export function floats(precision: Precision, numbers: Iterable<number>): FloatArray {
  return precision === 'float64' ? Float64Array.from(numbers) : Float32Array.from(numbers);
}

/** What a hand-written example gives; row-major lists of rows. */
interface GivenScores {
  readonly scores: readonly (readonly number[])[];
  readonly values: readonly (readonly number[])[];
  readonly mask?: AttentionMask;
  readonly additiveMask?: readonly (readonly number[])[];
  readonly temperature?: number;
}

export function givenInput(
  { scores, values, mask, additiveMask, temperature }: GivenScores,
  precision: Precision = 'float64',
): AttentionInput {
  return {
    queryCount: scores.length,
    keyCount: values.length,
    valueDim: values[0].length,
    values: floats(precision, values.flat()),
    score: { scoreFunction: 'given', scores: floats(precision, scores.flat()) },
    mask,
    additiveMask: additiveMask && floats(precision, additiveMask.flat()),
    temperature,
  };
}

/** One row of scores over values that only show the weights again: an identity matrix. */
export function oneRow(
  scores: readonly number[],
  options: Omit<GivenScores, 'scores' | 'values'> = {},
  precision: Precision = 'float64',
): AttentionInput {
  const values = scores.map((_, i) => scores.map((_, j) => (i === j ? 1 : 0)));
  return givenInput({ ...options, scores: [scores], values }, precision);
}
