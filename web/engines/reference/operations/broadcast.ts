import type { Tensor } from '../../../contract/index.ts';

/** Reads a tensor as if it had the shape [batch, head, query, key]: missing axes and those of size 1 are repeated. */
export function broadcastReader(
  tensor: Tensor,
): (batch: number, head: number, queryIndex: number, keyIndex: number) => number {
  const strides = [0, 0, 0, 0];
  let stride = 1;
  for (let axis = 1; axis <= tensor.shape.length; axis++) {
    const size = tensor.shape[tensor.shape.length - axis];
    strides[4 - axis] = size === 1 ? 0 : stride;
    stride *= size;
  }
  const [batchStride, headStride, queryStride, keyStride] = strides;
  return (batch, head, queryIndex, keyIndex) =>
    tensor.data[batch * batchStride + head * headStride + queryIndex * queryStride + keyIndex * keyStride];
}
