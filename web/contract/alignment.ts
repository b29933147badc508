/** What files bring and take: two token lists and the weights between them. */
export interface Alignment {
  /** Keys, the columns. Raw tokens as written in the file. */
  readonly source: readonly string[];
  /** Queries, the rows. */
  readonly target: readonly string[];
  /** [target.length, source.length] row-major. */
  readonly weights: Float64Array;
}
