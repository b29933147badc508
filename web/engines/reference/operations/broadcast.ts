import type { Tensor } from '../../../contract/index.ts';

/** Reads a tensor as if it had the shape [batch, head, query, key]: missing axes and those of size 1 are repeated. */
export function broadcastReader(
  tensor: Tensor,
): (batch: number, head: number, queryIndex: number, keyIndex: number) => number {
  const indexOf = broadcastIndex(tensor);
  return (batch, head, queryIndex, keyIndex) => tensor.data[indexOf(batch, head, queryIndex, keyIndex)];
}

/** The other way: adds to the number that is repeated there. */
export function broadcastAdder(
  tensor: Tensor<Float64Array>,
): (batch: number, head: number, queryIndex: number, keyIndex: number, number: number) => void {
  const indexOf = broadcastIndex(tensor);
  return (batch, head, queryIndex, keyIndex, number) => {
    tensor.data[indexOf(batch, head, queryIndex, keyIndex)] += number;
  };
}

function broadcastIndex({
  shape,
}: Tensor): (batch: number, head: number, queryIndex: number, keyIndex: number) => number {
  const strides = [0, 0, 0, 0];
  let stride = 1;
  for (let axis = 1; axis <= shape.length; axis++) {
    const size = shape[shape.length - axis];
    strides[4 - axis] = size === 1 ? 0 : stride;
    stride *= size;
  }
  const [batchStride, headStride, queryStride, keyStride] = strides;
  return (batch, head, queryIndex, keyIndex) =>
    batch * batchStride + head * headStride + queryIndex * queryStride + keyIndex * keyStride;
}
