/**
 * In which order the rows of one cell are looked at, so that any beginning of the order is spread over the cell: the
 * bit-reversed numbers (van der Corput's sequence), each cell's turned by a hash of its own, since rows taken at equal
 * distances would miss what repeats at that distance. Later samples only add to earlier ones.
 *
 * `index`: from 0 to rowsPerCell − 1, a power of two. Gives the row within the cell.
 */
export function sampledRow(index: number, cellRow: number, rowsPerCell: number): number {
  const bits = Math.log2(rowsPerCell);
  return reversedBits(index, bits) ^ (hashOf(cellRow) & (rowsPerCell - 1));
}

function reversedBits(value: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) reversed = (reversed << 1) | ((value >> bit) & 1);
  return reversed;
}

/** The finalizer of MurmurHash3 (Austin Appleby), of 32 bits. */
function hashOf(value: number): number {
  let hash = value + 1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
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
