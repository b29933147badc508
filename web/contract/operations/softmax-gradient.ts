import { EngineError } from '../engine-error.ts';
import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkSameShape } from './checks.ts';
import { validateSoftmax, type SoftmaxRequest } from './softmax.ts';

/**
 * The backward pass of `softmax`, and of its logarithm: from the gradients g of the probabilities α and h of log α to
 *
 *   ∂L/∂x_i = α_i (g_i − Σ_j α_j g_j) + h_i − α_i Σ_j h_j, with x = score / temperature + additiveMask
 *
 * and on to scores and temperature. What is hidden gets exactly 0 and its g and h are not read, be they NaN; a row that
 * keeps no key gets zeros, whatever `fullyMasked`. At temperature 0, where probabilities only jump, all gradients are zeros.
 */
export interface SoftmaxGradientRequest<A extends FloatArray = FloatArray> extends SoftmaxRequest<A> {
  /** Shape of scores: ∂L/∂probability. This, logProbabilitiesGradient or both. */
  readonly probabilitiesGradient?: Tensor<A> | undefined;
  /** Shape of scores: ∂L/∂log probability. */
  readonly logProbabilitiesGradient?: Tensor<A> | undefined;
}

export interface SoftmaxGradientResult<A extends FloatArray = FloatArray> {
  /** Shape of scores */
  readonly scoresGradient: Tensor<A>;
  /** Shape of additiveMask; only where there is one. */
  readonly additiveMaskGradient?: Tensor<A> | undefined;
  /** [] Σ over all rows. */
  readonly temperatureGradient: Tensor<A>;
}

export function validateSoftmaxGradient(request: SoftmaxGradientRequest): void {
  validateSoftmax(request);
  const { scores, probabilitiesGradient, logProbabilitiesGradient } = request;
  if (!probabilitiesGradient && !logProbabilitiesGradient) {
    throw new EngineError(
      'badShape',
      'probabilitiesGradient and logProbabilitiesGradient are both missing, but at least one of them was expected.',
    );
  }
  if (probabilitiesGradient) checkSameShape('probabilitiesGradient', probabilitiesGradient, 'scores', scores);
  if (logProbabilitiesGradient) checkSameShape('logProbabilitiesGradient', logProbabilitiesGradient, 'scores', scores);
}
