import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import type { FusedAttentionRequest } from './fused-attention.ts';

/** What a tile shows of each pair of a query and a key. */
export const tileQuantities = ['weights', 'scores'] as const;
export type TileQuantity = (typeof tileQuantities)[number];

/**
 * A rectangle of the weights of fused attention, or of its scores, made again from its queries, its keys and the
 * log-sum-exp of the whole rows (as Dao et al. 2022 do for the gradient), and pooled to cells: a picture of any part of
 * the weights, at any zoom, for which no array of queryCount × keyCount is made.
 *
 *   score = scale · formula(query, key) + additiveMask, weight = exp(min(0, score − logSumExp))
 *
 * Only the rows of the region are given. Where it stands in the whole, firstPosition and firstKey say, so that causality
 * and windows hide the same pairs as there.
 *
 * A pair that is hidden has weight 0, be it NaN. A query whose logSumExp is −Infinity sees nothing: weights of 0. One whose
 * logSumExp is NaN or Infinity has weights of NaN for all keys that it sees: scores of Infinity share the weight, but in
 * how many parts cannot be known from it. A score that is NaN has a weight that is NaN.
 *
 * A weight is as exact as logSumExp: in float32, a rounding of 2⁻²⁴ |logSumExp| is as large an error of each weight of
 * the row. Rows that see nothing but an additive mask of −1e9 have none left, and are better hidden by −Infinity.
 */
export interface WeightTileRequest<A extends FloatArray = FloatArray> extends Pick<
  FusedAttentionRequest<A>,
  'scoreFunction' | 'scale' | 'W' | 'W_q' | 'W_k' | 'v' | 'causal' | 'leftWindow' | 'rightWindow' | 'queryRows'
> {
  /** [queryCount, queryDim] of the region */
  readonly queries: Tensor<A>;
  /** [keyCount, keyDim] of the region */
  readonly keys: Tensor<A>;
  /** [queryCount] log Σ exp(score) over all keys of the whole, as fusedAttention gives it. Not read for scores. */
  readonly logSumExp?: Tensor<A> | undefined;
  /** Default weights. */
  readonly quantity?: TileQuantity | undefined;
  /** 1 where a query may attend to a key, 0 where not; of the region. Broadcasts to [queryCount, keyCount]. */
  readonly keepMask?: Tensor<A> | undefined;
  /** Added to the scores; finite, or −Infinity, which hides; of the region. Broadcasts to [queryCount, keyCount]. */
  readonly additiveMask?: Tensor<A> | undefined;
  /**
   * The position of the region's first query, counted as the keys of the whole are: firstPosition of the whole + its row
   * there. Default 0, and with `bottomRight` firstKey + keyCount − queryCount: the region's last query meets its last key.
   */
  readonly firstPosition?: number | undefined;
  /** Where the region's first key stands among all keys of the whole. Default 0. */
  readonly firstKey?: number | undefined;
  /** How many queries (keys) are pooled to a cell; the cells at the far edges hold what is left. Default 1. */
  readonly queriesPerCell?: number | undefined;
  readonly keysPerCell?: number | undefined;
}

/**
 * Both are [⌈queryCount / queriesPerCell⌉, ⌈keyCount / keysPerCell⌉], at most limits.maxTraceScores. Of weights over all
 * pairs of the cell, the hidden ones too; of scores over those pairs that are seen and whose score is above −Infinity,
 * −Infinity where there are none. A cell with a NaN among them is NaN.
 */
export interface WeightTileResult<A extends FloatArray = FloatArray> {
  /** The largest of the cell. */
  readonly max: Tensor<A>;
  /** The mean of the cell. */
  readonly mean: Tensor<A>;
}
