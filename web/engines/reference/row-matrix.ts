import type { FloatArray } from '../../contract/index.ts';

/** rows [n, innerDim] times matrix [innerDim, outerDim] → [n, outerDim]. */
export function multiplyRows(rows: FloatArray, matrix: FloatArray, innerDim: number, outerDim: number): Float64Array {
  const rowCount = rows.length / innerDim;
  const result = new Float64Array(rowCount * outerDim);
  for (let row = 0; row < rowCount; row++) {
    for (let outer = 0; outer < outerDim; outer++) {
      let sum = 0;
      for (let inner = 0; inner < innerDim; inner++) {
        sum += rows[row * innerDim + inner] * matrix[inner * outerDim + outer];
      }
      result[row * outerDim + outer] = sum;
    }
  }
  return result;
}

/** rows [n, innerDim] times the transpose of matrix [outerDim, innerDim] → [n, outerDim]. */
export function multiplyRowsByTransposed(
  rows: FloatArray,
  matrix: FloatArray,
  innerDim: number,
  outerDim: number,
): Float64Array {
  const rowCount = rows.length / innerDim;
  const result = new Float64Array(rowCount * outerDim);
  for (let row = 0; row < rowCount; row++) {
    for (let outer = 0; outer < outerDim; outer++) {
      let sum = 0;
      for (let inner = 0; inner < innerDim; inner++) {
        sum += rows[row * innerDim + inner] * matrix[outer * innerDim + inner];
      }
      result[row * outerDim + outer] = sum;
    }
  }
  return result;
}

/** Each row [dim] divided by its length; a row of zeros stays zeros, so that its cosine is 0 and not NaN. */
export function normalizeRows(rows: FloatArray, dim: number): Float64Array {
  const result = new Float64Array(rows.length);
  for (let start = 0; start < rows.length; start += dim) {
    // Math.hypot scales by the largest part, so that squares neither overflow nor vanish.
    const norm = Math.hypot(...rows.subarray(start, start + dim));
    if (norm === 0) continue;
    for (let j = 0; j < dim; j++) result[start + j] = rows[start + j] / norm;
  }
  return result;
}
