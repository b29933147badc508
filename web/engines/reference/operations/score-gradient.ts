import {
  scoreFormulaOf,
  type ScoreFields,
  type ScoreFieldsGradient,
  type ScoreGradientRequest,
  type ScoreGradientResult,
  type Tensor,
} from '../../../contract/index.ts';
import { gradientThroughScores, type ScoreSourceGradient } from './score-backward.ts';

export function scoreGradient(request: ScoreGradientRequest): ScoreGradientResult<Float64Array> {
  const { source } = scoreFormulaOf(request);
  return shapeScoreGradient(request, gradientThroughScores(source, Float64Array.from(request.scoresGradient.data)));
}

/** Gives each gradient the shape of its field; what the formula does not read is left out. */
export function shapeScoreGradient(
  fields: Omit<ScoreFields, 'scoreFunction'>,
  gradient: ScoreSourceGradient,
): ScoreFieldsGradient<Float64Array> {
  const { queries, keys, W, W_q, W_k, v, scale } = gradient;
  return {
    queriesGradient: shaped(queries, fields.queries),
    keysGradient: shaped(keys, fields.keys),
    ...(W && { WGradient: shaped(W, fields.W) }),
    ...(W_q && { W_qGradient: shaped(W_q, fields.W_q) }),
    ...(W_k && { W_kGradient: shaped(W_k, fields.W_k) }),
    ...(v && { vGradient: shaped(v, fields.v) }),
    scaleGradient: { shape: [], data: Float64Array.of(scale) },
  };
}

/** The field is there: a formula reads all that it has a gradient for. */
function shaped(data: Float64Array, field: Tensor | undefined): Tensor<Float64Array> {
  return { shape: field!.shape, data };
}
