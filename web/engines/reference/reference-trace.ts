import type { AttentionInput, AttentionTrace, RowDetail } from '../../contract/index.ts';
import { computeContext, computeContributions } from './context.ts';
import { computeRowLogits } from './row-logits.ts';
import { softmaxOfRow, type RowSoftmax } from './row-softmax.ts';
import { computeScores, scoreTermsOf } from './score-terms.ts';
import { computeVisibility } from './visibility.ts';

/** The trace in float64, for a valid input of either precision. */
export function computeTrace(input: AttentionInput): AttentionTrace<Float64Array> {
  const { queryCount, keyCount, valueDim } = input;
  const pairCount = queryCount * keyCount;
  const scores = computeScores(input.score, queryCount, keyCount);
  const visible = computeVisibility(input);
  const trace: AttentionTrace<Float64Array> = {
    queryCount,
    keyCount,
    valueDim,
    scores,
    visible,
    logits: new Float64Array(pairCount),
    exponentials: new Float64Array(pairCount),
    exponentialSums: new Float64Array(queryCount),
    shiftedExponentials: new Float64Array(pairCount),
    shiftedSums: new Float64Array(queryCount),
    weights: new Float64Array(pairCount),
    weightSums: new Float64Array(queryCount),
    context: new Float64Array(queryCount * valueDim),
    logSumExp: new Float64Array(queryCount),
    entropy: new Float64Array(queryCount),
    largestKey: new Int32Array(queryCount),
    isEmpty: new Uint8Array(queryCount),
  };
  for (let t = 0; t < queryCount; t++) {
    const { logits, isEmpty, softmax } = computeRow(input, scores, visible, t);
    trace.logits.set(logits, t * keyCount);
    trace.exponentials.set(softmax.exponentials, t * keyCount);
    trace.exponentialSums[t] = softmax.exponentialSum;
    trace.shiftedExponentials.set(softmax.shiftedExponentials, t * keyCount);
    trace.shiftedSums[t] = softmax.shiftedSum;
    trace.weights.set(softmax.weights, t * keyCount);
    trace.weightSums[t] = softmax.weightSum;
    trace.context.set(computeContext(input, softmax.weights, t), t * valueDim);
    trace.logSumExp[t] = softmax.logSumExp;
    trace.entropy[t] = softmax.entropy;
    trace.largestKey[t] = softmax.largestKey;
    trace.isEmpty[t] = isEmpty ? 1 : 0;
  }
  return trace;
}

/** The summands of one row in float64, for a valid input of either precision. */
export function computeRowDetail(input: AttentionInput, queryIndex: number): RowDetail<Float64Array> {
  const { queryCount, keyCount, valueDim, score } = input;
  const scores = computeScores(score, queryCount, keyCount);
  const { weights } = computeRow(input, scores, computeVisibility(input), queryIndex).softmax;
  const contributions = computeContributions(input, weights, queryIndex);
  if (score.scoreFunction === 'given') {
    return { keyCount, valueDim, termCount: 0, scale: 1, scoreTerms: new Float64Array(0), contributions };
  }
  const { termCount, scale, fillTerms } = scoreTermsOf(score);
  const scoreTerms = new Float64Array(keyCount * termCount);
  for (let i = 0; i < keyCount; i++) {
    fillTerms(queryIndex, i, scoreTerms.subarray(i * termCount, (i + 1) * termCount));
  }
  return { keyCount, valueDim, termCount, scale, scoreTerms, contributions };
}

function computeRow(
  input: AttentionInput,
  scores: Float64Array,
  visible: Uint8Array,
  queryIndex: number,
): { logits: Float64Array; isEmpty: boolean; softmax: RowSoftmax } {
  const start = queryIndex * input.keyCount;
  const end = start + input.keyCount;
  const rowVisible = visible.subarray(start, end);
  const additiveMask = input.additiveMask?.subarray(start, end);
  const row = computeRowLogits(scores.subarray(start, end), rowVisible, additiveMask, input.temperature ?? 1);
  return { logits: row.logits, isEmpty: row.isEmpty, softmax: softmaxOfRow(row, rowVisible) };
}
