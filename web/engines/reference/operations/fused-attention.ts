import {
  fusedAttentionShapeOf,
  type FusedAttentionRequest,
  type FusedAttentionResult,
  type FusedAttentionShape,
  type Tensor,
} from '../../../contract/index.ts';
import { computeRowLogits } from '../row-logits.ts';
import { softmaxOfRow } from '../row-softmax.ts';
import { scoreTermsOf, type ScoreTerms } from '../score-terms.ts';
import { weightedSum } from './attention.ts';
import { rowMasksOf } from './fused-attention-visibility.ts';

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
    const scoreTerms = scoreTermsOf(scoreSourceOf(request, shape, head, keyHead));
    const values = headOf(request.values, keyHead, keyCount * valueDim);
    for (let t = 0; t < queryCount; t++) {
      const row = head * queryCount + t;
      const { visible, added } = rowMaskOf(head, t);
      const scores = scoresOf(scoreTerms, t, keyCount);
      const softmax = softmaxOfRow(computeRowLogits(scores, visible, added, 1), visible);
      result.context.data.set(weightedSum(softmax.weights, values, valueDim), row * valueDim);
      result.logSumExp.data[row] = softmax.logSumExp;
      result.entropy.data[row] = softmax.entropy;
      result.largestKey.data[row] = softmax.largestKey;
    }
  }
  return result;
}

type Formula = Parameters<typeof scoreTermsOf>[0];

/** One head's queries and keys with the parameters, which fusedAttentionShapeOf has seen to be there. */
function scoreSourceOf(
  request: FusedAttentionRequest,
  { queryCount, keyCount, queryDim, keyDim, attentionDim }: FusedAttentionShape,
  head: number,
  keyHead: number,
): Formula {
  const { scoreFunction = 'scaledDot', scale } = request;
  const vectors = {
    queryDim,
    keyDim,
    queries: headOf(request.queries, head, queryCount * queryDim),
    keys: headOf(request.keys, keyHead, keyCount * keyDim),
    scale,
  };
  switch (scoreFunction) {
    case 'dot':
    case 'scaledDot':
      return { ...vectors, scoreFunction };
    case 'bilinear':
      return { ...vectors, scoreFunction, W: request.W!.data };
    case 'additive': {
      const [W_q, W_k, v] = [request.W_q!.data, request.W_k!.data, request.v!.data];
      return { ...vectors, scoreFunction, attentionDim, W_q, W_k, v };
    }
  }
}

/** The numbers of one head. */
function headOf({ data }: Tensor, head: number, size: number): Float64Array {
  return Float64Array.from(data.subarray(head * size, (head + 1) * size));
}

/** [keyCount] of one query. */
function scoresOf({ termCount, scale, fillTerms }: ScoreTerms, queryIndex: number, keyCount: number): Float64Array {
  const terms = new Float64Array(termCount);
  return Float64Array.from({ length: keyCount }, (_, i) => {
    fillTerms(queryIndex, i, terms);
    return scale * terms.reduce((sum, term) => sum + term, 0);
  });
}

function zeros(shape: readonly number[]): Tensor<Float64Array> {
  return { shape, data: new Float64Array(shape.reduce((product, size) => product * size, 1)) };
}
