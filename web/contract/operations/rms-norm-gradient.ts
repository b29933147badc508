import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkSameShape } from './checks.ts';
import { validateRmsNorm, type RmsNormRequest } from './rms-norm.ts';

/**
 * The backward pass of `rmsNorm`. With s = x · inverseRms and g = ∂L/∂normalized · gain, for each row
 *
 *   ∂L/∂x = inverseRms · (g − s · mean(g · s)), ∂L/∂gain = Σ ∂L/∂normalized · s
 *
 * with the sum over all rows.
 */
export interface RmsNormGradientRequest<A extends FloatArray = FloatArray> extends RmsNormRequest<A> {
  /** The shape of x: ∂L/∂normalized */
  readonly normalizedGradient: Tensor<A>;
}

export interface RmsNormGradientResult<A extends FloatArray = FloatArray> {
  /** The shape of x. */
  readonly xGradient: Tensor<A>;
  /** The shape of gain; only where there is one. */
  readonly gainGradient?: Tensor<A> | undefined;
}

export function validateRmsNormGradient(request: RmsNormGradientRequest): void {
  validateRmsNorm(request);
  checkSameShape('normalizedGradient', request.normalizedGradient, 'x', request.x);
}
