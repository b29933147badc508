/** What files bring and take: two token lists and the weights between them. */
export interface Alignment {
  /** Keys, the columns. Raw tokens as written in the file. */
  readonly source: readonly string[];
  /** Queries, the rows. */
  readonly target: readonly string[];
  /** [target.length, source.length] row-major. */
  readonly weights: Float64Array;
}

/** The same before softmax. */
export interface ScoredAlignment {
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** [target.length, source.length] row-major; −Infinity where a word is hidden. */
  readonly scores: Float64Array;
}

/** One sentence of a person's own: weights as they are, or the scores behind them. */
export type ImportedSentence = Alignment | ScoredAlignment;

/** What a person may bring A larger file is refused before it is taken apart. */
export const alignmentLimits = {
  /** Words on either axis, also of typed sentences. */
  maxWords: 300,
  maxSentences: 100,
  maxBytes: 8 * 1024 * 1024,
} as const;
