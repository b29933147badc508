/** What files bring and take: two token lists and the weights between them. */
export interface Alignment {
  /** Keys, the columns. Raw tokens as written in the file. */
  readonly source: readonly string[];
  /** Queries, the rows. */
  readonly target: readonly string[];
  /** [target.length, source.length] row-major. */
  readonly weights: Float64Array;
}

/** What a person may bring. A larger file is refused before it is taken apart. */
export const alignmentLimits = {
  /** Words on either axis, also of typed sentences. */
  maxWords: 300,
  maxSentences: 100,
  maxBytes: 8 * 1024 * 1024,
} as const;
