import type {
  AttentionInput,
  AttentionRequest,
  AttentionResult,
  AttentionTrace,
  FloatArray,
  FusedAttentionRequest,
  FusedAttentionResult,
  Precision,
  ScoreSource,
  Tensor,
} from '../../web/contract/index.ts';
import { attentionShapeOf, fusedAttentionShapeOf, precisionOf } from '../../web/contract/index.ts';

/**
 * How far an engine may be from the float64 reference; the same for all engines, those on a GPU too. All bounds count in units of rounding: 2⁻⁵³ in float64, 2⁻²⁴ in
 * float32, half the distance from 1 to the next number.
 */
export const roundingUnit: Readonly<Record<Precision, number>> = { float64: 2 ** -53, float32: 2 ** -24 };

/** For numbers of size about 1 in hand-made examples: 1e-12 in float64, about 4e-6 in float32. */
export const exampleTolerance: Readonly<Record<Precision, number>> = { float64: 1e-12, float32: 64 * 2 ** -24 };

/** Absolute bounds for the fields of one trace; `relative` bounds follow the size of the number. */
export interface TraceTolerances {
  readonly unit: number;
  readonly scores: number;
  readonly logits: number;
  readonly weights: number;
  readonly context: number;
  readonly entropy: number;
}

/**
 * A sum of n products in any order is off by at most n units of Σ |products| (Higham, "Accuracy and Stability of
 * Numerical Algorithms", §3.1); the rest follows that error through the formulas of AttentionTrace.
 */
export function tolerancesFor(input: AttentionInput, expected: AttentionTrace): TraceTolerances {
  const unit = roundingUnit[precisionOf(input.values)];
  const temperature = input.temperature ?? 1;
  const { size, roundings } = scoreSize(input.score);
  const scores = unit * (roundings * size + 2 * largestOf(expected.scores));
  const logits = (temperature === 0 ? 0 : scores / temperature) + 4 * unit * largestOf(expected.logits);
  // A weight moves by at most the error of the logits, twice: its own and that of the sum.
  const weights = 2 * logits + 8 * unit;
  const valueSize = largestOf(input.values);
  return {
    unit,
    scores,
    logits,
    weights,
    context: valueSize * (2 * logits + (8 + input.keyCount) * unit),
    // The derivative of the entropy by a logit, α (log α + H), sums to at most 2 log n over a row; near 0 weights
    // change their logarithm faster than themselves.
    entropy: 4 * (logits + 4 * unit) * (1 + Math.log(input.keyCount)),
  };
}

/** A bound of Σ |terms| of any score, and how many roundings one score goes through. */
function scoreSize(score: ScoreSource): { size: number; roundings: number } {
  if (score.scoreFunction === 'given') return { size: 0, roundings: 0 };
  const { queryDim, keyDim } = score;
  const [query, key] = [largestOf(score.queries), largestOf(score.keys)];
  const scale = Math.abs(score.scale ?? 1);
  switch (score.scoreFunction) {
    case 'dot':
    case 'scaledDot':
      return { size: scale * keyDim * query * key, roundings: keyDim + 4 };
    case 'cosine':
      return { size: scale, roundings: 3 * keyDim + 8 };
    case 'bilinear':
      return {
        size: scale * queryDim * keyDim * query * key * largestOf(score.W),
        roundings: queryDim + keyDim + 4,
      };
    case 'additive': {
      const { attentionDim } = score;
      // tanh has slope 1 at most, so an error before it is no larger behind it.
      const projected = 1 + queryDim * query * largestOf(score.W_q) + keyDim * key * largestOf(score.W_k);
      return {
        size: scale * attentionDim * largestOf(score.v) * projected,
        roundings: queryDim + keyDim + attentionDim + 8,
      };
    }
  }
}

/** For each field of the operation `attention`; the bounds of a trace, with the rounding of the cap. */
export function attentionTolerances(
  request: AttentionRequest,
  expected: AttentionResult,
): Readonly<Record<keyof AttentionResult, number>> {
  const { queryCount, keyCount, queryDim, keyDim, valueDim, attentionDim } = attentionShapeOf(request);
  const { scoreFunction = 'scaledDot', scale, temperature, values, pastValues, pastKeys } = request;
  const numbers = (...tensors: readonly (Tensor | undefined)[]): Float64Array =>
    Float64Array.from(tensors.flatMap((tensor) => Array.from(tensor?.data ?? [])));
  const isByLocation = scoreFunction === 'location';
  const score = {
    scoreFunction: isByLocation ? 'dot' : scoreFunction,
    scores: numbers(request.scores),
    queryDim,
    keyDim: isByLocation ? queryDim : keyDim,
    attentionDim,
    queries: numbers(request.queries),
    keys: isByLocation ? numbers(request.W) : numbers(request.keys, pastKeys),
    W: numbers(request.W),
    W_q: numbers(request.W_q),
    W_k: numbers(request.W_k),
    v: numbers(request.v),
    scale,
  } as ScoreSource;
  const unit = roundingUnit[precisionOf(values.data)];
  // The unit is that of the values; the other arrays may be of any precision.
  const allValues = numbers(values, pastValues);
  const input = {
    ...{ queryCount, keyCount, valueDim, score, temperature },
    values: precisionOf(values.data) === 'float64' ? allValues : Float32Array.from(allValues),
  };
  const trace = { scores: expected.scores.data, logits: expected.logits.data } as AttentionTrace;
  const bounds = tolerancesFor(input, trace);
  const cap = 4 * unit * largestOf(expected.cappedScores.data);
  const logits = bounds.logits + cap / (temperature ?? 1);
  const valueSize = largestOf(allValues);
  return {
    scores: bounds.scores,
    cappedScores: bounds.scores + cap,
    logits,
    weights: 2 * logits + 8 * unit,
    context: valueSize * (2 * logits + (8 + keyCount) * unit),
    logSumExp: logits + 8 * unit * (1 + largestOf(expected.logSumExp.data)),
    isEmpty: 0,
  };
}

