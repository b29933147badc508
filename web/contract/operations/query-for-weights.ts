import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { EngineError } from '../engine-error.ts';
import { checkFinite, checkNumber, checkRank, checkShape } from './checks.ts';
import { checkPositive } from './distribution-checks.ts';
import { checkWishes } from './scores-for-weights.ts';
import { checkMost } from './size-checks.ts';

/**
 * "41 % on word 3", by a query: the query q for which scale · q W kᵢ / temperature comes nearest to log wishᵢ + constant
 * for all keys, in the sense of least squares over q and the constant. Of all such queries it is the nearest to `query`
 * (a pseudo-inverse by singular values). Keys of rank keyCount − 1 or more, once their mean is taken away, reach any
 * wish; with fewer the residual says how much is out of reach.
 *
 * Wishes are completed as in `scoresForWeights`, with the scores that `query` gives.
 * keyCount ≤ 1024, queryDim and keyDim ≤ 256.
 */
export interface QueryForWeightsRequest<A extends FloatArray = FloatArray> {
  /** [keyCount, keyDim], finite */
  readonly keys: Tensor<A>;
  /** [keyCount], 0 … 1 or NaN */
  readonly wishes: Tensor<A>;
  /** dot: scale · q·k, scale 1. scaledDot: scale 1/√keyDim. bilinear: scale · q W k, scale 1. */
  readonly scoreFunction: 'dot' | 'scaledDot' | 'bilinear';
  /** [queryDim, keyDim], finite, for bilinear */
  readonly W?: Tensor<A> | undefined;
  /** Finite and not 0. */
  readonly scale?: number | undefined;
  /** Positive and finite. Default 1. */
  readonly temperature?: number | undefined;
  /** [queryDim], finite: the query before. Default zeros. */
  readonly query?: Tensor<A> | undefined;
  /** As in scoresForWeights. */
  readonly smallestWeight?: number | undefined;
}

export interface QueryForWeightsResult<A extends FloatArray = FloatArray> {
  /** [queryDim] */
  readonly query: Tensor<A>;
  /** [keyCount] what the query gives, before temperature */
  readonly scores: Tensor<A>;
  /** [keyCount] the softmax of that */
  readonly weights: Tensor<A>;
  /** [keyCount] the wishes once completed, which were aimed at */
  readonly wishes: Tensor<A>;
  /** [] √Σ (log weight − log wish − mean)², over keys: 0 where the wishes are met, in nats */
  readonly residual: Tensor<A>;
  /** [] max |weight − wish| */
  readonly largestError: Tensor<A>;
}

export const queryScoreFunctions = ['dot', 'scaledDot', 'bilinear'] as const;
/** The same numbers as in wasm/include/attn/query_for_weights.hpp. */
export const queryForWeightsLimits = { maxKeyCount: 1024, maxDim: 256 } as const;

export function validateQueryForWeights(request: QueryForWeightsRequest): void {
  const { keys, wishes, scoreFunction, W, scale, temperature, query, smallestWeight } = request;
  checkRank('keys', keys, 2, 2);
  const [keyCount, keyDim] = keys.shape;
  checkMost(['keyCount', keyCount], queryForWeightsLimits.maxKeyCount);
  checkMost(['keyDim', keyDim], queryForWeightsLimits.maxDim);
  checkFinite('keys', keys);
  if (!queryScoreFunctions.includes(scoreFunction)) {
    throw new EngineError(
      'badValue',
      `scoreFunction is "${scoreFunction}", but one of ${queryScoreFunctions.join(', ')} was expected.`,
    );
  }
  if ((scoreFunction === 'bilinear') !== (W !== undefined)) {
    throw new EngineError('badShape', `W is ${W ? 'given' : 'absent'}, but scoreFunction is ${scoreFunction}.`);
  }
  const queryDim = W?.shape[0] ?? keyDim;
  if (W) {
    checkShape('W', W, [
      ['queryDim', queryDim],
      ['keyDim', keyDim],
    ]);
    checkMost(['queryDim', queryDim], queryForWeightsLimits.maxDim);
    checkFinite('W', W);
  }
  if (query) {
    checkShape('query', query, [['queryDim', queryDim]]);
    checkFinite('query', query);
  }
  checkNumber('scale', scale);
  if (scale === 0) throw new EngineError('badValue', 'scale is 0, but then all scores are 0 whatever the query.');
  checkPositive('temperature', temperature);
  checkShape('wishes', wishes, [['keyCount', keyCount]]);
  checkWishes(wishes, smallestWeight);
}
