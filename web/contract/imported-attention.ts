import type { FloatArray } from './float-array.ts';

/**
 * One head of one sentence, as a person's file gave it: what is handed on from opening a file to whatever shows it. All float
 * arrays are of one class. Row-major.
 */
export type ImportedAttention = ImportedAxes & ImportedNumbers;

interface ImportedAxes {
  /** [queryCount] the rows, as written in the file; numbers where it names none. */
  readonly queryTokens: readonly string[];
  /** [keyCount] the columns */
  readonly keyTokens: readonly string[];
}

export type ImportedNumbers =
  /** Weights as they stand in the file: their rows may sum to 0.99996, or to less where columns were left out. */
  | { readonly kind: 'weights'; /** [queryCount, keyCount] */ readonly weights: FloatArray }
  /** Before softmax; −Infinity where a key is hidden. */
  | { readonly kind: 'scores'; /** [queryCount, keyCount] */ readonly scores: FloatArray }
  | {
      readonly kind: 'vectors';
      /** The width of queries and keys. */
      readonly keyDim: number;
      readonly valueDim: number;
      /** [queryCount, keyDim] */
      readonly queries: FloatArray;
      /** [keyCount, keyDim] */
      readonly keys: FloatArray;
      /** [keyCount, valueDim]; undefined where the file has none. */
      readonly values?: FloatArray | undefined;
      /** [queryCount, keyCount] 1 = may attend; undefined where all may. */
      readonly mask?: Uint8Array | undefined;
    };
