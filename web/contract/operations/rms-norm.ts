import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkRank } from './checks.ts';
import { checkEpsilon, checkRowShape, normAxis } from './norm-axis.ts';

/**
 * Root mean square normalisation (Zhang, Sennrich 2019; ONNX operator RMSNormalization, opset 23), over all axes from
 * `axis` on:
 *
 *   normalized = x · inverseRms · gain, inverseRms = 1 / √(Σ x² / count + epsilon)
 *
 * With epsilon 0 a row of zeros is NaN.
 */
export interface RmsNormRequest<A extends FloatArray = FloatArray> {
  /** Any shape but []. */
  readonly x: Tensor<A>;
  /** The shape of x from `axis` on. Default ones. */
  readonly gain?: Tensor<A> | undefined;
  /** The first axis that is normalised, from the end where negative. Default −1. */
  readonly axis?: number | undefined;
  /** 0 or more. Default 1e-5. */
  readonly epsilon?: number | undefined;
}

export interface RmsNormResult<A extends FloatArray = FloatArray> {
  /** The shape of x. */
  readonly normalized: Tensor<A>;
  /** The shape of x, with 1 for each axis that is normalised. */
  readonly inverseRms: Tensor<A>;
}

export function validateRmsNorm({ x, gain, axis, epsilon }: RmsNormRequest): void {
  checkRank('x', x, 1);
  const first = normAxis(x, axis);
  if (gain) checkRowShape('gain', gain, x, first);
  checkEpsilon(epsilon);
}
