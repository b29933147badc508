import type { Tensor } from './tensor.ts';

/**
 * Attention of any length, as files bring it: queries and keys, or the weights themselves. Before the last two axes stand
 * none, [head], or [layer, head]. Nothing has been checked but that each tensor has as many numbers as its shape says.
 */
export interface AttentionTensors {
  /** [..., queryCount, dim] */
  readonly queries?: Tensor | undefined;
  /** [..., keyCount, dim], with as many heads as the queries or a part of them, as in grouped attention */
  readonly keys?: Tensor | undefined;
  /** [..., queryCount, keyCount] */
  readonly weights?: Tensor | undefined;
  /** Raw tokens; without them positions are numbered. */
  readonly queryTokens?: readonly string[] | undefined;
  readonly keyTokens?: readonly string[] | undefined;
  /** Default 1/√dim. */
  readonly scale?: number | undefined;
  /** The last query meets the last key, and none sees a later one. Default: no. */
  readonly isCausal?: boolean | undefined;
}
