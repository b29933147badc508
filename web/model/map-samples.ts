/**
 * In which order the rows of one cell are looked at, so that any beginning of the order is spread over the cell. The cell
 * is halved again and again, and a bit of `index` says at each half whether to go to the one that comes first there or
 * to the other; which comes first is thrown by a hash, since rows at equal distances would miss what repeats at that
 * distance. Later samples only add to earlier ones, and the first 2n of a cell are the first n of each half: what is
 * known of a row serves every zoom.
 *
 * `index`: from 0 to rowsPerCell − 1, a power of two. Gives the row within the cell.
 */
export function sampledRow(index: number, cellRow: number, rowsPerCell: number): number {
  let half = cellRow;
  let bits = index;
  for (let rows = rowsPerCell; rows > 1; rows /= 2) {
    half = 2 * half + ((hashOf(half, rows) ^ bits) & 1);
    bits >>= 1;
  }
  return half - cellRow * rowsPerCell;
}

/** A throw for each part of the map: the finalizer of MurmurHash3 (Austin Appleby), of 32 bits. */
function hashOf(part: number, rows: number): number {
  let hash = Math.imul(part + 1, 0x9e3779b1) ^ rows;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * The rows that bring the cell rows `first` … `end − 1` from `before` to `after` samples each, cell after cell. All
 * cells give the same number but the last of the map, which may have fewer rows than the others: what it lacks is
 * left out.
 */
export function newSamples(
  { first, end, before, after }: { first: number; end: number; before: number; after: number },
  rowsPerCell: number,
  queryCount: number,
): Int32Array {
  const rows: number[] = [];
  for (let cellRow = first; cellRow < end; cellRow++) {
    const ofCell: number[] = [];
    for (let index = before; index < after; index++) {
      const row = cellRow * rowsPerCell + sampledRow(index, cellRow, rowsPerCell);
      if (row < queryCount) ofCell.push(row);
    }
    rows.push(...ofCell.sort((a, b) => a - b));
  }
  return Int32Array.from(rows);
}
