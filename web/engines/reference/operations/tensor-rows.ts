import type { Tensor } from '../../../contract/index.ts';

/** The rows of a tensor [rowCount, rowLength] in float64, whose memory is their own. */
export function rowsOf({ shape, data }: Tensor): Float64Array[] {
  const rowLength = shape[shape.length - 1] ?? 1;
  return Array.from({ length: data.length / rowLength }, (_, row) =>
    Float64Array.from(data.subarray(row * rowLength, (row + 1) * rowLength)),
  );
}

/** Rows of one length, one behind the other. */
export function tensorOf(rows: readonly Float64Array[], shape: readonly number[]): Tensor<Float64Array> {
  const data = new Float64Array(rows.reduce((count, row) => count + row.length, 0));
  let begin = 0;
  for (const row of rows) {
    data.set(row, begin);
    begin += row.length;
  }
  return { shape, data };
}

/** Of rank 0. */
export function tensorOfOne(number: number): Tensor<Float64Array> {
  return { shape: [], data: Float64Array.of(number) };
}
