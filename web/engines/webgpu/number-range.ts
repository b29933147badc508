import type {
  FusedAttentionRequest,
  FusedAttentionShape,
  Tensor,
  WeightTileRequest,
  WeightTileShape,
} from '../../contract/index.ts';

/**
 * WGSL may assume that no number is NaN or infinite, and devices may take numbers below 10⁻³⁸ for 0. Kernels so get
 * nothing that comes near: these bounds leave room for every product and sum on the way.
 */
const largestScore = 1e36;
const largestSum = 1e37;
const largestProjection = 1e30;
const largestScale = 1e6;
/** Of an additive mask. Finite numbers that are lower hide in fact, but are what is left in rows of nothing else. */
const largestAdded = 1e30;
/** Of what a mask adds to all that a query sees: more takes digits of the scores that softmax, to which it is nothing, keeps. */
const largestInCommon = 256;
/** Pairs whose scores are summed before the sum is taken out of float32. */
const largestPairs = 1e6;
/** Of the largest value; rounding is as much as a denormal then. */
const smallestValue = 1e-25;

type Scored = Pick<
  FusedAttentionRequest<Float32Array>,
  'queries' | 'keys' | 'scoreFunction' | 'scale' | 'W' | 'W_q' | 'W_k' | 'v' | 'additiveMask'
>;
type ScoredShape = Pick<FusedAttentionShape, 'queryDim' | 'keyDim' | 'attentionDim'>;

/** Whether float32 without infinities holds every number on the way of this request. One look at each of its numbers. */
export function fusedAttentionFits(request: FusedAttentionRequest<Float32Array>, shape: FusedAttentionShape): boolean {
  const value = largestIn(request.values.data);
  // Written so that NaN is false, here and below.
  if (!(value * shape.keyCount <= largestSum) || (value > 0 && value < smallestValue)) return false;
  return scoresFit(request, shape, largestScore) && scoresKeepDigits(request);
}

/** The same, for a tile, where scores are summed and log-sum-exp comes from outside. */
export function weightTileFits(request: WeightTileRequest<Float32Array>, shape: WeightTileShape): boolean {
  const isKnown = request.logSumExp?.data.every((number) => number === -Infinity || Math.abs(number) <= largestScore);
  return isKnown !== false && scoresFit(request, shape, largestScore / largestPairs);
}

function scoresFit(request: Scored, { queryDim, keyDim, attentionDim }: ScoredShape, most: number): boolean {
  const { scoreFunction = 'scaledDot', scale = 1, queries, keys, W, W_q, W_k, v, additiveMask } = request;
  const [query, key] = [largestIn(queries.data), largestIn(keys.data)];
  const project = (largest: number, matrix: Tensor<Float32Array> | undefined, width: number): number => {
    const projected = largest * (matrix ? largestIn(matrix.data) * width : 1);
    return matrix && !(projected <= largestProjection) ? Infinity : projected;
  };
  const boundOf = {
    dot: () => query * key * keyDim,
    scaledDot: () => query * key * keyDim,
    bilinear: () => project(query, W, queryDim) * key * keyDim,
    additive: () =>
      Math.max(project(query, W_q, queryDim), project(key, W_k, keyDim)) <= largestProjection
        ? largestIn(v!.data) * attentionDim
        : Infinity,
  };
  const size = Math.abs(scale);
  if (!(size <= largestScale) || !(boundOf[scoreFunction]() * Math.max(1, size) <= most)) return false;
  return additiveMask?.data.every((number) => number === -Infinity || Math.abs(number) <= largestAdded) ?? true;
}

/** In a row of numbers that are all far, none tells the scores apart; where one is near, the far ones count for nothing. */
function scoresKeepDigits({ additiveMask }: FusedAttentionRequest<Float32Array>): boolean {
  if (!additiveMask) return true;
  const { data, shape } = additiveMask;
  const width = shape[shape.length - 1];
  for (let start = 0; start < data.length; start += width) {
    let largest = -Infinity;
    for (let i = start; i < start + width; i++) largest = Math.max(largest, data[i]);
    if (largest !== -Infinity && Math.abs(largest) > largestInCommon) return false;
  }
  return true;
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
