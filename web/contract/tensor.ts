import type { FloatArray } from './float-array.ts';

/** Numbers in a box of any rank: `data` is row-major, the last axis runs fastest. Rank 0, shape [], is one number. */
export interface Tensor<A extends FloatArray = FloatArray> {
  readonly shape: readonly number[];
  readonly data: A;
}

/** How many numbers a shape holds. */
export function countOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** For sentences: `[2, 3]`. */
export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(', ')}]`;
}
