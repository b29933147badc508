import {
  defaultSmallestWeight,
  precisionOf,
  type QueryForWeightsRequest,
  type QueryForWeightsResult,
} from '../../../contract/index.ts';
import { leastSquares } from '../linear-algebra/least-squares.ts';
import { dot } from '../linear-algebra/singular-values.ts';
import { completedWishes } from './completed-wishes.ts';
import { softmaxOf, sumOf } from './distribution.ts';
import { rowsOf, tensorOfOne } from './tensor-rows.ts';

/** Half the distance from 1 to the next number. */
const roundingUnit = { float64: 2 ** -53, float32: 2 ** -24 } as const;

export function queryForWeights(request: QueryForWeightsRequest): QueryForWeightsResult<Float64Array> {
  const { keys, wishes, temperature = 1, smallestWeight = defaultSmallestWeight } = request;
  const scoreRows = scoreRowsOf(request);
  const [keyCount, queryDim] = [scoreRows.length, scoreRows[0].length];
  const before = request.query ? Float64Array.from(request.query.data) : new Float64Array(queryDim);
  const logitsOf = (query: Float64Array) => Float64Array.from(scoreRows, (row) => dot(row, query) / temperature);

  const logitsBefore = logitsOf(before);
  const target = completedWishes(Float64Array.from(wishes.data), logitsBefore, smallestWeight);
  // Over the constant of the row as well: all is seen from its mean over the keys.
  const change = leastSquares(
    centredRows(scoreRows).map((row) => row.map((x) => x / temperature)),
    centred(target.map((logit, key) => logit - logitsBefore[key])),
    8 * Math.max(keyCount, queryDim) * roundingUnit[precisionOf(keys.data)],
  );
  const query = before.map((x, j) => x + change[j]);

  const logits = logitsOf(query);
  const weights = softmaxOf(logits);
  const completed = softmaxOf(target);
  const misses = centred(logits.map((logit, key) => logit - target[key]));
  return {
    query: { shape: [queryDim], data: query },
    scores: { shape: [keyCount], data: logits.map((logit) => logit * temperature) },
    weights: { shape: [keyCount], data: weights },
    wishes: { shape: [keyCount], data: completed },
    residual: tensorOfOne(Math.hypot(...misses)),
    largestError: tensorOfOne(Math.max(...weights.map((weight, key) => Math.abs(weight - completed[key])))),
  };
}

/** [keyCount] rows whose product with a query is the score. */
function scoreRowsOf({ keys, scoreFunction, W, scale }: QueryForWeightsRequest): Float64Array[] {
  const keyDim = keys.shape[1];
  const factor = scale ?? (scoreFunction === 'scaledDot' ? 1 / Math.sqrt(keyDim) : 1);
  const rowsOfW = W && rowsOf(W);
  return rowsOf(keys).map((key) => {
    const row = rowsOfW ? Float64Array.from(rowsOfW, (rowOfW) => dot(rowOfW, key)) : key;
    return row.map((x) => factor * x);
  });
}

function centredRows(rows: readonly Float64Array[]): Float64Array[] {
  const mean = rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j], 0) / rows.length);
  return rows.map((row) => row.map((x, j) => x - mean[j]));
}

function centred(numbers: Float64Array): Float64Array {
  const mean = sumOf(numbers) / numbers.length;
  return numbers.map((x) => x - mean);
}
