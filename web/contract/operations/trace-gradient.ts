import type { AttentionInput } from '../attention-input.ts';
import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkShape } from './checks.ts';
import type { ScoreFieldsGradient } from './score-gradient.ts';
import { singleHeadInputOf, type SingleHeadRequest } from './single-head.ts';

/**
 * The backward pass of AttentionEngine.trace: from the gradients c of the context to those of all that the input holds.
 * For query t and key i, with g and e along the way:
 *
 *   ∂L/∂weight      g_ti = c_t · value_i
 *   ∂L/∂logit       α_ti (g_ti − Σ_j α_tj g_tj), see `softmaxGradient`; also that of the additive mask
 *   ∂L/∂score       e_ti = ∂L/∂logit / temperature, and on by `scoreGradient`
 *   ∂L/∂value       Σ_t α_ti c_t
 *   ∂L/∂temperature −Σ ∂L/∂logit · score / temperature²
 *
 * Hidden keys get exactly 0, and what they hold, be it NaN or Infinity, reaches no gradient of another. A query that sees
 * no key passes on zeros; one that is padding passes on nothing of its context. A visible NaN reaches only what its
 * score, weight or value goes into. At temperature 0, where weights only jump, all gradients but those of the values are
 * zeros.
 */
export interface TraceGradientRequest<A extends FloatArray = FloatArray> extends SingleHeadRequest<A> {
  /** [queryCount, valueDim] ∂L/∂context */
  readonly contextGradient: Tensor<A>;
  /** [queryCount, keyCount] ∂L/∂weight of what L takes from the weights beside the context. Default zeros. */
  readonly weightsGradient?: Tensor<A> | undefined;
}

export interface TraceGradientResult<A extends FloatArray = FloatArray> extends ScoreFieldsGradient<A> {
  /** [keyCount, valueDim] */
  readonly valuesGradient: Tensor<A>;
  /** [queryCount, keyCount] g, with the request's weightsGradient; 0 where hidden. */
  readonly weightsGradient: Tensor<A>;
  /** [queryCount, keyCount] e, of the raw scores. */
  readonly scoresGradient: Tensor<A>;
  /** [queryCount, keyCount] only where there is an additive mask. */
  readonly additiveMaskGradient?: Tensor<A> | undefined;
  /** [] */
  readonly temperatureGradient: Tensor<A>;
}

export function validateTraceGradient(request: TraceGradientRequest): void {
  traceGradientInputOf(request);
}

/** The request's input on its arrays. Refuses what validateTraceGradient refuses. */
export function traceGradientInputOf<A extends FloatArray>(request: TraceGradientRequest<A>): AttentionInput<A> {
  const input = singleHeadInputOf(request);
  const queries = ['queryCount', input.queryCount] as const;
  checkShape('contextGradient', request.contextGradient, [queries, ['valueDim', input.valueDim]]);
  if (request.weightsGradient) {
    checkShape('weightsGradient', request.weightsGradient, [queries, ['keyCount', input.keyCount]]);
  }
  return input;
}
