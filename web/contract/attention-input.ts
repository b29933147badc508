import type { FloatArray } from './float-array.ts';

/**
 * How one score e is made from a query q and a key k:
 *
 * | name        | formula                          | parameters     | source                   |
 * | ----------- | -------------------------------- | -------------- | ------------------------ |
 * | `given`     | typed or imported, no formula    | scores         |                          |
 * | `dot`       | scale · q·k, scale 1             |                | Luong et al. 2015        |
 * | `scaledDot` | scale · q·k, scale 1/√keyDim     |                | Vaswani et al. 2017      |
 * | `bilinear`  | scale · qᵀ W k, scale 1          | W              | Luong et al. 2015, "general" |
 * | `additive`  | scale · vᵀ tanh(W_q q + W_k k)   | W_q, W_k, v    | Bahdanau et al. 2015     |
 * | `cosine`    | scale · q·k / (‖q‖ ‖k‖), 0 if a norm is 0 |       | Graves et al. 2014       |
 */
export const scoreFunctions = ['given', 'dot', 'scaledDot', 'bilinear', 'additive', 'cosine'] as const;
export type ScoreFunction = (typeof scoreFunctions)[number];

export type CausalAlignment = 'topLeft' | 'bottomRight';

/** Which key each query may attend to. What is set here combines by AND; true (any byte but 0) means "may attend". */
export interface AttentionMask {
  /** [keyCount] false hides a column, as for padding. */
  readonly keyMask?: Uint8Array | undefined;
  /** [queryCount, keyCount] */
  readonly pairMask?: Uint8Array | undefined;
  /** `topLeft`: query t sees keys ≤ t. `bottomRight`: query t sees keys ≤ t + keyCount − queryCount. */
  readonly causal?: CausalAlignment | undefined;
  /** A query sees at most this many keys to the left (right) of its own position; position as in `causal`, `topLeft` by default. */
  readonly leftWindow?: number | undefined;
  readonly rightWindow?: number | undefined;
  /** [queryCount] false: the query is padding. Its weights stay, its context is zeros. */
  readonly queryMask?: Uint8Array | undefined;
}

/** Everything row-major, all float arrays of one class. */
export interface AttentionInput<A extends FloatArray = FloatArray> {
  readonly queryCount: number;
  readonly keyCount: number;
  readonly valueDim: number;
  /** [keyCount, valueDim] */
  readonly values: A;
  readonly score: ScoreSource<A>;
  readonly mask?: AttentionMask | undefined;
  /** [queryCount, keyCount] added to scores / temperature; finite, or −Infinity, which hides. Default: none. */
  readonly additiveMask?: A | undefined;
  /** Divides the scores. Positive; 0 is the limit, all weight on the largest score (shared where they tie). Default 1. */
  readonly temperature?: number | undefined;
}

/** Where the scores come from. `scale` multiplies the formula's result; see ScoreFunction for its default. */
export type ScoreSource<A extends FloatArray = FloatArray> =
  | { readonly scoreFunction: 'given'; /** [queryCount, keyCount] */ readonly scores: A }
  | (QueriesAndKeys<A> & { readonly scoreFunction: 'dot' | 'scaledDot' | 'cosine' })
  | (QueriesAndKeys<A> & { readonly scoreFunction: 'bilinear'; /** [queryDim, keyDim] */ readonly W: A })
  | (QueriesAndKeys<A> & {
      readonly scoreFunction: 'additive';
      readonly attentionDim: number;
      /** [queryDim, attentionDim], applied as q W_q: the transpose of the formula's matrix. */
      readonly W_q: A;
      /** [keyDim, attentionDim], applied as k W_k. */
      readonly W_k: A;
      /** [attentionDim] */
      readonly v: A;
    });

interface QueriesAndKeys<A extends FloatArray> {
  readonly queryDim: number;
  readonly keyDim: number;
  /** [queryCount, queryDim] */
  readonly queries: A;
  /** [keyCount, keyDim] */
  readonly keys: A;
  readonly scale?: number | undefined;
}
