import type { FloatArray } from './float-array.ts';

/**
 * Every number on the way from scores to context. It owns its memory.
 *
 * score → logit = score / temperature + additiveMask, −Infinity where hidden
 *       → exponential = exp(logit), and shifted = exp(logit − the row's largest logit), which cannot overflow
 *       → weight = shifted / Σ shifted → context = Σ weight · value
 *
 * A row that sees no key (or only scores of −Infinity): weights, context, entropy and sums are zeros, `isEmpty` is 1,
 * logSumExp is −Infinity, largestKey is −1.
 *
 * Temperature 0: logit is 0 for the largest visible score of the row and for all that equal it, −Infinity for the
 * others; a finite additive mask then has no say. Scores of +Infinity share the weight equally, all other keys get 0.
 * A visible NaN makes the row's weights NaN for all visible keys (0 for hidden ones), and so its sums, context, entropy
 * and logSumExp; largestKey is −1. A key of weight 0 adds exactly 0 to the context, even if its value is NaN or Infinity.
 */
export interface AttentionTrace<A extends FloatArray = FloatArray> {
  readonly queryCount: number;
  readonly keyCount: number;
  readonly valueDim: number;
  /** [queryCount, keyCount] raw scores, before temperature and mask. */
  readonly scores: A;
  /** [queryCount, keyCount] 1 where the query may attend to the key. */
  readonly visible: Uint8Array;
  /** [queryCount, keyCount] */
  readonly logits: A;
  /** [queryCount, keyCount] exp(logit): may overflow to Infinity; for showing, never for the weights. 0 at temperature 0's losers, 1 at its winners. */
  readonly exponentials: A;
  /** [queryCount] Σ exponentials */
  readonly exponentialSums: A;
  /**
   * [queryCount, keyCount] exp(logit − largest logit of the row), in 0 … 1. The scores are subtracted before the division
   * by a tiny temperature, so that logits which overflow still have finite distances.
   */
  readonly shiftedExponentials: A;
  /** [queryCount] Σ shiftedExponentials, in 1 … keyCount, 0 when isEmpty. */
  readonly shiftedSums: A;
  /** [queryCount, keyCount] each row sums to 1 (or is all zeros when isEmpty). */
  readonly weights: A;
  /** [queryCount] Σ weights: 1 up to rounding, 0 when isEmpty. */
  readonly weightSums: A;
  /** [queryCount, valueDim] */
  readonly context: A;
  /** [queryCount] log Σ exp(logit) */
  readonly logSumExp: A;
  /** [queryCount] −Σ α log α in nats, with 0 log 0 = 0; between 0 and log keyCount. */
  readonly entropy: A;
  /** [queryCount] the key with the largest weight, the first where they tie; −1 when isEmpty or when weights are NaN. */
  readonly largestKey: Int32Array;
  /** [queryCount] 1 where the row sees nothing. */
  readonly isEmpty: Uint8Array;
}

/** One row taken apart, for the worked arithmetic. */
export interface RowDetail<A extends FloatArray = FloatArray> {
  readonly keyCount: number;
  readonly valueDim: number;
  /** The number of summands of one score: keyDim for dot, scaledDot and cosine, queryDim for bilinear, attentionDim for additive, 0 for given. */
  readonly termCount: number;
  /** scale · Σ terms = score. 1 for given. */
  readonly scale: number;
  /** [keyCount, termCount] dot: q_j k_j; cosine: q_j k_j / (‖q‖ ‖k‖); bilinear: q_j (W k)_j; additive: v_j tanh(…)_j. */
  readonly scoreTerms: A;
  /** [keyCount, valueDim] weight · value: the summands of the context. Zeros where the query is padding. */
  readonly contributions: A;
}
