import { countOf, type AttentionInput, type Precision, type Tensor } from '../../../web/contract/index.ts';
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
 * Near vectors of length 0 a cosine bends without bound, and near equal scores of a tiny temperature a softmax does:
 * inputs away from there, where a difference is a slope.
 */
export function isSmooth({ score }: AttentionInput): boolean {
  if (score.scoreFunction !== 'cosine') return true;
  return [score.queries, score.keys].every((vectors) => {
    for (let start = 0; start < vectors.length; start += score.keyDim) {
      if (Math.hypot(...vectors.subarray(start, start + score.keyDim)) < 0.3) return false;
    }
    return true;
  });
}
