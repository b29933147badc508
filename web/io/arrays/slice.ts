import type { FloatArray } from '../../contract/index.ts';
import type { ImportChoice } from './choice.ts';
import { numberTypeOf, takeNumbers, type AxisName, type FileTensor, type Range } from './file-tensor.ts';
import { numberTypes } from './number-type.ts';

/** One array of the file and the place within it that is chosen. */
export interface Slice {
  readonly tensor: FileTensor;
  readonly axes: readonly AxisName[];
  readonly ranges: readonly Range[];
}

/**
 * The chosen batch, layer and head of an array, with all its width and the chosen range of queries and keys. Vectors have one axis
 * of positions, and `positions` says which of them: one array may be the queries and the keys.
 */
export function sliceOf(
  tensors: readonly FileTensor[],
  choice: ImportChoice,
  index: number,
  positions: Range | null = null,
): Slice {
  const tensor = tensors[index];
  const axes = choice.axes[index];
  const ranges = tensor.shape.map((size, axis): Range => {
    const name = axes[axis];
    if (name === 'query') return within(positions ?? choice.queries, size);
    if (name === 'key') return within(positions ?? choice.keys, size);
    if (name === 'width') return [0, size];
    const at = name === 'head' ? headIn(tensors, choice, size) : choice.at[name];
    // An array of one batch, layer or head is that of all.
    const place = Math.max(0, Math.min(at, size - 1));
    return [place, place + 1];
  });
  return { tensor, axes, ranges };
}

function within([from, to]: Range, size: number): Range {
  return size === 1 ? [0, 1] : [Math.min(from, size), Math.min(to, size)];
}

/** Several query heads share a head of keys where there are fewer of those (grouped-query attention). */
function headIn(tensors: readonly FileTensor[], { numbers, axes, at }: ImportChoice, size: number): number {
  if (numbers.kind !== 'vectors') return at.head;
  const queryHeads = tensors[numbers.queries].shape[axes[numbers.queries].indexOf('head')] ?? 1;
  return queryHeads > size ? Math.floor((at.head * size) / queryHeads) : at.head;
}

/** The axis of a vector's positions; −1 where there is one vector alone. */
export function positionAxis(axes: readonly AxisName[]): number {
  return axes.findIndex((name) => name === 'query' || name === 'key');
}

/** The numbers of a slice with these axes last, in this order; along all others a slice is one deep. Axes of −1 are none. */
export function numbersIn<A extends FloatArray>(
  { tensor, axes, ranges }: Slice,
  along: readonly number[],
  ArrayType: new (length: number) => A,
): A {
  const last = along.filter((axis) => axis >= 0);
  const order = [...[...axes.keys()].filter((axis) => !last.includes(axis)), ...last];
  return takeNumbers(tensor, ranges, order, new ArrayType(countIn(ranges)));
}

export function countIn(ranges: readonly Range[]): number {
  return ranges.reduce((product, [from, to]) => product * (to - from), 1);
}

/** Float64 for what a stage shows; float32 for bulk, where no digit is lost by it. */
export function arrayTypeFor(slices: readonly Slice[]): typeof Float64Array | typeof Float32Array {
  const bulk = 1 << 20;
  const isExact = slices.every(({ tensor }) => numberTypes[numberTypeOf(tensor)].isFloat32Exact);
  return isExact && slices.some(({ ranges }) => countIn(ranges) > bulk) ? Float32Array : Float64Array;
}
