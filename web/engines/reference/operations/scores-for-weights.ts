import {
  defaultSmallestWeight,
  type ScoresForWeightsRequest,
  type ScoresForWeightsResult,
} from '../../../contract/index.ts';
import { completedWishes } from './completed-wishes.ts';
import { softmaxOf, sumOf } from './distribution.ts';
import { rowsOf, tensorOf } from './tensor-rows.ts';

export function scoresForWeights(request: ScoresForWeightsRequest): ScoresForWeightsResult<Float64Array> {
  const { wishes, scores, temperature = 1, smallestWeight = defaultSmallestWeight } = request;
  const before = scores && rowsOf(scores);
  const answers = rowsOf(wishes).map((row, index) => {
    const old = before?.[index] ?? new Float64Array(row.length);
    const logWeights = completedWishes(
      row,
      old.map((score) => score / temperature),
      smallestWeight,
    );
    const wished = logWeights.map((logWeight) => temperature * logWeight);
    const constant = constantOf(row, old, wished);
    const weights = softmaxOf(logWeights);
    return {
      scores: wished.map((score, key) => (Number.isNaN(row[key]) ? old[key] : score + constant)),
      weights,
      largestError: largestErrorOf(row, weights),
    };
  });
  return {
    scores: tensorOf(
      answers.map((answer) => answer.scores),
      wishes.shape,
    ),
    weights: tensorOf(
      answers.map((answer) => answer.weights),
      wishes.shape,
    ),
    largestError: {
      shape: wishes.shape.slice(0, -1),
      data: Float64Array.from(answers, (answer) => answer.largestError),
    },
  };
}

/** Where all keys have a wish, the wishes are shares of their sum. */
function largestErrorOf(wishes: Float64Array, weights: Float64Array): number {
  const sum = wishes.some(Number.isNaN) ? 1 : sumOf(wishes);
  return wishes.reduce(
    (largest, wish, key) => (Number.isNaN(wish) ? largest : Math.max(largest, Math.abs(weights[key] - wish / sum))),
    0,
  );
}

/** Leaves the scores of keys without a wish where they are; where there are none, the mean. */
function constantOf(wishes: Float64Array, before: Float64Array, wished: Float64Array): number {
  const anchor = wishes.findIndex(Number.isNaN);
  if (anchor >= 0) return before[anchor] - wished[anchor];
  return (sumOf(before) - sumOf(wished)) / wishes.length;
}
