import { countOf, type Tensor } from '../../../contract/index.ts';

/** A tensor as rows over all axes from `axis` on. */
export function normRows(
  { shape, data }: Tensor,
  axis: number,
): { readonly rows: Float64Array[]; readonly rowLength: number; readonly keptShape: readonly number[] } {
  const rowLength = countOf(shape.slice(axis));
  const rows = Array.from({ length: data.length / rowLength }, (_, row) =>
    Float64Array.from(data.subarray(row * rowLength, (row + 1) * rowLength)),
  );
  return { rows, rowLength, keptShape: shape.map((size, index) => (index < axis ? size : 1)) };
}
