import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { limits } from '../limits.ts';
import { checkFinite, checkRank, checkShape } from './checks.ts';
import { checkWeights } from './distribution-checks.ts';
import { checkMost } from './size-checks.ts';

/** Up to this many words the farthest weights are found for certain. */
export const exactSearchCount = 10;

/**
 * Are the weights the explanation? Other weights β with the same context, as far from the given α as they get:
 *
 *   maximise ½ Σ |β − α| over β ≥ 0, Σ β = Σ α, Σ β value = Σ α value
 *
 * They exist where keyCount > valueDim + 1, and with values in special position already before; never where the context
 * is a corner of the hull. (Jain, Wallace 2019, "Attention is not explanation", ask this of trained models.)
 *
 * The distance is Σ (β − α) over the words that gain, so that for each set of gainers the farthest weights solve a linear
 * programme: maximise Σ β over the set (simplex method with Bland's rule, 1977). Up to exactSearchCount words all sets
 * are tried. Beyond, the search starts from each single word and from each word left out, repeats with the gainers it
 * found, and then exchanges single words as long as that helps: of eleven words at random it finds the farthest weights
 * three times in four, and never less than nine tenths of their distance.
 *
 * keyCount ≤ 128, valueDim ≤ 4096.
 */
export interface SameContextWeightsRequest<A extends FloatArray = FloatArray> {
  /** [keyCount] finite, 0 or more */
  readonly weights: Tensor<A>;
  /** [keyCount, valueDim] finite */
  readonly values: Tensor<A>;
}

export interface SameContextWeightsResult<A extends FloatArray = FloatArray> {
  /** [keyCount] β; the given weights where isUnique */
  readonly weights: Tensor<A>;
  /** [] ½ Σ |β − α|, the total variation */
  readonly distance: Tensor<A>;
  /** [] 1 where no other weights have the context */
  readonly isUnique: Tensor<A>;
  /** [] 1 where none are farther for certain */
  readonly isFarthest: Tensor<A>;
  /** [valueDim] Σ α value */
  readonly context: Tensor<A>;
  /** [] largest |Σ β value − Σ α value|: rounding */
  readonly contextError: Tensor<A>;
}

/** The same number as in wasm/include/attn/same_context_weights.hpp. */
export const maxSameContextKeyCount = 128;

export function validateSameContextWeights({ weights, values }: SameContextWeightsRequest): void {
  checkRank('values', values, 2, 2);
  const [keyCount, valueDim] = values.shape;
  checkMost(['keyCount', keyCount], maxSameContextKeyCount);
  checkMost(['valueDim', valueDim], limits.maxDim);
  checkShape('weights', weights, [['keyCount', keyCount]]);
  checkWeights('weights', weights);
  checkFinite('values', values);
}
