import { scoreFunctions, type CausalAlignment } from '../attention-input.ts';
import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import type { FullyMaskedPolicy } from './softmax.ts';

/**
 * How one score is made; the formulas of ScoreFunction, and
 *
 * | name       | formula                   | parameters | source                                  |
 * | ---------- | ------------------------- | ---------- | --------------------------------------- |
 * | `location` | scale · W_i · q, scale 1  | W          | Luong et al. 2015, "location", eq. (8)  |
 *
 * where the score of key i is row i of W times the query: the key itself has no say.
 */
export const attentionScoreFunctions = [...scoreFunctions, 'location'] as const;
export type AttentionScoreFunction = (typeof attentionScoreFunctions)[number];

/**
 * Multi-head attention over a batch (Vaswani et al. 2017, §3.2; ONNX operator Attention, opset 24). Query head h reads
 * key head ⌊h / (queryHeadCount / keyHeadCount)⌋, so that heads may be grouped (Ainslie et al. 2023) or share one key
 * head (Shazeer 2019).
 *
 * Two layouts, the same for queries, keys, values and context: [batch, head, position, dim], or [batch, position,
 * head · dim] with the head counts beside it; there head h of a position are the dims h · dim … (h + 1) · dim − 1.
 *
 *   scores       = scale · formula(query, key)
 *   cappedScores = softcap · tanh(scores / softcap), before anything is hidden (Gemma Team 2024, §2)
 *   logits       = cappedScores / temperature + additiveMask, −Infinity where hidden
 *   weights      = softmax over the keys, context = Σ weight · value
 *
 * What is hidden takes no part, be it NaN. Numbers without meaning (NaN scores, Infinity, temperature 0) go as in
 * AttentionTrace. batchCount × queryHeadCount × queryCount × keyCount ≤ limits.maxTensorNumbers.
 */
export interface AttentionRequest<A extends FloatArray = FloatArray> extends AttentionOptions<A> {
  /** [batchCount, queryHeadCount, queryCount, queryDim] or [batchCount, queryCount, queryHeadCount · queryDim]. Not read by `given`. */
  readonly queries?: Tensor<A> | undefined;
  /** [batchCount, keyHeadCount, newKeyCount, keyDim] or [batchCount, newKeyCount, keyHeadCount · keyDim]. Not read by `given` and `location`. */
  readonly keys?: Tensor<A> | undefined;
  /** [batchCount, keyHeadCount, newKeyCount, valueDim] or [batchCount, newKeyCount, keyHeadCount · valueDim] */
  readonly values: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount, keyCount], for `given` only, which multiplies them by scale too. */
  readonly scores?: Tensor<A> | undefined;
  /** Needed where queries come as [batchCount, queryCount, queryHeadCount · queryDim]. */
  readonly queryHeadCount?: number | undefined;
  /** Needed where values come as [batchCount, newKeyCount, keyHeadCount · valueDim]. */
  readonly keyHeadCount?: number | undefined;
}

/** What `attention` and `projectedAttention` have in common. keyCount = pastCount + newKeyCount. */
export interface AttentionOptions<A extends FloatArray = FloatArray> {
  /** Default scaledDot. */
  readonly scoreFunction?: AttentionScoreFunction | undefined;
  /** Multiplies the formula's result. Default 1/√keyDim for scaledDot, 1 for the others. */
  readonly scale?: number | undefined;
  /** bilinear: [queryDim, keyDim]. location: [at least keyCount, queryDim]. All heads share the parameters. */
  readonly W?: Tensor<A> | undefined;
  /** additive: [queryDim, attentionDim], applied as q W_q. */
  readonly W_q?: Tensor<A> | undefined;
  /** additive: [keyDim, attentionDim], applied as k W_k. */
  readonly W_k?: Tensor<A> | undefined;
  /** additive: [attentionDim] */
  readonly v?: Tensor<A> | undefined;
  /** Bounds the scores to ± softcap. 0, the default: no bound. */
  readonly softcap?: number | undefined;
  /** As AttentionInput.temperature. Default 1. */
  readonly temperature?: number | undefined;

  /** [batchCount, keyHeadCount, pastCount, keyDim] keys that stand before `keys`. Not read where keys are not. */
  readonly pastKeys?: Tensor<A> | undefined;
  /** [batchCount, keyHeadCount, pastCount, valueDim] */
  readonly pastValues?: Tensor<A> | undefined;

  /**
   * 1 where a query may attend to a key, 0 where not. Broadcasts to [batchCount, queryHeadCount, queryCount, keyCount]:
   * axes are matched from the last, missing ones and those of size 1 are repeated. [batchCount, 1, 1, keyCount] is the
   * padding of a batch. All masks combine by AND.
   */
  readonly keepMask?: Tensor<A> | undefined;
  /** Added to cappedScores / temperature; finite, or −Infinity, which hides. Broadcasts like `keepMask`. */
  readonly additiveMask?: Tensor<A> | undefined;
  /** [batchCount] whole numbers: keys from here on are padding. Past keys count. */
  readonly keyLengths?: Tensor<A> | undefined;
  /**
   * A query sees no key behind its own position. `topLeft`: query t stands at pastCount + t. `bottomRight`: at
   * keyLength − queryCount + t, with keyLength that of its batch; the last query meets the last key.
   */
  readonly causal?: CausalAlignment | undefined;
  /** A query sees at most this many keys to the left (right) of its position, which is that of `causal`, `topLeft` by default. */
  readonly leftWindow?: number | undefined;
  readonly rightWindow?: number | undefined;
  /** A row that sees no key: zeros (the default), 1/keyCount for every key, hidden ones too, or NaN. */
  readonly fullyMasked?: FullyMaskedPolicy | undefined;
}

export interface AttentionResult<A extends FloatArray = FloatArray> {
  /** [batchCount, queryHeadCount, queryCount, valueDim] or [batchCount, queryCount, queryHeadCount · valueDim], as values came. */
  readonly context: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount, keyCount] before softcap, temperature and masks. */
  readonly scores: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount, keyCount] equal to scores without softcap. */
  readonly cappedScores: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount, keyCount] */
  readonly logits: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount, keyCount] */
  readonly weights: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount] log Σ exp(logit), −Infinity where isEmpty. */
  readonly logSumExp: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount] 1 where the row sees nothing; `fullyMasked` says what it became. */
  readonly isEmpty: Tensor<A>;
}
