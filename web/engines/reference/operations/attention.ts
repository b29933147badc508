import {
  attentionShapeOf,
  type AttentionRequest,
  type AttentionResult,
  type AttentionShape,
  type FullyMaskedPolicy,
  type ScoreSource,
  type Tensor,
} from '../../../contract/index.ts';
import { computeRowLogits } from '../row-logits.ts';
import { softmaxOfRow } from '../row-softmax.ts';
import { computeScores } from '../score-terms.ts';
import { attentionVisibility } from './attention-visibility.ts';
import { broadcastReader } from './broadcast.ts';
import { headOf, joinHeads, withPast } from './heads.ts';
import { fillings } from './softmax.ts';

export function attention(request: AttentionRequest): AttentionResult<Float64Array> {
  return attend(request, attentionShapeOf(request));
}

/** Head by head, query by query. The tensors of the request may be of both precisions. */
export function attend(request: AttentionRequest, shape: AttentionShape): AttentionResult<Float64Array> {
  const { batchCount, queryHeadCount, keyHeadCount, queryCount, keyCount, valueDim } = shape;
  const rowShape = [batchCount, queryHeadCount, queryCount];
  const result = {
    context: zeros([...rowShape, valueDim]),
    scores: zeros([...rowShape, keyCount]),
    cappedScores: zeros([...rowShape, keyCount]),
    logits: zeros([...rowShape, keyCount]),
    weights: zeros([...rowShape, keyCount]),
    logSumExp: zeros(rowShape),
    isEmpty: zeros(rowShape),
  };
  const readAdded = request.additiveMask && broadcastReader(request.additiveMask);
  for (let b = 0; b < batchCount; b++) {
    for (let h = 0; h < queryHeadCount; h++) {
      const keyHead = Math.floor(h / (queryHeadCount / keyHeadCount));
      const values = withPast(request.pastValues, request.values, keyHeadCount, b, keyHead);
      const scores = computeScores(scoreSourceOf(request, shape, b, h, keyHead), queryCount, keyCount);
      const cappedScores = request.softcap ? scores.map((score) => capScore(score, request.softcap!)) : scores;
      const visible = attentionVisibility(request, shape, b, h);
      const firstRow = (b * queryHeadCount + h) * queryCount;
      result.scores.data.set(scores, firstRow * keyCount);
      result.cappedScores.data.set(cappedScores, firstRow * keyCount);
      for (let t = 0; t < queryCount; t++) {
        const [start, end] = [t * keyCount, (t + 1) * keyCount];
        const added = readAdded && Float64Array.from({ length: keyCount }, (_, i) => readAdded(b, h, t, i));
        const rowVisible = visible.subarray(start, end);
        const logits = computeRowLogits(cappedScores.subarray(start, end), rowVisible, added, request.temperature ?? 1);
        const softmax = softmaxOfRow(logits, rowVisible);
        const weights = logits.isEmpty ? emptyRow(request.fullyMasked, keyCount) : softmax.weights;
        const row = firstRow + t;
        result.logits.data.set(logits.logits, row * keyCount);
        result.weights.data.set(weights, row * keyCount);
        result.logSumExp.data[row] = softmax.logSumExp;
        result.isEmpty.data[row] = logits.isEmpty ? 1 : 0;
        result.context.data.set(weightedSum(weights, values, valueDim), row * valueDim);
      }
    }
  }
  const isJoined = request.values.shape.length === 3;
  return isJoined ? { ...result, context: joinHeads(result.context) } : result;
}

function zeros(shape: readonly number[]): Tensor<Float64Array> {
  return { shape, data: new Float64Array(shape.reduce((product, size) => product * size, 1)) };
}

/** The score function of one head with the vectors it reads. */
export function scoreSourceOf(
  request: AttentionRequest,
  shape: AttentionShape,
  batch: number,
  head: number,
  keyHead: number,
): ScoreSource<Float64Array> {
  const { queryHeadCount, keyHeadCount, queryCount, keyCount, queryDim, keyDim, attentionDim } = shape;
  const { scoreFunction = 'scaledDot', scale } = request;
  if (scoreFunction === 'given') {
    const start = (batch * queryHeadCount + head) * queryCount * keyCount;
    const given = request.scores!.data.subarray(start, start + queryCount * keyCount);
    return { scoreFunction, scores: Float64Array.from(given, (score) => score * (scale ?? 1)) };
  }
  const queries = headOf(request.queries!, queryHeadCount, batch, head);
  if (scoreFunction === 'location') {
    // W_i · q is the dot score of a table of keys that all sequences share.
    const keys = Float64Array.from(request.W!.data.subarray(0, keyCount * queryDim));
    return { scoreFunction: 'dot', queryDim, keyDim: queryDim, queries, keys, scale };
  }
  const keys = withPast(request.pastKeys, request.keys!, keyHeadCount, batch, keyHead);
  const vectors = { queryDim, keyDim, queries, keys, scale };
  switch (scoreFunction) {
    case 'dot':
    case 'scaledDot':
    case 'cosine':
      return { ...vectors, scoreFunction };
    case 'bilinear':
      return { ...vectors, scoreFunction, W: parameter(request.W) };
    case 'additive':
      return {
        ...vectors,
        scoreFunction,
        attentionDim,
        W_q: parameter(request.W_q),
        W_k: parameter(request.W_k),
        v: parameter(request.v),
      };
  }
}

/** attentionShapeOf has seen to it that the parameters of the score function are there. */
function parameter(tensor: Tensor | undefined): Float64Array {
  return Float64Array.from(tensor!.data);
}

function capScore(score: number, softcap: number): number {
  return softcap * Math.tanh(score / softcap);
}

function emptyRow(policy: FullyMaskedPolicy = 'zeros', keyCount: number): Float64Array {
  return new Float64Array(keyCount).fill(fillings[policy](keyCount));
}

/** [valueDim] Σ weight · value. A weight of 0 adds 0 even to a NaN, which may stand behind a mask. */
export function weightedSum(weights: Float64Array, values: Float64Array, valueDim: number): Float64Array {
  const sum = new Float64Array(valueDim);
  weights.forEach((weight, i) => {
    if (weight === 0) return;
    for (let d = 0; d < valueDim; d++) sum[d] += weight * values[i * valueDim + d];
  });
  return sum;
}
