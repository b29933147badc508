import { gradientThroughTemperature, gradientThroughWeights } from './softmax-backward.ts';

/** One head of attention after its forward pass, in float64. */
export interface AttendedHead {
  readonly queryCount: number;
  readonly keyCount: number;
  readonly valueDim: number;
  /** [queryCount, keyCount] what the temperature divides. */
  readonly scores: Float64Array;
  /** [queryCount, keyCount] */
  readonly visible: Uint8Array;
  /** [queryCount, keyCount] */
  readonly weights: Float64Array;
  /** [keyCount, valueDim] */
  readonly values: ArrayLike<number>;
  readonly temperature: number;
}

/** What L takes from a head: gradients of its context [queryCount, valueDim] and of its weights [queryCount, keyCount]. */
export interface HeadOutputGradient {
  readonly context: ArrayLike<number>;
  readonly weights: ArrayLike<number> | undefined;
}

/** Shaped as in AttendedHead; logits are the scores after temperature and mask. */
export interface HeadGradient {
  readonly values: Float64Array;
  readonly weights: Float64Array;
  readonly logits: Float64Array;
  readonly scores: Float64Array;
  readonly temperature: number;
}

/** From the context and the weights of a head back to its values, scores and temperature. */
export function gradientThroughHead(head: AttendedHead, output: HeadOutputGradient): HeadGradient {
  const { queryCount, keyCount, scores, visible, weights, temperature } = head;
  const values = gradientOfValues(head, output.context);
  const weightsGradient = gradientOfWeights(head, output);
  const logitsGradient = new Float64Array(queryCount * keyCount);
  const scoresGradient = new Float64Array(queryCount * keyCount);
  let temperatureGradient = 0;
  for (let t = 0; t < queryCount; t++) {
    const [begin, end] = [t * keyCount, (t + 1) * keyCount];
    const row = {
      scores: scores.subarray(begin, end),
      weights: weights.subarray(begin, end),
      visible: visible.subarray(begin, end),
      temperature,
    };
    const logits = logitsGradient.subarray(begin, end);
    gradientThroughWeights(row.weights, weightsGradient.subarray(begin, end), logits);
    const gradient = gradientThroughTemperature(row, logits);
    scoresGradient.set(gradient.scores, begin);
    temperatureGradient += gradient.temperature;
  }
  return {
    values,
    weights: weightsGradient,
    logits: logitsGradient,
    scores: scoresGradient,
    temperature: temperatureGradient,
  };
}

/** [keyCount, valueDim] Σ_t α_ti c_t, where a weight of 0 takes no part: c_t may be NaN. */
function gradientOfValues(
  { weights, keyCount, valueDim }: AttendedHead,
  contextGradient: ArrayLike<number>,
): Float64Array {
  const values = new Float64Array(keyCount * valueDim);
  weights.forEach((weight, pair) => {
    if (weight === 0) return;
    const [t, i] = [Math.floor(pair / keyCount), pair % keyCount];
    for (let d = 0; d < valueDim; d++) values[i * valueDim + d] += weight * contextGradient[t * valueDim + d];
  });
  return values;
}

/** [queryCount, keyCount] c_t · value_i where the query sees the key. What L does not depend on takes no part, be it NaN. */
function gradientOfWeights(
  { visible, values, keyCount, valueDim }: AttendedHead,
  output: HeadOutputGradient,
): Float64Array {
  return Float64Array.from(visible, (isVisible, pair) => {
    if (!isVisible) return 0;
    const [t, i] = [Math.floor(pair / keyCount), pair % keyCount];
    let sum = output.weights?.[pair] ?? 0;
    for (let d = 0; d < valueDim; d++) {
      const gradient = output.context[t * valueDim + d];
      if (gradient !== 0) sum += gradient * values[i * valueDim + d];
    }
    return sum;
  });
}
