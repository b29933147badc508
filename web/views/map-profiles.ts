/** A tile as far as profiles are about it: where it stands, and the mean weights of its cells. */
export interface ProfiledTile {
  readonly firstQuery: number;
  readonly firstKey: number;
  readonly pairsPerCell: number;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly mean: Float32Array;
  readonly samples: Uint32Array;
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
  for (const { firstQuery, firstKey, pairsPerCell, rowCount, columnCount, mean, samples } of tiles) {
    const [top, left] = [firstQuery / pairsPerCell, firstKey / pairsPerCell];
    const [from, to] = [Math.max(0, firstColumn - left), Math.min(columnCount, endColumn - left)];
    for (let row = Math.max(0, firstRow - top); row < Math.min(rowCount, endRow - top); row++) {
      if (samples[row] === 0) continue;
      let sum = 0;
      for (let column = from; column < to; column++) {
        const value = mean[row * columnCount + column];
        sum += value;
        columnMeans[left + column - firstColumn] += value;
        columnRows[left + column - firstColumn]++;
      }
      const at = top + row - firstRow;
      rowShares[at] = (Number.isNaN(rowShares[at]) ? 0 : rowShares[at]) + sum * pairsPerCell;
    }
  }
  for (let column = 0; column < columnMeans.length; column++) columnMeans[column] /= Math.max(1, columnRows[column]);
  return { rowShares, columnMeans };
}
