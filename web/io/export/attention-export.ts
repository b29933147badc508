import type { AttentionInput, AttentionTrace } from '../../contract/index.ts';

/** One sentence with every number that is shown of it: what goes into files and code. Rows are queries, columns are keys. */
export interface AttentionExport {
  /** [queryCount] the rows: target words, raw as they came. */
  readonly queryTokens: readonly string[];
  /** [keyCount] the columns: source words. */
  readonly keyTokens: readonly string[];
  /** The width of queries, keys and values. */
  readonly stateDim: number;
  /** [queryCount, stateDim], also where the scores were given and no formula asked for them. */
  readonly queries: Float64Array;
  /** [keyCount, stateDim] keys and values at once. */
  readonly keys: Float64Array;
  /** With the score function, even where single results of it were typed over. */
  readonly input: AttentionInput<Float64Array>;
  readonly trace: AttentionTrace<Float64Array>;
  /** True where a score was typed over the formula's. */
  isTyped(row: number, column: number): boolean;
  /** The readable text that a link to this state has behind its #. */
  readonly state: string;
}

/** The arrays that a file of one array can hold. All have one row a query. */
export const exportedArrays = ['weights', 'scores', 'context'] as const;
export type ExportedArray = (typeof exportedArrays)[number];

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** [rows, columns] */
  readonly numbers: Float64Array;
}

export function matrixOf({ trace }: AttentionExport, name: ExportedArray): Matrix {
  const columns = name === 'context' ? trace.valueDim : trace.keyCount;
  return { rows: trace.queryCount, columns, numbers: trace[name] };
}

export function rowsOf({ rows, columns, numbers }: Matrix): Float64Array[] {
  return Array.from({ length: rows }, (_, row) => numbers.subarray(row * columns, (row + 1) * columns));
}
