import { countOf, type FloatArray, type Tensor } from '../../../contract/index.ts';

export function zeros(shape: readonly number[]): Tensor<Float64Array> {
  return { shape, data: new Float64Array(countOf(shape)) };
}

/** The entry `index` of a row-major array whose entries are `length` numbers long, in float64. */
export function sliceOf(array: FloatArray, index: number, length: number): Float64Array {
  return Float64Array.from(array.subarray(index * length, (index + 1) * length));
}

/** Arrays of equal length one after another. */
export function concatenate(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.length * arrays[0].length);
  arrays.forEach((array, index) => all.set(array, index * array.length));
  return all;
}
