import type { FloatArray } from '../float-array.ts';
import { limits } from '../limits.ts';
import type { Tensor } from '../tensor.ts';
import { checkResultSize } from './checks.ts';
import { validateSoftmax, type SoftmaxRequest } from './softmax.ts';

/**
 * How each probability of a row moves with each score of that row:
 *
 *   ∂α_i / ∂score_j = α_i (δ_ij − α_j) / temperature, the matrix (diag(α) − α αᵀ) / temperature
 *
 * It is symmetric, its rows and columns sum to 0. Rows and columns of hidden keys are zeros, and so is the whole matrix
 * of a row that keeps no key, whatever `fullyMasked`, and at temperature 0, where probabilities only jump. A kept NaN
 * makes the row's entries between kept keys NaN.
 */
export type SoftmaxJacobianRequest<A extends FloatArray = FloatArray> = SoftmaxRequest<A>;

export interface SoftmaxJacobianResult<A extends FloatArray = FloatArray> {
  /** [..., keyCount, keyCount] at most limits.maxTensorNumbers numbers. */
  readonly jacobian: Tensor<A>;
}

export function validateSoftmaxJacobian(request: SoftmaxJacobianRequest): void {
  validateSoftmax(request);
  const { shape } = request.scores;
  const rows = shape.slice(0, -1).map((size, axis) => [`axis ${axis}`, size] as const);
  const keys = ['keyCount', shape[shape.length - 1]] as const;
  checkResultSize('jacobian', [...rows, keys, keys], limits.maxTensorNumbers);
}
