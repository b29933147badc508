import { dot, singularValues } from './singular-values.ts';

/**
 * The shortest x [columnCount] with the smallest ‖rows x − target‖. Singular values up to `threshold` times the largest
 * count as 0: along their directions x is not known, and stays 0.
 */
export function leastSquares(rows: readonly Float64Array[], target: Float64Array, threshold: number): Float64Array {
  const { values, left, right } = singularValues(rows);
  const solution = new Float64Array(rows[0].length);
  for (let k = 0; k < values.length; k++) {
    if (values[k] <= threshold * values[0]) break;
    const share = dot(left[k], target) / values[k];
    for (let j = 0; j < solution.length; j++) solution[j] += share * right[k][j];
  }
  return solution;
}
