import type { SoftmaxGradientRequest, SoftmaxGradientResult } from '../../../contract/index.ts';
import { gradientThroughLogWeights, gradientThroughTemperature, gradientThroughWeights } from './softmax-backward.ts';
import { softmaxRows } from './softmax-rows.ts';

export function softmaxGradient(request: SoftmaxGradientRequest): SoftmaxGradientResult<Float64Array> {
  const { scores, additiveMask, probabilitiesGradient, logProbabilitiesGradient } = request;
  const scoresGradient = new Float64Array(scores.data.length);
  const additiveMaskGradient = new Float64Array(scores.data.length);
  let temperatureGradient = 0;
  for (const row of softmaxRows(request)) {
    const { begin, end } = row;
    const logits = new Float64Array(end - begin);
    if (probabilitiesGradient) {
      gradientThroughWeights(row.weights, probabilitiesGradient.data.subarray(begin, end), logits);
    }
    if (logProbabilitiesGradient) {
      gradientThroughLogWeights(row, logProbabilitiesGradient.data.subarray(begin, end), logits);
    }
    const gradient = gradientThroughTemperature(row, logits);
    scoresGradient.set(gradient.scores, begin);
    additiveMaskGradient.set(gradient.logits, begin);
    temperatureGradient += gradient.temperature;
  }
  return {
    scoresGradient: { shape: scores.shape, data: scoresGradient },
    ...(additiveMask && { additiveMaskGradient: { shape: scores.shape, data: additiveMaskGradient } }),
    temperatureGradient: { shape: [], data: Float64Array.of(temperatureGradient) },
  };
}
