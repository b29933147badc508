/** A tile as far as profiles are about it: where it stands, how much of it is known, and its sums. */
export interface ProfiledTile {
  readonly firstQuery: number;
  readonly firstKey: number;
  readonly keyCount: number;
  readonly pairsPerCell: number;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly sums: TileSums;
}

/** Sums from a tile's corner, so that any part of it is summed up by four numbers, however the map is moved. */
export interface TileSums {
  /** [rowCount + 1, columnCount + 1] of the means of all cells above and to the left. */
  readonly means: Float64Array;
  /** [rowCount + 1] how many of the rows above are known. */
  readonly knownRows: Uint32Array;
}

export function tileSums(mean: Float32Array, samples: Uint32Array, columnCount: number): TileSums {
  const rowCount = samples.length;
  const width = columnCount + 1;
  const means = new Float64Array((rowCount + 1) * width);
  const knownRows = new Uint32Array(rowCount + 1);
  for (let row = 0; row < rowCount; row++) {
    const isKnown = samples[row] > 0;
    knownRows[row + 1] = knownRows[row] + (isKnown ? 1 : 0);
    let sum = 0;
    for (let column = 0; column < columnCount; column++) {
      if (isKnown) sum += mean[row * columnCount + column];
      means[(row + 1) * width + column + 1] = means[row * width + column + 1] + sum;
    }
  }
  return { means, knownRows };
}

/** The cells in view, from `first…` to before `end…`, counted from the map's corner in cells of one level. */
export interface CellRange {
  readonly firstRow: number;
  readonly endRow: number;
  readonly firstColumn: number;
  readonly endColumn: number;
}

export interface MapProfiles {
  /** For each cell row in view: which share of its attention falls on the keys in view, 0 … 1. NaN: not known yet. */
  readonly rowShares: Float64Array;
  /** For each cell column in view: the mean of its weights over the rows in view that are known. */
  readonly columnMeans: Float64Array;
}

export function profilesOf(tiles: readonly ProfiledTile[], range: CellRange): MapProfiles {
  const { firstRow, endRow, firstColumn, endColumn } = range;
  const rowShares = new Float64Array(Math.max(0, endRow - firstRow)).fill(NaN);
  const columnMeans = new Float64Array(Math.max(0, endColumn - firstColumn));
  const columnRows = new Uint32Array(columnMeans.length);
  for (const { firstQuery, firstKey, keyCount, pairsPerCell, rowCount, columnCount, sums } of tiles) {
    const { means, knownRows } = sums;
    const width = columnCount + 1;
    const [top, left] = [firstQuery / pairsPerCell, firstKey / pairsPerCell];
    const [fromRow, toRow] = [Math.max(0, firstRow - top), Math.min(rowCount, endRow - top)];
    const [fromColumn, toColumn] = [Math.max(0, firstColumn - left), Math.min(columnCount, endColumn - left)];
    // The last cells may stand for fewer keys than the others.
    const missingKeys = fromColumn < toColumn && toColumn === columnCount ? columnCount * pairsPerCell - keyCount : 0;
    for (let row = fromRow; row < toRow; row++) {
      if (knownRows[row + 1] === knownRows[row]) continue;
      const [above, below] = [row * width, (row + 1) * width];
      const sumOf = (from: number, to: number): number =>
        means[below + to] - means[below + from] - means[above + to] + means[above + from];
      const missing = missingKeys && missingKeys * sumOf(columnCount - 1, columnCount);
      const at = top + row - firstRow;
      const share = sumOf(fromColumn, toColumn) * pairsPerCell - missing;
      rowShares[at] = (Number.isNaN(rowShares[at]) ? 0 : rowShares[at]) + share;
    }
    if (toRow <= fromRow) continue;
    const [above, below] = [fromRow * width, toRow * width];
    for (let column = fromColumn; column < toColumn; column++) {
      const at = left + column - firstColumn;
      columnMeans[at] +=
        means[below + column + 1] - means[below + column] - means[above + column + 1] + means[above + column];
      columnRows[at] += knownRows[toRow] - knownRows[fromRow];
    }
  }
  // What is left of a difference may be a hair below nothing.
  for (let column = 0; column < columnMeans.length; column++) {
    columnMeans[column] = Math.max(0, columnMeans[column] / Math.max(1, columnRows[column]));
  }
  return { rowShares, columnMeans };
}
