import {
  countOf,
  type AttentionInput,
  type FloatArray,
  type Precision,
  type Tensor,
} from '../../../web/contract/index.ts';
import { floats } from '../inputs.ts';

/** Numbers for ∂L/∂result, so that every number of the result has a say of its own in L. */
export function seed(precision: Precision, shape: readonly number[], phase: number): Tensor {
  const numbers = Array.from({ length: countOf(shape) }, (_, index) => Math.fround(Math.cos(phase + 1.9 * index)));
  return { shape, data: floats(precision, numbers) };
}

/** An attribute as a tensor [], so that it can be moved like one. */
export function numberField(number: number): Tensor {
  return { shape: [], data: Float64Array.of(number) };
}

export function numberOf(field: unknown): number {
  return (field as Tensor).data[0];
}

/**
 * Near vectors of length 0 a cosine bends without bound, and a difference is no slope. Their first numbers moved away
 * from 0, where it is.
 */
export function lengthened<A extends FloatArray>(vectors: A, dim: number): A {
  return vectors.map((x: number, index: number) => (index % dim > 0 ? x : x < 0 ? x - 0.5 : x + 0.5)) as A;
}

/** The input, its vectors lengthened where their cosine is the score. */
export function smoothed(input: AttentionInput): AttentionInput {
  const { score } = input;
  if (score.scoreFunction !== 'cosine') return input;
  const { queries, keys, queryDim, keyDim } = score;
  return { ...input, score: { ...score, queries: lengthened(queries, queryDim), keys: lengthened(keys, keyDim) } };
}

/** Whether no vector along the last axis is near 0. */
export function haveLength(...tensors: readonly (Tensor | undefined)[]): boolean {
  return tensors.every((tensor) => !tensor || hasLength(tensor.data, tensor.shape[tensor.shape.length - 1]));
}

function hasLength(vectors: FloatArray, dim: number): boolean {
  for (let start = 0; start < vectors.length; start += dim) {
    if (Math.hypot(...vectors.subarray(start, start + dim)) < 0.3) return false;
  }
  return true;
}

/** Every number of these rows, counted along the first axis of a matrix, replaced. */
export function withRows({ shape, data }: Tensor, rows: readonly number[], filling: number): Tensor {
  return {
    shape,
    data: data.map((number: number, index: number) => (rows.includes(Math.floor(index / shape[1])) ? filling : number)),
  };
}

/** 0 and −0 are the same gradient. */
export function withoutSigns(result: object): Record<string, Tensor> {
  return Object.fromEntries(
    Object.entries(result as Record<string, Tensor>).map(([name, { shape, data }]) => [
      name,
      { shape, data: data.map((number: number) => number + 0) },
    ]),
  );
}
