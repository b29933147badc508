import type { AttentionScoreFunction, ScoreSource } from '../../../contract/index.ts';
import { gradientThroughScores } from '../operations/score-backward.ts';
import { gradientThroughTemperature, gradientThroughWeights } from '../operations/softmax-backward.ts';
import { computeRowLogits } from '../row-logits.ts';
import { softmaxOfRow } from '../row-softmax.ts';
import { computeScores } from '../score-terms.ts';
import { add } from './linear.ts';

/** What a decoder looks at, and how; one sequence of a batch in float64. */
export interface Source {
  readonly scoreFunction: AttentionScoreFunction;
  readonly scale: number | undefined;
  readonly temperature: number;
  readonly encoderDim: number;
  readonly stateDim: number;
  readonly attentionDim: number;
  /** [sourceCount, encoderDim] */
  readonly encoderStates: Float64Array;
  /** [sourceCount] */
  readonly visible: Uint8Array;
  /** Parameters of the score function, empty where it has none; shaped as in DecoderOptions. */
  readonly W_a: Float64Array;
  readonly W_q: Float64Array;
  readonly W_k: Float64Array;
  readonly v: Float64Array;
}

/** Gradients that all steps add to. */
export type SourceGradient = Readonly<
  Record<'encoderStates' | 'W_a' | 'W_q' | 'W_k' | 'v' | 'scale' | 'temperature', Float64Array>
>;

export interface Alignment {
  /** [stateDim] the state that asked. */
  readonly query: Float64Array;
  /** [sourceCount] the scores that were typed, for given. */
  readonly given: Float64Array;
  /** [sourceCount] */
  readonly scores: Float64Array;
  /** [sourceCount] */
  readonly weights: Float64Array;
  /** [encoderDim] */
  readonly context: Float64Array;
}

export function align(source: Source, query: Float64Array, given: Float64Array): Alignment {
  const { encoderDim, encoderStates, visible, temperature, scale = 1 } = source;
  const formula = formulaOf(source, query);
  const scores = formula ? computeScores(formula, 1, visible.length) : given.map((score) => scale * score);
  const row = computeRowLogits(scores, visible, undefined, temperature);
  const { weights } = softmaxOfRow(row, visible);
  const context = new Float64Array(encoderDim);
  weights.forEach((weight, i) => {
    // What has no weight adds nothing, be it NaN.
    if (weight === 0) return;
    for (let d = 0; d < encoderDim; d++) context[d] += weight * encoderStates[i * encoderDim + d];
  });
  return { query, given, scores, weights, context };
}

/** From the gradients of what `align` gave to those of the query and of given scores; adds to the source's. */
export function alignBack(
  source: Source,
  alignment: Alignment,
  after: Pick<Alignment, 'scores' | 'weights' | 'context'>,
  gradient: SourceGradient,
): { readonly query: Float64Array; readonly given: Float64Array } {
  const { encoderDim, encoderStates, visible, temperature, scale = 1 } = source;
  const { weights, query } = alignment;
  const weightsGradient = after.weights.slice();
  weights.forEach((weight, i) => {
    if (weight === 0) return;
    for (let d = 0; d < encoderDim; d++) {
      weightsGradient[i] += after.context[d] * encoderStates[i * encoderDim + d];
      gradient.encoderStates[i * encoderDim + d] += weight * after.context[d];
    }
  });
  const logitsGradient = new Float64Array(weights.length);
  gradientThroughWeights(weights, weightsGradient, logitsGradient);
  const throughLogits = gradientThroughTemperature({ ...alignment, visible, temperature }, logitsGradient);
  gradient.temperature[0] += throughLogits.temperature;
  const scoresGradient = throughLogits.scores.map((x, i) => (visible[i] ? x + after.scores[i] : 0));
  const formula = formulaOf(source, query);
  if (!formula) {
    scoresGradient.forEach((x, i) => {
      if (x !== 0) gradient.scale[0] += x * alignment.given[i];
    });
    return { query: new Float64Array(query.length), given: scoresGradient.map((x) => scale * x) };
  }
  const through = gradientThroughScores(formula, scoresGradient);
  gradient.scale[0] += through.scale;
  add(through.keys, source.scoreFunction === 'location' ? gradient.W_a : gradient.encoderStates);
  if (through.W) add(through.W, gradient.W_a);
  if (through.W_q) add(through.W_q, gradient.W_q);
  if (through.W_k) add(through.W_k, gradient.W_k);
  if (through.v) add(through.v, gradient.v);
  return { query: through.queries, given: new Float64Array(weights.length) };
}

/** The formulas of attention for one query. A location is a key that is learned: row i of W_a in place of h_i. */
function formulaOf(
  source: Source,
  queries: Float64Array,
): Exclude<ScoreSource, { scoreFunction: 'given' }> | undefined {
  const { scoreFunction, scale, stateDim, encoderDim, attentionDim, encoderStates, visible, W_a, W_q, W_k, v } = source;
  const vectors = { scale, queryDim: stateDim, keyDim: encoderDim, queries, keys: encoderStates };
  switch (scoreFunction) {
    case 'given':
      return undefined;
    case 'dot':
    case 'scaledDot':
    case 'cosine':
      return { scoreFunction, ...vectors };
    case 'bilinear':
      return { scoreFunction, ...vectors, W: W_a };
    case 'additive':
      return { scoreFunction, ...vectors, attentionDim, W_q, W_k, v };
    case 'location':
      return {
        ...vectors,
        scoreFunction: 'dot',
        keyDim: stateDim,
        keys: W_a.subarray(0, visible.length * stateDim),
      };
  }
}
