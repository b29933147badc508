import type { AttentionInput, AttentionTrace, FloatArray, Precision } from '../../web/contract/index.ts';
import { precisionOf } from '../../web/contract/index.ts';

/**
 * How far an engine may be from the float64 reference. All bounds count in units of rounding: 2⁻⁵³ in float64, 2⁻²⁴ in
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
  const { size, roundings } = scoreSize(input);
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

/** A bound of Σ |terms| of any score of the input, and how many roundings one score goes through. */
function scoreSize({ score }: AttentionInput): { size: number; roundings: number } {
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

/** The largest finite absolute value. */
export function largestOf(numbers: FloatArray): number {
  let largest = 0;
  for (const number of numbers) if (Number.isFinite(number)) largest = Math.max(largest, Math.abs(number));
  return largest;
}
