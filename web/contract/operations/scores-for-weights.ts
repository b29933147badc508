import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { EngineError } from '../engine-error.ts';
import { checkFinite, checkRank, checkSameShape } from './checks.ts';
import { checkPositive, checkWeights } from './distribution-checks.ts';

/**
 * "41 % on word 3": scores whose softmax gives the wished weights, exactly. Scores are free up to a constant for each
 * row, so any positive weights have scores: score = temperature · log weight + constant.
 *
 * A wish of NaN is none: such keys keep their distances to each other (0 without `scores`) and share what the wishes
 * leave. With all keys wished, the wishes are divided by their sum; with some, their sum must be below 1.
 *
 * No finite score gives a weight of exactly 0: a wish below smallestWeight is taken as smallestWeight.
 */
export interface ScoresForWeightsRequest<A extends FloatArray = FloatArray> {
  /** [rowCount, keyCount] or [keyCount], 0 … 1 or NaN */
  readonly wishes: Tensor<A>;
  /** The shape of wishes, finite: the scores before. Keys without a wish keep theirs; where all have one, the mean stays. */
  readonly scores?: Tensor<A> | undefined;
  /** Positive and finite. Default 1. */
  readonly temperature?: number | undefined;
  /** Above 0, below 1 / keyCount. Default 1e-6. */
  readonly smallestWeight?: number | undefined;
}

export interface ScoresForWeightsResult<A extends FloatArray = FloatArray> {
  /** The shape of wishes. */
  readonly scores: Tensor<A>;
  /** The shape of wishes: softmax(scores / temperature), what was asked for once all of it was said. Rows sum to 1. */
  readonly weights: Tensor<A>;
  /** [rowCount] or [] max |weight − wish| over the keys with a wish: 0 but for rounding, unless a wish was raised to smallestWeight. */
  readonly largestError: Tensor<A>;
}

export function validateScoresForWeights(request: ScoresForWeightsRequest): void {
  const { wishes, scores, temperature, smallestWeight } = request;
  checkRank('wishes', wishes, 1, 2);
  checkWishes(wishes, smallestWeight);
  if (scores) {
    checkSameShape('scores', scores, 'wishes', wishes);
    checkFinite('scores', scores);
  }
  checkPositive('temperature', temperature);
}

export const defaultSmallestWeight = 1e-6;

/** Rows along the last axis that some weights can fulfil. */
export function checkWishes(wishes: Tensor, smallestWeight: number | undefined): void {
  checkWeights('wishes', wishes, { allowsNaN: true, most: 1 });
  checkPositive('smallestWeight', smallestWeight);
  const keyCount = wishes.shape[wishes.shape.length - 1];
  const smallest = smallestWeight ?? defaultSmallestWeight;
  // One key alone has weight 1 whatever is wished.
  if (keyCount > 1 && smallest * keyCount >= 1) {
    throw new EngineError(
      'badValue',
      `smallestWeight is ${smallest}, but less than 1 / keyCount was expected, for keyCount ${keyCount}.`,
    );
  }
  for (let begin = 0; begin < wishes.data.length; begin += keyCount) {
    const row = Array.from(wishes.data.subarray(begin, begin + keyCount));
    const wished = row.filter((wish) => !Number.isNaN(wish));
    const sum = wished.reduce((total, wish) => total + wish, 0);
    if (wished.length === keyCount && sum === 0) {
      throw new EngineError('badValue', `wishes are all 0 in row ${begin / keyCount}, but weights must sum to 1.`);
    }
    if (wished.length < keyCount && sum >= 1) {
      throw new EngineError(
        'badValue',
        `wishes sum to ${sum} in row ${begin / keyCount}, but less than 1 was expected, as ${keyCount - wished.length} keys without a wish share the rest.`,
      );
    }
  }
}
