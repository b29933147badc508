import type { FusedAttentionRequest, FusedAttentionShape } from '../../contract/index.ts';

/**
 * WGSL may assume that no number is NaN or infinite, and devices may take numbers below 10⁻³⁸ for 0. Kernels so get
 * nothing that comes near: these bounds leave room for every product and sum on the way.
 */
const largestScore = 1e36;
const largestSum = 1e37;
const largestProjection = 1e30;
const largestScale = 1e6;
/** Finite numbers of an additive mask that are lower hide in fact, but leave numbers behind in rows of nothing else. */
const lowestAdded = -1e30;
/** Of the largest value; rounding is as much as a denormal then. */
const smallestValue = 1e-25;

/** Whether float32 without infinities holds every number on the way of this request. One look at each of its numbers. */
export function fitsGpuNumbers(
  request: Omit<FusedAttentionRequest<Float32Array>, 'values'> & { readonly values?: { readonly data: Float32Array } },
  {
    queryDim,
    keyDim,
    keyCount,
    attentionDim,
  }: Pick<FusedAttentionShape, 'queryDim' | 'keyDim' | 'keyCount' | 'attentionDim'>,
): boolean {
  const { scoreFunction = 'scaledDot', scale = 1, queries, keys, values, W, W_q, W_k, v, additiveMask } = request;
  if (Math.abs(scale) > largestScale) return false;
  const factor = Math.max(1, Math.abs(scale));
  const [query, key] = [largestIn(queries.data), largestIn(keys.data)];
  const most = scoreFunction === 'additive' ? additiveBound() : productBound();
  // Written so that NaN is false.
  if (!(most <= largestScore)) return false;
  if (values) {
    const value = largestIn(values.data);
    if (!(value * keyCount <= largestSum) || (value > 0 && value < smallestValue)) return false;
  }
  return additiveMask?.data.every((number) => number === -Infinity || Math.abs(number) <= -lowestAdded) ?? true;

  function productBound(): number {
    const projected = W ? query * largestIn(W.data) * queryDim : query;
    return W && !(projected <= largestProjection) ? Infinity : projected * key * keyDim * factor;
  }

  function additiveBound(): number {
    const projected = Math.max(query * largestIn(W_q!.data) * queryDim, key * largestIn(W_k!.data) * keyDim);
    return projected <= largestProjection ? largestIn(v!.data) * attentionDim * factor : Infinity;
  }
}

/** The largest absolute value; NaN or Infinity if there is one. */
export function largestIn(numbers: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < numbers.length; i++) {
    const size = Math.abs(numbers[i]);
    if (size <= largest) continue;
    if (Number.isNaN(size)) return size;
    largest = size;
  }
  return largest;
}
