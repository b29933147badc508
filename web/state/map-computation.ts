/**
 * Numbers of the map's rows, learned when a row is first looked at. A row's log-sum-exp takes all keys, a tile then only its
 * own.
 */
export interface RowFacts {
  /** 1 for rows that have been looked at. */
  readonly isKnown: Uint8Array;
  /** log Σ exp(score) of the row; −Infinity where it sees nothing. */
  readonly logSumExp: Float32Array;
  /** The key with the row's largest weight, −1 where it has none, and that weight. */
  readonly largestKey: Int32Array;
  readonly largestWeight: Float32Array;
}

/** Cells of a region, row-major. */
export interface PooledCells {
  readonly max: Float32Array;
  readonly mean: Float32Array;
}

export interface PooledRegion {
  /** Whole cells of `rowsPerCell` rows each, but for the last; ascending. All are known. */
  readonly rows: Int32Array;
  readonly rowsPerCell: number;
  readonly firstKey: number;
  readonly keyCount: number;
  readonly keysPerCell: number;
}

/** What the tiles of one head are made by. */
export interface MapComputation {
  readonly facts: RowFacts;
  readonly isCausal: boolean;
  /** Multiplications that learning one row takes, and pooling one pair: to cut work into pieces. */
  readonly rowCost: number;
  readonly pairCost: number;
  learn(rows: Int32Array, signal: AbortSignal): Promise<void>;
  pool(region: PooledRegion, signal: AbortSignal): Promise<PooledCells>;
}

export function unknownFacts(queryCount: number): RowFacts {
  return {
    isKnown: new Uint8Array(queryCount),
    logSumExp: new Float32Array(queryCount),
    largestKey: new Int32Array(queryCount).fill(-1),
    largestWeight: new Float32Array(queryCount),
  };
}
