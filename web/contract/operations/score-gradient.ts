import type { ScoreFunction, ScoreSource } from '../attention-input.ts';
import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { validateScoreSource } from '../validate.ts';
import { checkShape } from './checks.ts';
import { checkScoreFunction, scoreSourceOf, type ScoreFields, type SizedScoreSource } from './score-fields.ts';

/** The score functions that have arguments to take gradients of. */
export const scoreFormulas = ['dot', 'scaledDot', 'bilinear', 'additive', 'cosine'] as const;
export type ScoreFormula = Exclude<ScoreFunction, 'given'>;

/**
 * The backward pass of ScoreFunction: from the gradients e of the scores to those of what the formula reads. For one
 * pair (q, k), summed over all pairs:
 *
 * | name               | ∂L/∂q                       | ∂L/∂k                       | ∂L/∂parameters |
 * | ------------------ | --------------------------- | --------------------------- | -------------- |
 * | `dot`, `scaledDot` | scale e k                   | scale e q                   | |
 * | `bilinear`         | scale e W k                 | scale e Wᵀ q                | W: scale e q kᵀ |
 * | `additive`         | W_q u                       | W_k u                       | W_q: q uᵀ, W_k: k uᵀ, v: scale e tanh(…); u = scale e v ⊙ (1 − tanh²(…)) |
 * | `cosine`           | scale e (k̂ − cos q̂) / ‖q‖  | scale e (q̂ − cos k̂) / ‖k‖  | |
 *
 * A pair with e = 0 takes no part, whatever its vectors hold. A vector of norm 0 has cosine 0 by definition and passes
 * on nothing.
 */
export interface ScoreGradientRequest<A extends FloatArray = FloatArray> extends Omit<ScoreFields<A>, 'scores'> {
  readonly scoreFunction: ScoreFormula;
  /** [queryCount, keyCount] */
  readonly scoresGradient: Tensor<A>;
}

/** Gradients of what a score function reads, each shaped as what it is the gradient of; absent where it is not read. */
export interface ScoreFieldsGradient<A extends FloatArray = FloatArray> {
  readonly queriesGradient?: Tensor<A> | undefined;
  readonly keysGradient?: Tensor<A> | undefined;
  readonly WGradient?: Tensor<A> | undefined;
  readonly W_qGradient?: Tensor<A> | undefined;
  readonly W_kGradient?: Tensor<A> | undefined;
  readonly vGradient?: Tensor<A> | undefined;
  /** [] */
  readonly scaleGradient?: Tensor<A> | undefined;
}

export type ScoreGradientResult<A extends FloatArray = FloatArray> = ScoreFieldsGradient<A>;

export function validateScoreGradient(request: ScoreGradientRequest): void {
  scoreFormulaOf(request);
}

/** The request's formula, sized, on its arrays. Refuses what validateScoreGradient refuses. */
export function scoreFormulaOf<A extends FloatArray>(
  request: ScoreGradientRequest<A>,
): SizedScoreSource<A> & { readonly source: Exclude<ScoreSource<A>, { scoreFunction: 'given' }> } {
  checkScoreFunction(request.scoreFunction, scoreFormulas);
  const sized = scoreSourceOf(request);
  validateScoreSource(sized.source, sized.queryCount, sized.keyCount);
  checkShape('scoresGradient', request.scoresGradient, [
    ['queryCount', sized.queryCount],
    ['keyCount', sized.keyCount],
  ]);
  return sized as ReturnType<typeof scoreFormulaOf<A>>;
}
