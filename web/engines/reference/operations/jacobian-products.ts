import type { JacobianProductsRequest, JacobianProductsResult } from '../../../contract/index.ts';
import { singularValues } from '../linear-algebra/singular-values.ts';
import { multiplyRows } from '../row-matrix.ts';
import { tensorOf } from './tensor-rows.ts';

export function jacobianProducts(request: JacobianProductsRequest): JacobianProductsResult<Float64Array> {
  const jacobians = jacobiansOf(request);
  const stepCount = jacobians.length;
  const dim = Math.sqrt(jacobians[0].length);
  const stepNorms = Float64Array.from(jacobians, (jacobian) => spectralNorm(jacobian, dim));
  const products = [...jacobians];
  const bounds = stepNorms.slice();
  for (let step = stepCount - 2; step >= 0; step--) {
    products[step] = multiplyRows(products[step + 1], jacobians[step], dim, dim);
    bounds[step] *= bounds[step + 1];
  }
  return {
    jacobians: tensorOf(jacobians, [stepCount, dim, dim]),
    products: tensorOf(products, [stepCount, dim, dim]),
    norms: { shape: [stepCount], data: Float64Array.from(products, (product) => spectralNorm(product, dim)) },
    stepNorms: { shape: [stepCount], data: stepNorms },
    bounds: { shape: [stepCount], data: bounds },
  };
}

/** One [dim, dim] each. */
function jacobiansOf({ jacobians, states, R }: JacobianProductsRequest): Float64Array[] {
  if (jacobians) {
    const size = jacobians.shape[1] * jacobians.shape[2];
    return Array.from({ length: jacobians.shape[0] }, (_, step) =>
      Float64Array.from(jacobians.data.subarray(step * size, (step + 1) * size)),
    );
  }
  const [stepCount, dim] = states!.shape;
  return Array.from({ length: stepCount }, (_, step) =>
    Float64Array.from({ length: dim * dim }, (__, cell) => {
      const [j, i] = [Math.floor(cell / dim), cell % dim];
      const state = states!.data[step * dim + j];
      return (1 - state * state) * R!.data[i * dim + j];
    }),
  );
}

function spectralNorm(matrix: Float64Array, dim: number): number {
  const largest = matrix.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  if (!Number.isFinite(largest)) return Infinity;
  if (largest === 0) return 0;
  // Scaled, so that squares neither overflow nor vanish.
  const scaled = matrix.map((x) => x / largest);
  const rows = Array.from({ length: dim }, (_, row) => scaled.subarray(row * dim, (row + 1) * dim));
  return largest * singularValues(rows).values[0];
}
