import type { Work } from './works.d.mts';

export declare function inputsOf(
  work: Pick<Work, 'kind' | 'headCount' | 'count' | 'dim'>,
): Record<string, Float32Array>;
