import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { EngineError } from '../engine-error.ts';
import { limits } from '../limits.ts';
import { checkFinite, checkRank, checkResultSize, checkShape, type NamedSize } from './checks.ts';
import { checkWeights } from './distribution-checks.ts';

/**
 * What each source word does: the row again as if the word were not there. The softmax over the other words is their
 * weights divided by what they sum to (Li, Monroe, Jurafsky 2016, "erasure").
 *
 * With W: output = [state; context] W + b, and softmax of it where asked, as a decoder's last step has it.
 *
 * A word whose weight is 0 adds nothing, even if its value is NaN. Where nothing is left, weights and context are zeros
 * and isEmpty is 1. queryCount × keyCount × max(keyCount, valueDim, outputDim) ≤ limits.maxTraceScores.
 */
export interface LeaveOneOutRequest<A extends FloatArray = FloatArray> {
  /** [queryCount, keyCount] finite, 0 or more */
  readonly weights: Tensor<A>;
  /** [keyCount, valueDim] */
  readonly values: Tensor<A>;
  /** [queryCount, stateDim]; default: no state, stateDim 0 */
  readonly states?: Tensor<A> | undefined;
  /** [stateDim + valueDim, outputDim] finite */
  readonly W?: Tensor<A> | undefined;
  /** [outputDim] finite; default zeros */
  readonly b?: Tensor<A> | undefined;
  /** The output is softmax([state; context] W + b). Default false. */
  readonly softmaxOutput?: boolean | undefined;
}

export interface LeaveOneOutResult<A extends FloatArray = FloatArray> {
  /** [queryCount, keyCount, keyCount] row i: the weights without word i, 0 for word i itself */
  readonly weights: Tensor<A>;
  /** [queryCount, keyCount, valueDim] context without word i − context */
  readonly contextChanges: Tensor<A>;
  /** [queryCount, keyCount] their Euclidean lengths */
  readonly contextEffects: Tensor<A>;
  /** [queryCount, keyCount] 1 where nothing is left without word i */
  readonly isEmpty: Tensor<A>;
  /** [queryCount, outputDim] with all words. With W only. */
  readonly outputs?: Tensor<A> | undefined;
  /** [queryCount, keyCount, outputDim] output without word i − output. With W only. */
  readonly outputChanges?: Tensor<A> | undefined;
  /** [queryCount, keyCount] their Euclidean lengths. With W only. */
  readonly outputEffects?: Tensor<A> | undefined;
}

export function validateLeaveOneOut(request: LeaveOneOutRequest): void {
  const { weights, values, states, W, b, softmaxOutput } = request;
  checkRank('weights', weights, 2, 2);
  checkRank('values', values, 2, 2);
  const queries: NamedSize = ['queryCount', weights.shape[0]];
  const keys: NamedSize = ['keyCount', weights.shape[1]];
  const valueDim: NamedSize = ['valueDim', values.shape[1]];
  checkShape('values', values, [keys, valueDim]);
  checkWeights('weights', weights);
  checkResultSize('weights', [queries, keys, keys], limits.maxTraceScores);
  checkResultSize('contextChanges', [queries, keys, valueDim], limits.maxTraceScores);
  if (!W) {
    const orphan = states ? 'states' : b ? 'b' : softmaxOutput ? 'softmaxOutput' : undefined;
    if (orphan) throw new EngineError('badShape', `${orphan} is given, but W is absent, so that there is no output.`);
    return;
  }
  if (states) {
    checkRank('states', states, 2, 2);
    checkShape('states', states, [queries, ['stateDim', states.shape[1]]]);
  }
  checkRank('W', W, 2, 2);
  const outputDim: NamedSize = ['outputDim', W.shape[1]];
  checkShape('W', W, [['stateDim + valueDim', (states?.shape[1] ?? 0) + valueDim[1]], outputDim]);
  checkResultSize('outputChanges', [queries, keys, outputDim], limits.maxTraceScores);
  checkFinite('W', W);
  if (!b) return;
  checkShape('b', b, [outputDim]);
  checkFinite('b', b);
}
