/** matrix [rowCount, x.length] times x, plus bias [rowCount]. */
export function affine(matrix: Float64Array, x: Float64Array, bias: Float64Array | undefined): Float64Array {
  return Float64Array.from({ length: matrix.length / x.length }, (_, row) => {
    let sum = bias?.[row] ?? 0;
    for (let j = 0; j < x.length; j++) sum += matrix[row * x.length + j] * x[j];
    return sum;
  });
}

/** The gradient of x in matrix x: adds the transpose of matrix [gradient.length, x.length] times gradient to `x`. */
export function addTransposedProduct(matrix: Float64Array, gradient: Float64Array, x: Float64Array): void {
  for (let row = 0; row < gradient.length; row++) {
    for (let j = 0; j < x.length; j++) x[j] += matrix[row * x.length + j] * gradient[row];
  }
}

/**
 * The gradient of the matrix in matrix x: adds gradient_row · x_j to matrix [gradient.length, x.length]. A gradient of 0
 * adds 0, be x_j infinite, as it may be where a gate is saturated.
 */
export function addOuterProduct(gradient: Float64Array, x: Float64Array, matrix: Float64Array): void {
  for (let row = 0; row < gradient.length; row++) {
    if (gradient[row] === 0) continue;
    for (let j = 0; j < x.length; j++) matrix[row * x.length + j] += gradient[row] * x[j];
  }
}

/** Adds to the first summand.length numbers of `sum`. */
export function add(summand: Float64Array, sum: Float64Array): void {
  for (let j = 0; j < summand.length; j++) sum[j] += summand[j];
}

export function join(first: Float64Array, second: Float64Array): Float64Array {
  return Float64Array.from([...first, ...second]);
}
