import type { MapSize } from './map-viewport.ts';

/**
 * What a map shows: one text, or two, and for each head what its weights are made of. No array of queries × keys is
 * ever made but where the weights themselves were given.
 */
export interface MapProblem {
  readonly origin: MapOrigin;
  readonly queryTokens: readonly string[];
  /** The same array as `queryTokens` where a text looks at itself. */
  readonly keyTokens: readonly string[];
  /** At least one. */
  readonly heads: readonly MapHead[];
}

/**
 * Where the numbers come from, said on the page. `generated`: the example's own generator, not learned. `spelling`: the
 * words are the person's, the vectors follow the spelling rule. `vectors` and `weights`: from the person's file.
 */
export type MapOrigin = 'generated' | 'spelling' | 'vectors' | 'weights';

export interface MapHead {
  /** Counted from 0; one layer where the input names none. */
  readonly layer: number;
  readonly head: number;
  /** The example's heads do something that has a name. */
  readonly role?: MapHeadRole | undefined;
  /** The example's vectors are made when they are asked for, and anew each time: so they take memory only while they are seen. */
  attention(): MapAttention;
}

export type MapHeadRole = 'previous' | 'near' | 'copy' | 'sameWord' | 'first' | 'chapter' | 'period' | 'even';

export type MapAttention = VectorAttention | GivenWeights;

/** softmax over the keys of scale · q·k. */
export interface VectorAttention {
  readonly kind: 'vectors';
  readonly dim: number;
  /** [queryCount, dim] */
  readonly queries: Float32Array;
  /** [keyCount, dim] */
  readonly keys: Float32Array;
  readonly scale: number;
  /** Query t sees the keys up to t + keyCount − queryCount. */
  readonly isCausal: boolean;
}

export interface GivenWeights {
  readonly kind: 'weights';
  /** [queryCount, keyCount] */
  readonly weights: Float32Array;
}

export function sizeOfMap({ queryTokens, keyTokens }: MapProblem): MapSize {
  return { queryCount: queryTokens.length, keyCount: keyTokens.length };
}
