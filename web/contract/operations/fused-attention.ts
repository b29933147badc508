import type { CausalAlignment } from '../attention-input.ts';
import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';

/** The formulas of ScoreFunction that need no array of queryCount × keyCount. */
export const fusedScoreFunctions = ['dot', 'scaledDot', 'bilinear', 'additive'] as const;
export type FusedScoreFunction = (typeof fusedScoreFunctions)[number];

/**
 * Attention without its stages (Vaswani et al. 2017, §3.2.1; in one pass over blocks of keys as in Dao et al. 2022): no
 * array of queryCount × keyCount is made, so that memory grows with the sequence and not with its square.
 *
 *   score = scale · formula(query, key) + additiveMask, weights = softmax over the keys that are seen,
 *   context = Σ weight · value
 *
 * The leading axes, such as [head] or [batch, head] or none, are the same for queries, keys and values, but for the last
 * of them: keys and values may have fewer heads than queries, and query head h then reads key head
 * ⌊h / (heads of queries / heads of keys)⌋ (Ainslie et al. 2023). All heads share the parameters.
 *
 * What is hidden takes no part, be it NaN; other numbers without meaning go as in AttentionTrace.
 */
export interface FusedAttentionRequest<A extends FloatArray = FloatArray> {
  /** [..., queryCount, queryDim] */
  readonly queries: Tensor<A>;
  /** [..., keyCount, keyDim] */
  readonly keys: Tensor<A>;
  /** [..., keyCount, valueDim] */
  readonly values: Tensor<A>;
  /** Default scaledDot. */
  readonly scoreFunction?: FusedScoreFunction | undefined;
  /** Multiplies the formula's result. Default 1/√keyDim for scaledDot, 1 for the others. */
  readonly scale?: number | undefined;
  /** bilinear: [queryDim, keyDim] */
  readonly W?: Tensor<A> | undefined;
  /** additive: [queryDim, attentionDim], applied as q W_q. */
  readonly W_q?: Tensor<A> | undefined;
  /** additive: [keyDim, attentionDim], applied as k W_k. */
  readonly W_k?: Tensor<A> | undefined;
  /** additive: [attentionDim] */
  readonly v?: Tensor<A> | undefined;
  /**
   * 1 where a query may attend to a key, 0 where not. Broadcasts to [..., queryCount, keyCount] with the leading axes of
   * the queries: axes are matched from the last, missing ones and those of size 1 are repeated. [keyCount] is the padding
   * of all heads. All masks combine by AND.
   */
  readonly keepMask?: Tensor<A> | undefined;
  /** Added to the scores; finite, or −Infinity, which hides. Broadcasts like `keepMask`. */
  readonly additiveMask?: Tensor<A> | undefined;
  /**
   * A query sees no key behind its own position, which is firstPosition + t. By default `topLeft` starts at 0 and
   * `bottomRight` at keyCount − queryCount: the last query meets the last key.
   */
  readonly causal?: CausalAlignment | undefined;
  /**
   * The position of row 0, a whole number that may be negative. With it a long call can be made in slices of its
   * queries: each gets the same numbers as in one call, as long as all numbers are finite.
   */
  readonly firstPosition?: number | undefined;
  /**
   * [queryCount] The rows of the whole that the queries are, of all heads: whole numbers from 0, none less than the one
   * before. Query t then stands at firstPosition + queryRows[t], so that rows which lie apart can be asked for together.
   * By default 0, 1, 2 …
   */
  readonly queryRows?: Tensor<A> | undefined;
  /** A query sees at most this many keys to the left (right) of its position, which is that of `causal`, `topLeft` by default. */
  readonly leftWindow?: number | undefined;
  readonly rightWindow?: number | undefined;
}

/** A row that sees no key, or only scores of −Infinity: zeros, −Infinity, 0 and −1. */
export interface FusedAttentionResult<A extends FloatArray = FloatArray> {
  /** [..., queryCount, valueDim] */
  readonly context: Tensor<A>;
  /** [..., queryCount] log Σ exp(score) */
  readonly logSumExp: Tensor<A>;
  /** [..., queryCount] of the weights, in nats */
  readonly entropy: Tensor<A>;
  /** [..., queryCount] the lowest of those with the largest score; −1 where a score is NaN */
  readonly largestKey: Tensor<A>;
}
