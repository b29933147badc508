import {
  traceGradientInputOf,
  type TraceGradientRequest,
  type TraceGradientResult,
  type AttentionInput,
} from '../../../contract/index.ts';
import { computeTrace } from '../reference-trace.ts';
import { gradientThroughHead } from './head-backward.ts';
import { gradientThroughScores } from './score-backward.ts';
import { shapeScoreGradient } from './score-gradient.ts';

export function traceGradient(request: TraceGradientRequest): TraceGradientResult<Float64Array> {
  const input = traceGradientInputOf(request);
  const { queryCount, keyCount, temperature = 1 } = input;
  const head = gradientThroughHead(
    { ...computeTrace(input), values: input.values, temperature },
    { context: withoutPadding(input, request.contextGradient.data), weights: request.weightsGradient?.data },
  );
  const pairs = [queryCount, keyCount];
  return {
    valuesGradient: { shape: request.values.shape, data: head.values },
    weightsGradient: { shape: pairs, data: head.weights },
    scoresGradient: { shape: pairs, data: head.scores },
    ...(request.additiveMask && { additiveMaskGradient: { shape: pairs, data: head.logits } }),
    temperatureGradient: { shape: [], data: Float64Array.of(head.temperature) },
    ...(input.score.scoreFunction !== 'given' &&
      shapeScoreGradient(request, gradientThroughScores(input.score, head.scores))),
  };
}

/** The context of a query that is padding is zeros whatever its weights, so that its gradient ends there. */
function withoutPadding({ mask, valueDim }: AttentionInput, contextGradient: ArrayLike<number>): Float64Array {
  return Float64Array.from(contextGradient, (number, index) =>
    mask?.queryMask?.[Math.floor(index / valueDim)] === 0 ? 0 : number,
  );
}
