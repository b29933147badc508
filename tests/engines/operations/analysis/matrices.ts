import fc from 'fast-check';
import type { FloatArray, Precision, Tensor } from '../../../../web/contract/index.ts';
import { floats } from '../../inputs.ts';
import { parts, tensors } from '../tensors.ts';

export const size = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });

/** [rowCount, columnCount] of everyday numbers. */
export function matrices(
  precision: Precision,
  rowCount: number,
  columnCount: number,
  numbers: fc.Arbitrary<number> = parts,
): fc.Arbitrary<Tensor> {
  return tensors(precision, fc.constant([rowCount, columnCount]), numbers);
}

export function vectors(
  precision: Precision,
  count: number,
  numbers: fc.Arbitrary<number> = parts,
): fc.Arbitrary<Tensor> {
  return tensors(precision, fc.constant([count]), numbers);
}

/** Rows of weights that sum to 1 up to rounding; one in four weights is 0 before that, and never all of a row. */
export function distributions(precision: Precision, shape: readonly number[]): fc.Arbitrary<Tensor> {
  const width = shape[shape.length - 1];
  const weight = fc.oneof({ weight: 3, arbitrary: fc.double({ min: 0.01, max: 1, noNaN: true }) }, fc.constant(0));
  return tensors('float64', fc.constant(shape), weight).map(({ data }) => {
    const rows = rowsOf({ shape: [data.length / width, width], data });
    const normalized = rows.map((row) => {
      const sum = sumOf(row);
      return sum === 0 ? row.map((_, i) => (i === 0 ? 1 : 0)) : row.map((each) => each / sum);
    });
    return { shape, data: floats(precision, normalized.flat()) };
  });
}

export function tensor(precision: Precision, shape: readonly number[], numbers: readonly number[]): Tensor {
  return { shape, data: floats(precision, numbers) };
}

/** The rows along the last axis. */
export function rowsOf({ shape, data }: Tensor): number[][] {
  const width = shape[shape.length - 1] ?? 1;
  return Array.from({ length: data.length / width }, (_, row) =>
    Array.from(data.subarray(row * width, (row + 1) * width)),
  );
}

export function sumOf(numbers: readonly number[] | FloatArray): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

/** Σ weight · row; a weight of 0 adds 0. */
export function mixtureOf(weights: readonly number[], rows: readonly (readonly number[])[]): number[] {
  return rows[0].map((_, j) => rows.reduce((sum, row, i) => (weights[i] === 0 ? sum : sum + weights[i] * row[j]), 0));
}

export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((x, j) => x - b[j]));
}

export function softmaxOf(logits: readonly number[]): number[] {
  const largest = Math.max(...logits);
  const exponentials = logits.map((logit) => Math.exp(logit - largest));
  return exponentials.map((each) => each / sumOf(exponentials));
}
