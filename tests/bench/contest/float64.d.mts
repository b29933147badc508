import type { Work } from './works.d.mts';

type Size = Pick<Work, 'kind' | 'headCount' | 'count' | 'dim' | 'isCausal' | 'rowStep'>;

export declare function expectedOf(work: Size, inputs: Readonly<Record<string, Float32Array>>): Float64Array;
export declare function largestError(
  work: Omit<Size, 'isCausal'>,
  given: ArrayLike<number> | undefined,
  expected: Float64Array,
): number;
