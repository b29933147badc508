import type { FusedAttentionRequest, Tensor } from '../../contract/index.ts';
import type { Workload } from './workload.ts';

/** The numbers of the input in view, where they are what is timed. */
export interface GivenVectors {
  readonly queries: Float64Array;
  readonly keys: Float64Array;
  readonly values: Float64Array;
  readonly W: Float64Array;
  readonly W_q: Float64Array;
  readonly W_k: Float64Array;
  readonly v: Float64Array;
}

/** A call of this size: of the given numbers, or of such as repeat nowhere and stay small enough for a softmax. */
export function requestOf(workload: Workload, given?: GivenVectors): FusedAttentionRequest<Float32Array> {
  const { scoreFunction, queryCount, keyCount, keyDim, valueDim, attentionDim } = workload;
  const tensor = (name: keyof GivenVectors, seed: number, ...shape: number[]): Tensor<Float32Array> => {
    const length = shape.reduce((product, size) => product * size, 1);
    const size = 1 / Math.sqrt(keyDim);
    const data = given
      ? Float32Array.from(given[name])
      : Float32Array.from({ length }, (_, i) => size * (Math.sin(seed + i * 0.37) + Math.cos(i * 0.113)));
    return { shape, data };
  };
  return {
    scoreFunction,
    queries: tensor('queries', 1, queryCount, keyDim),
    keys: tensor('keys', 2, keyCount, keyDim),
    values: tensor('values', 3, keyCount, valueDim),
    ...(scoreFunction === 'bilinear' && { W: tensor('W', 4, keyDim, keyDim) }),
    ...(scoreFunction === 'additive' && {
      W_q: tensor('W_q', 5, keyDim, attentionDim),
      W_k: tensor('W_k', 6, keyDim, attentionDim),
      v: tensor('v', 7, attentionDim),
    }),
  };
}
