/**
 * The two precisions an engine computes in. All arrays of one input have the same class, and the trace comes
 * back in that class: Float64Array for small teaching inputs, where every digit is read, Float32Array for bulk.
 */
export type FloatArray = Float32Array | Float64Array;

export type Precision = 'float32' | 'float64';

export function precisionOf(array: FloatArray): Precision {
  return array instanceof Float64Array ? 'float64' : 'float32';
}

/** A zeroed array of the same precision as `like`. */
export function allocateLike<A extends FloatArray>(like: A, length: number): A {
  return (like instanceof Float64Array ? new Float64Array(length) : new Float32Array(length)) as A;
}
