import { isTensor, type FloatArray, type RequestField, type Tensor } from '../contract/index.ts';

/** A result of which nobody reads the arrays any more. */
export type SpentResult = Readonly<Record<string, Tensor | undefined>>;

/** What of `result` can go to another thread: arrays that have their memory for themselves. */
export function spentResult(result: object = {}): { spent: SpentResult; buffers: ArrayBuffer[] } {
  const spent: Record<string, Tensor> = {};
  const buffers = new Set<ArrayBuffer>();
  for (const [name, tensor] of Object.entries(result) as [string, RequestField][]) {
    if (!isTensor(tensor)) continue;
    const { buffer, byteLength } = tensor.data;
    // One that was given away before is empty.
    if (!(buffer instanceof ArrayBuffer) || byteLength === 0 || byteLength !== buffer.byteLength) continue;
    if (buffers.has(buffer)) continue;
    spent[name] = tensor;
    buffers.add(buffer);
  }
  return { spent, buffers: [...buffers] };
}

/** The numbers of a view: in `array` where that is one of the same kind and size, else in a new one. */
export function copyInto<A extends FloatArray>(array: FloatArray | undefined, view: A): A {
  // `slice` also leaves shared memory behind.
  if (array?.constructor !== view.constructor || array.length !== view.length) return view.slice() as A;
  array.set(view);
  return array as A;
}
