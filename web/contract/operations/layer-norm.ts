import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkRank } from './checks.ts';
import { checkEpsilon, checkRowShape, normAxis } from './norm-axis.ts';

/**
 * Layer normalisation (Ba, Kiros, Hinton 2016; ONNX operator LayerNormalization, opset 17), over all axes from `axis` on:
 *
 *   normalized = (x − mean) · inverseDeviation · gain + bias, inverseDeviation = 1 / √(variance + epsilon)
 *
 * with the variance as Σ (x − mean)² / count. The shape of x from `axis` on is called its row here. With epsilon 0 a
 * row of equal numbers is NaN.
 */
export interface LayerNormRequest<A extends FloatArray = FloatArray> {
  /** Any shape but []. */
  readonly x: Tensor<A>;
  /** The shape of a row. Default ones. */
  readonly gain?: Tensor<A> | undefined;
  /** The shape of a row. Default zeros. */
  readonly bias?: Tensor<A> | undefined;
  /** The first axis that is normalised, from the end where negative. Default −1. */
  readonly axis?: number | undefined;
  /** 0 or more. Default 1e-5. */
  readonly epsilon?: number | undefined;
}

export interface LayerNormResult<A extends FloatArray = FloatArray> {
  /** The shape of x. */
  readonly normalized: Tensor<A>;
  /** The shape of x, with 1 for each axis that is normalised. */
  readonly mean: Tensor<A>;
  /** The shape of mean. */
  readonly inverseDeviation: Tensor<A>;
}

export function validateLayerNorm({ x, gain, bias, axis, epsilon }: LayerNormRequest): void {
  checkRank('x', x, 1);
  const first = normAxis(x, axis);
  if (gain) checkRowShape('gain', gain, x, first);
  if (bias) checkRowShape('bias', bias, x, first);
  checkEpsilon(epsilon);
}
