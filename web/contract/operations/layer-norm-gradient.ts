import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkSameShape } from './checks.ts';
import { validateLayerNorm, type LayerNormRequest } from './layer-norm.ts';

/**
 * The backward pass of `layerNorm`. With s = (x − mean) · inverseDeviation and g = ∂L/∂normalized · gain, for each row
 *
 *   ∂L/∂x = inverseDeviation · (g − mean(g) − s · mean(g · s)), ∂L/∂gain = Σ ∂L/∂normalized · s, ∂L/∂bias = Σ ∂L/∂normalized
 *
 * with the sums over all rows.
 */
export interface LayerNormGradientRequest<A extends FloatArray = FloatArray> extends LayerNormRequest<A> {
  /** The shape of x: ∂L/∂normalized */
  readonly normalizedGradient: Tensor<A>;
}

export interface LayerNormGradientResult<A extends FloatArray = FloatArray> {
  /** The shape of x. */
  readonly xGradient: Tensor<A>;
  /** The shape of gain; only where there is one. */
  readonly gainGradient?: Tensor<A> | undefined;
  /** The shape of bias; only where there is one. */
  readonly biasGradient?: Tensor<A> | undefined;
}

export function validateLayerNormGradient(request: LayerNormGradientRequest): void {
  validateLayerNorm(request);
  checkSameShape('normalizedGradient', request.normalizedGradient, 'x', request.x);
}
