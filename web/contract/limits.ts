/** Sizes the engines take; over one of them an input is refused with `tooLarge`. The same numbers stand in wasm/include/attn/limits.hpp. */
export const limits = {
  /** queries or keys */
  maxCount: 65_536,
  /** width of a query, key, value or attention vector */
  maxDim: 4_096,
  /** queryCount × keyCount of a trace, which keeps five arrays of that size */
  maxTraceScores: 1_048_576,
  /** numbers in one tensor of an operation's request or result */
  maxTensorNumbers: 4_194_304,
  /** numbers that additive scores make of all queries which share a head of keys: they are there at once */
  maxProjectedQueries: 67_108_864,
  /** axes of a tensor */
  maxRank: 8,
} as const;