/** For each field of `fusedAttention` but largestKey, and for the scores that nobody sees. */
export function fusedAttentionTolerances(
  request: FusedAttentionRequest,
  { logSumExp }: FusedAttentionResult,
): Readonly<Record<'score' | 'context' | 'logSumExp' | 'entropy', number>> {
  const { queryDim, keyDim, keyCount, attentionDim } = fusedAttentionShapeOf(request);
  const { scoreFunction = 'scaledDot', queries, keys, values, W, W_q, W_k, v } = request;
  const unit = roundingUnit[precisionOf(values.data)];
  const scale = request.scale ?? (scoreFunction === 'scaledDot' ? 1 / Math.sqrt(keyDim) : 1);
  const source = {
    ...{ scoreFunction, scale, queryDim, keyDim, attentionDim },
    ...{ queries: queries.data, keys: keys.data, W: W?.data, W_q: W_q?.data, W_k: W_k?.data, v: v?.data },
  } as ScoreSource;
  const { size, roundings } = scoreSize(source);
  // What is hidden by a mask of −1e9 has no weight to be off.
  const added = largestOf((request.additiveMask?.data ?? new Float64Array()).filter((number) => number > -1e6));
  // Those of the sum and its scale, two of its distance from the largest, and what is added with its own.
  const score = unit * ((roundings + 2) * size + 4 * added);
  // A sum over the keys, of exponentials that are 3 units off.
  const sum = unit * (keyCount + 8);
  return {
    score,
    context: largestOf(values.data) * (2 * score + sum),
    logSumExp: score + sum + 4 * unit * largestOf(logSumExp.data),
    // As for a trace; and Σ weight · distance is at most log n.
    entropy: (4 * score + sum) * (1 + Math.log(keyCount)),
  };
}

/**
 * For cells of a `weightTile` of part of `whole`, whose rows have this log-sum-exp: how far off a score, and by which share
 * of itself a weight. The log-sum-exp that a weight is made with is as far off as fusedAttention allows.
 */
export function weightTileTolerances(
  whole: FusedAttentionRequest,
  result: FusedAttentionResult,
): Readonly<{ score: number; weightShare: number }> {
  const { score, logSumExp } = fusedAttentionTolerances(whole, result);
  const unit = roundingUnit[precisionOf(whole.values.data)];
  // A mask of −1e9 has no weight to be off, but a score. A mean is a sum of up to a block of keys and a tile of queries.
  const added = largestOf(whole.additiveMask?.data ?? new Float64Array());
  const pooling = 80 * unit;
  // The distance of the score from log-sum-exp, its exponential, and its mean.
  const distance = score + logSumExp + 4 * unit * largestOf(result.logSumExp.data);
  return { score: (1 + pooling) * (score + 4 * unit * added) + pooling * added, weightShare: distance + pooling };
}

/** For rows · matrix + bias; without a matrix only the bias is added. */
export function productTolerance(
  precision: Precision,
  rows: Tensor,
  matrix: Tensor | undefined,
  bias: Tensor | undefined,
): number {
  const [innerDim, factor] = matrix ? [matrix.shape[0], largestOf(matrix.data)] : [1, 1];
  const size = innerDim * largestOf(rows.data) * factor + (bias ? largestOf(bias.data) : 0);
  return roundingUnit[precision] * (innerDim + 2) * size;
}

/**
 * For results without a bound of their own: units of rounding, of the largest number of the tensor. Recurrences over a few
 * steps with weights of about 1 may grow an error a little at each step, forward, and again on the way back. A gradient
 * through attention goes through some 20 roundings, and what cancels in its sums may be some 400 times as large as what
 * is left: vectors up to 6 wide with parts up to 2, a temperature of ¼, keys shared by 4 heads. Projections around it
 * double what cancels.
 */
export const resultUnits = {
  forward: 256,
  backward: 4096,
  throughAttention: 8192,
  throughProjections: 16384,
} as const;

/**
 * Central differences in float64 at this distance and at twice it, extrapolated: rounding spoils a 10⁻¹² of the loss, and what
 * curvature leaves goes with the fourth power of the distance.
 */
export const slopes = { distance: 3e-5, tolerance: 1e-7 } as const;

/** The largest finite absolute value. */
export function largestOf(numbers: FloatArray): number {
  let largest = 0;
  for (const number of numbers) if (Number.isFinite(number)) largest = Math.max(largest, Math.abs(number));
  return largest;
}
