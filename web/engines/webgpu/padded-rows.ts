/** Rows of `width` numbers, each filled up with zeros to whole vec4f. The rows themselves where nothing is missing. */
export function paddedRows(rows: Float32Array, width: number): Float32Array {
  const paddedWidth = 4 * vecsOf(width);
  if (paddedWidth === width) return rows;
  const rowCount = rows.length / width;
  const padded = new Float32Array(rowCount * paddedWidth);
  for (let row = 0; row < rowCount; row++) {
    for (let i = 0; i < width; i++) padded[row * paddedWidth + i] = rows[row * width + i];
  }
  return padded;
}

/** The first `width` numbers of each row, the others of which only fill it up. */
export function withoutPadding(padded: Float32Array, width: number, rowCount: number): Float32Array<ArrayBuffer> {
  const paddedWidth = 4 * vecsOf(width);
  if (paddedWidth === width) return padded.slice(0, rowCount * width);
  const rows = new Float32Array(rowCount * width);
  for (let row = 0; row < rowCount; row++) {
    for (let i = 0; i < width; i++) rows[row * width + i] = padded[row * paddedWidth + i];
  }
  return rows;
}

/** How many vec4f hold a row. */
export function vecsOf(width: number): number {
  return Math.ceil(width / 4);
}
