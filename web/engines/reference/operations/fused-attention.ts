import {
  fusedAttentionShapeOf,
  type FusedAttentionRequest,
  type FusedAttentionResult,
  type Tensor,
} from '../../../contract/index.ts';
import { computeRowLogits } from '../row-logits.ts';
import { softmaxOfRow } from '../row-softmax.ts';
import { weightedSum } from './attention.ts';
import { rowMasksOf } from './fused-attention-visibility.ts';
import { headOf, scoreRowsOf } from './fused-scores.ts';

/** Row by row: all scores, then their softmax, then the context. */
export function fusedAttention(request: FusedAttentionRequest): FusedAttentionResult<Float64Array> {
  const shape = fusedAttentionShapeOf(request);
  const { headShape, headCount, keyHeadCount, queryCount, keyCount, valueDim } = shape;
  const result = {
    context: zeros([...headShape, queryCount, valueDim]),
    logSumExp: zeros([...headShape, queryCount]),
    entropy: zeros([...headShape, queryCount]),
    largestKey: zeros([...headShape, queryCount]),
  };
  const rowMaskOf = rowMasksOf(request, shape);
  for (let head = 0; head < headCount; head++) {
    const keyHead = Math.floor(head / (headCount / keyHeadCount));
    const scoresOf = scoreRowsOf(request, shape, head, keyHead);
    const values = headOf(request.values, keyHead, keyCount * valueDim);
    for (let t = 0; t < queryCount; t++) {
      const row = head * queryCount + t;
      const { visible, added } = rowMaskOf(head, t);
      const softmax = softmaxOfRow(computeRowLogits(scoresOf(t), visible, added, 1), visible);
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
