import type { FloatArray, Tensor } from '../../../contract/index.ts';

/**
 * One head of one batch as a matrix [count, dim] of its own, from either layout: [batch, head, position, dim], or
 * [batch, position, head · dim] for rank 3.
 */
export function headOf(tensor: Tensor, headCount: number, batch: number, head: number): Float64Array {
  const { start, count, dim, rowStride } = headLayout(tensor, headCount, batch, head);
  const matrix = new Float64Array(count * dim);
  for (let t = 0; t < count; t++) {
    for (let d = 0; d < dim; d++) matrix[t * dim + d] = tensor.data[start + t * rowStride + d];
  }
  return matrix;
}

/** The other way: adds a matrix [count, dim] to what stands in the place of one head. */
export function addToHead(
  tensor: Tensor<Float64Array>,
  headCount: number,
  batch: number,
  head: number,
  matrix: Float64Array,
): void {
  const { start, count, dim, rowStride } = headLayout(tensor, headCount, batch, head);
  for (let t = 0; t < count; t++) {
    for (let d = 0; d < dim; d++) tensor.data[start + t * rowStride + d] += matrix[t * dim + d];
  }
}

/** Where a head lies: number d of position t is at start + t · rowStride + d. */
function headLayout({ shape }: Tensor, headCount: number, batch: number, head: number) {
  const isSplit = shape.length === 4;
  const [count, dim] = isSplit ? [shape[2], shape[3]] : [shape[1], shape[2] / headCount];
  const start = isSplit ? (batch * headCount + head) * count * dim : batch * count * headCount * dim + head * dim;
  return { start, count, dim, rowStride: isSplit ? dim : headCount * dim };
}

/** [pastCount + newKeyCount, dim] of one key head. */
export function withPast(
  past: Tensor | undefined,
  recent: Tensor,
  headCount: number,
  batch: number,
  head: number,
): Float64Array {
  const matrix = headOf(recent, headCount, batch, head);
  return past ? concatenate([headOf(past, headCount, batch, head), matrix]) : matrix;
}

/** The other way: adds a matrix [pastCount + newKeyCount, dim] to what stands in the places of one key head. */
export function addWithPast(
  past: Tensor<Float64Array> | undefined,
  recent: Tensor<Float64Array>,
  headCount: number,
  batch: number,
  head: number,
  matrix: Float64Array,
): void {
  const pastLength = past ? past.shape[2] * past.shape[3] : 0;
  if (past) addToHead(past, headCount, batch, head, matrix.subarray(0, pastLength));
  addToHead(recent, headCount, batch, head, matrix.subarray(pastLength));
}

/** heads [batchCount, headCount, count, dim] → [batchCount, count, headCount · dim]: a transpose, not a reshape. */
export function joinHeads({ shape, data }: Tensor): Tensor<Float64Array> {
  const [batchCount, headCount, count, dim] = shape;
  const joined = new Float64Array(data.length);
  let from = 0;
  for (let b = 0; b < batchCount; b++) {
    for (let h = 0; h < headCount; h++) {
      for (let t = 0; t < count; t++) {
        for (let d = 0; d < dim; d++) joined[((b * count + t) * headCount + h) * dim + d] = data[from++];
      }
    }
  }
  return { shape: [batchCount, count, headCount * dim], data: joined };
}

/** joined [batchCount, count, headCount · dim] → [batchCount, headCount, count, dim]. */
export function splitHeads(joined: Tensor, headCount: number): Tensor<Float64Array> {
  const [batchCount, count, width] = joined.shape;
  const heads = Array.from({ length: batchCount * headCount }, (_, index) =>
    headOf(joined, headCount, Math.floor(index / headCount), index % headCount),
  );
  return { shape: [batchCount, headCount, count, width / headCount], data: concatenate(heads) };
}

export function concatenate(parts: readonly FloatArray[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
