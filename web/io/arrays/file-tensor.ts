import { countOf } from '../../contract/index.ts';
import { numberTypes, type NumberType } from './number-type.ts';

/** What an axis runs over. `width` is that of a vector. */
export type AxisName = 'batch' | 'layer' | 'head' | 'query' | 'key' | 'width';

/** Bytes of a file and how numbers lie in them. */
export interface StoredNumbers {
  readonly bytes: Uint8Array;
  readonly numberType: NumberType;
  readonly isLittleEndian: boolean;
  /** Numbers, not bytes, from one index of an axis to the next; one for each axis. */
  readonly strides: readonly number[];
}

/** Words that a file gives to the rows and columns of one array; null where it gives none. */
export interface AxisWords {
  readonly query: readonly string[] | null;
  readonly key: readonly string[] | null;
}

/** A named array of a file. Its numbers are read when they are asked for. */
export interface FileTensor {
  /** As the file names it; empty where it has no names. */
  readonly name: string;
  readonly shape: readonly number[];
  /** What the file says of each axis; null where it says nothing. */
  readonly axes: readonly (AxisName | null)[];
  readonly words: AxisWords;
  /** One page, or for arrays that were stacked one for each index of the leading axes, row-major. */
  readonly pages: readonly StoredNumbers[];
}

export const noWords: AxisWords = { query: null, key: null };

export function unknownAxes(shape: readonly number[]): null[] {
  return shape.map(() => null);
}

export function numberTypeOf({ pages }: FileTensor): NumberType {
  return pages[0]?.numberType ?? 'float64';
}

export function rowMajorStrides(shape: readonly number[]): number[] {
  const strides = shape.map(() => 1);
  for (let axis = shape.length - 2; axis >= 0; axis--) strides[axis] = strides[axis + 1] * shape[axis + 1];
  return strides;
}

/** The first axis runs fastest. */
export function columnMajorStrides(shape: readonly number[]): number[] {
  return rowMajorStrides([...shape].reverse()).reverse();
}

/** An array whose numbers are at hand, as text formats give them. */
export function tensorOf(
  name: string,
  shape: readonly number[],
  numbers: Float64Array,
  { axes = unknownAxes(shape), words = noWords }: Partial<Pick<FileTensor, 'axes' | 'words'>> = {},
): FileTensor {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const page: StoredNumbers = {
    bytes,
    numberType: 'float64',
    isLittleEndian: isLittleEndianHere,
    strides: rowMajorStrides(shape),
  };
  return { name, shape, axes, words, pages: [page] };
}

const isLittleEndianHere = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** From, and up to but not with, an index. */
export type Range = readonly [from: number, to: number];

/**
 * The numbers within one range for each axis. They come row-major with the axes in the order `order`, so that
 * [1, 0] transposes a matrix. `into` has as many places as there are numbers.
 */
export function takeNumbers<A extends Float64Array | Float32Array>(
  { shape, pages }: FileTensor,
  ranges: readonly Range[],
  order: readonly number[],
  into: A,
): A {
  const { numberType, strides } = pages[0];
  const { read, bytes: size } = numberTypes[numberType];
  const pageAxes = shape.length - strides.length;
  const pageStrides = rowMajorStrides(shape.slice(0, pageAxes));
  const views = pages.map(({ bytes }) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const index = ranges.map(([from]) => from);
  const lastAxis = order.at(-1) ?? -1;
  const step = strides[lastAxis - pageAxes] ?? 0;
  // Within a page a line along the last axis is a walk in equal steps; across pages each number is looked up.
  const lineLength = lastAxis >= pageAxes ? ranges[lastAxis][1] - ranges[lastAxis][0] : 1;
  const turningAxes = lineLength > 1 ? order.slice(0, -1) : order;
  for (let count = 0; count < into.length; count += lineLength) {
    let page = 0;
    for (let axis = 0; axis < pageAxes; axis++) page += pageStrides[axis] * index[axis];
    let place = 0;
    for (let axis = 0; axis < strides.length; axis++) place += strides[axis] * index[pageAxes + axis];
    const { isLittleEndian } = pages[page];
    for (let along = 0; along < lineLength; along++) {
      into[count + along] = read(views[page], (place + along * step) * size, isLittleEndian);
    }
    for (let turn = turningAxes.length - 1; turn >= 0; turn--) {
      const axis = turningAxes[turn];
      index[axis]++;
      if (index[axis] < ranges[axis][1]) break;
      index[axis] = ranges[axis][0];
    }
  }
  return into;
}

/** All numbers, row-major. */
export function allNumbers(tensor: FileTensor): Float64Array {
  const { shape } = tensor;
  const ranges = shape.map((size): Range => [0, size]);
  return takeNumbers(tensor, ranges, [...shape.keys()], new Float64Array(countOf(shape)));
}
