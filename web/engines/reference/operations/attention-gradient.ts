import {
  attentionGradientShapeOf,
  type AttentionGradientRequest,
  type AttentionGradientResult,
  type AttentionShape,
} from '../../../contract/index.ts';
import { attend, scoreSourceOf } from './attention.ts';
import { attentionGradientSums, type AttentionGradientSums } from './attention-gradient-sums.ts';
import { attentionVisibility } from './attention-visibility.ts';
import { gradientThroughHead, type HeadGradient } from './head-backward.ts';
import { headOf, withPast } from './heads.ts';
import { gradientThroughScores } from './score-backward.ts';

export function attentionGradient(request: AttentionGradientRequest): AttentionGradientResult<Float64Array> {
  return attentionGradientOf(request, attentionGradientShapeOf(request));
}

/** Head by head. The tensors of the request may be of both precisions. */
export function attentionGradientOf(
  request: AttentionGradientRequest,
  shape: AttentionShape,
): AttentionGradientResult<Float64Array> {
  const { batchCount, queryHeadCount, keyHeadCount, queryCount, keyCount, valueDim } = shape;
  const { weights, cappedScores, isEmpty } = attend(request, shape);
  const sums = attentionGradientSums(request, shape);
  for (let batch = 0; batch < batchCount; batch++) {
    for (let head = 0; head < queryHeadCount; head++) {
      const keyHead = Math.floor(head / (queryHeadCount / keyHeadCount));
      const firstRow = (batch * queryHeadCount + head) * queryCount;
      const [start, end] = [firstRow * keyCount, (firstRow + queryCount) * keyCount];
      const rowIsEmpty = isEmpty.data.subarray(firstRow, firstRow + queryCount);
      const capped = cappedScores.data.subarray(start, end);
      const contextGradient = headOf(request.contextGradient, queryHeadCount, batch, head);
      const gradient = gradientThroughHead(
        {
          queryCount,
          keyCount,
          valueDim,
          scores: capped,
          visible: attentionVisibility(request, shape, batch, head),
          // What becomes of a row that sees no key is nothing that its scores have a say in.
          weights: weights.data
            .slice(start, end)
            .map((weight, pair) => (rowIsEmpty[Math.floor(pair / keyCount)] ? 0 : weight)),
          values: withPast(request.pastValues, request.values, keyHeadCount, batch, keyHead),
          temperature: request.temperature ?? 1,
        },
        { context: contextGradient, weights: request.weightsGradient?.data.subarray(start, end) },
      );
      if (request.fullyMasked === 'uniform') addUniformRows(rowIsEmpty, contextGradient, gradient.values, keyCount);
      const place = { batch, head, keyHead, start };
      sums.addHead(place, gradient);
      addThroughScores(request, shape, place, throughSoftcap(gradient, capped, request.softcap), sums);
    }
  }
  return sums.result;
}

/** Which head of which sequence, the key head it reads, and where its pairs start. */
export interface HeadPlace {
  readonly batch: number;
  readonly head: number;
  readonly keyHead: number;
  readonly start: number;
}

/** The context of a row that sees no key is, under this policy, the mean of all values. */
function addUniformRows(
  isEmpty: Float64Array,
  contextGradient: Float64Array,
  valuesGradient: Float64Array,
  keyCount: number,
): void {
  const valueDim = valuesGradient.length / keyCount;
  for (let index = 0; index < contextGradient.length; index++) {
    if (!isEmpty[Math.floor(index / valueDim)]) continue;
    for (let i = 0; i < keyCount; i++) {
      valuesGradient[i * valueDim + (index % valueDim)] += contextGradient[index] / keyCount;
    }
  }
}

/** softcap · tanh(score / softcap) passes on 1 − tanh². */
function throughSoftcap({ scores }: HeadGradient, capped: Float64Array, softcap: number | undefined): Float64Array {
  if (!softcap) return scores;
  return scores.map((gradient, pair) => {
    const tanh = capped[pair] / softcap;
    return gradient === 0 ? 0 : gradient * (1 - tanh) * (1 + tanh);
  });
}

function addThroughScores(
  request: AttentionGradientRequest,
  shape: AttentionShape,
  place: HeadPlace,
  scoresGradient: Float64Array,
  sums: AttentionGradientSums,
): void {
  const source = scoreSourceOf(request, shape, place.batch, place.head, place.keyHead);
  if (source.scoreFunction !== 'given') {
    sums.addScores(place, scoresGradient, gradientThroughScores(source, scoresGradient));
    return;
  }
  const { scale = 1, scores } = request;
  const given = scores!.data.subarray(place.start, place.start + scoresGradient.length);
  let scaleGradient = 0;
  scoresGradient.forEach((gradient, pair) => {
    if (gradient !== 0) scaleGradient += gradient * given[pair];
  });
  sums.addGivenScores(
    place,
    scoresGradient.map((gradient) => gradient * scale),
    scaleGradient,
  );
}
