import { allocateLike, countOf, type Tensor } from '../../../web/contract/index.ts';

/** The tensor's entries at these places along an axis, in this order; a place may come twice or not at all. */
export function pick({ shape, data }: Tensor, axis: number, places: readonly number[]): Tensor {
  const size = shape[axis];
  const inner = countOf(shape.slice(axis + 1));
  const outerCount = countOf(shape.slice(0, axis));
  const picked = allocateLike(data, outerCount * places.length * inner);
  for (let outer = 0; outer < outerCount; outer++) {
    places.forEach((place, index) => {
      const from = (outer * size + place) * inner;
      picked.set(data.subarray(from, from + inner), (outer * places.length + index) * inner);
    });
  }
  return { shape: shape.with(axis, places.length), data: picked };
}

/** One after another along an axis. */
export function concatenateAlong(axis: number, first: Tensor, second: Tensor): Tensor {
  const inner = countOf(first.shape.slice(axis));
  const otherInner = countOf(second.shape.slice(axis));
  const outerCount = countOf(first.shape.slice(0, axis));
  const data = allocateLike(first.data, first.data.length + second.data.length);
  for (let outer = 0; outer < outerCount; outer++) {
    const start = outer * (inner + otherInner);
    data.set(first.data.subarray(outer * inner, (outer + 1) * inner), start);
    data.set(second.data.subarray(outer * otherInner, (outer + 1) * otherInner), start + inner);
  }
  return { shape: first.shape.with(axis, first.shape[axis] + second.shape[axis]), data };
}

/** Every number at these places along an axis replaced. */
export function fillAt(tensor: Tensor, axis: number, places: readonly number[], number: number): Tensor {
  const inner = countOf(tensor.shape.slice(axis + 1));
  const data = tensor.data.map((old, index) =>
    places.includes(Math.floor(index / inner) % tensor.shape[axis]) ? number : old,
  );
  return { shape: tensor.shape, data };
}

/** [batch, head, position, dim] → [batch, position, head · dim]. */
export function joined({ shape: [batchCount, headCount, count, dim], data }: Tensor): Tensor {
  const out = allocateLike(data, data.length);
  data.forEach((number, index) => {
    const [d, t] = [index % dim, Math.floor(index / dim) % count];
    const [h, b] = [Math.floor(index / (dim * count)) % headCount, Math.floor(index / (dim * count * headCount))];
    out[((b * count + t) * headCount + h) * dim + d] = number;
  });
  return { shape: [batchCount, count, headCount * dim], data: out };
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
