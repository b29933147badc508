import {
  fusedAttentionShapeOf,
  type FusedAttentionRequest,
  type FusedAttentionResult,
  type Tensor,
} from '../../../contract/index.ts';
import { computeRowLogits } from '../row-logits.ts';
import { softmaxOfRow } from '../row-softmax.ts';
import { weightedSum } from './attention.ts';

/** Row by row: all scores, then their softmax, then the context. */
export function fusedAttention(request: FusedAttentionRequest): FusedAttentionResult<Float64Array> {
  const { headShape, headCount, queryCount, keyCount, keyDim, valueDim } = fusedAttentionShapeOf(request);
  const scale = request.scale ?? 1 / Math.sqrt(keyDim);
  const result = {
    context: zeros([...headShape, queryCount, valueDim]),
    logSumExp: zeros([...headShape, queryCount]),
    entropy: zeros([...headShape, queryCount]),
    largestKey: zeros([...headShape, queryCount]),
  };
  for (let head = 0; head < headCount; head++) {
    const keys = request.keys.data.subarray(head * keyCount * keyDim, (head + 1) * keyCount * keyDim);
    const values = Float64Array.from(
      request.values.data.subarray(head * keyCount * valueDim, (head + 1) * keyCount * valueDim),
    );
    for (let t = 0; t < queryCount; t++) {
      const row = head * queryCount + t;
      const query = request.queries.data.subarray(row * keyDim, (row + 1) * keyDim);
      const scores = Float64Array.from({ length: keyCount }, (_, i) => scale * dot(query, keys, i * keyDim));
      const visible = visibleKeys(request, queryCount, keyCount, t);
      const softmax = softmaxOfRow(computeRowLogits(scores, visible, undefined, 1), visible);
      result.context.data.set(weightedSum(softmax.weights, values, valueDim), row * valueDim);
      result.logSumExp.data[row] = softmax.logSumExp;
      result.entropy.data[row] = softmax.entropy;
      result.largestKey.data[row] = softmax.largestKey;
    }
  }
  return result;
}

function zeros(shape: readonly number[]): Tensor<Float64Array> {
  return { shape, data: new Float64Array(shape.reduce((product, size) => product * size, 1)) };
}

function dot(query: ArrayLike<number>, keys: ArrayLike<number>, start: number): number {
  let sum = 0;
  for (let c = 0; c < query.length; c++) sum += query[c] * keys[start + c];
  return sum;
}

/** [keyCount] 1 where causality and windows let the query attend to the key. */
function visibleKeys(
  { causal, leftWindow = Infinity, rightWindow = Infinity }: FusedAttentionRequest,
  queryCount: number,
  keyCount: number,
  queryIndex: number,
): Uint8Array {
  const position = (causal === 'bottomRight' ? keyCount - queryCount : 0) + queryIndex;
  const last = causal === undefined ? position + rightWindow : position;
  return Uint8Array.from({ length: keyCount }, (_, i) => (i >= position - leftWindow && i <= last ? 1 : 0));
}
