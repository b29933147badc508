import {
  countOf,
  type AttentionGradientRequest,
  type AttentionGradientResult,
  type AttentionShape,
  type Tensor,
} from '../../../contract/index.ts';
import type { HeadPlace } from './attention-gradient.ts';
import { broadcastAdder } from './broadcast.ts';
import type { HeadGradient } from './head-backward.ts';
import { addToHead, addWithPast } from './heads.ts';
import type { ScoreSourceGradient } from './score-backward.ts';

/** Where heads put what they pass on, each into its own place or, where they share, on top of the others'. */
export interface AttentionGradientSums {
  readonly result: AttentionGradientResult<Float64Array>;
  readonly addHead: (place: HeadPlace, gradient: HeadGradient) => void;
  readonly addScores: (place: HeadPlace, scoresGradient: Float64Array, gradient: ScoreSourceGradient) => void;
  readonly addGivenScores: (place: HeadPlace, scoresGradient: Float64Array, scaleGradient: number) => void;
}

export function attentionGradientSums(request: AttentionGradientRequest, shape: AttentionShape): AttentionGradientSums {
  const { batchCount, queryHeadCount, keyHeadCount, queryCount, keyCount } = shape;
  const { scoreFunction = 'scaledDot' } = request;
  const pairs = [batchCount, queryHeadCount, queryCount, keyCount];
  const readsQueries = scoreFunction !== 'given';
  const readsKeys = readsQueries && scoreFunction !== 'location';
  const isAdditive = scoreFunction === 'additive';
  const result: AttentionGradientResult<Float64Array> = {
    ...(readsQueries && { queriesGradient: zerosLike(request.queries!) }),
    ...(readsKeys && { keysGradient: zerosLike(request.keys!) }),
    valuesGradient: zerosLike(request.values),
    ...(readsKeys && request.pastKeys && { pastKeysGradient: zerosLike(request.pastKeys) }),
    ...(request.pastValues && { pastValuesGradient: zerosLike(request.pastValues) }),
    ...((scoreFunction === 'bilinear' || scoreFunction === 'location') && { WGradient: zerosLike(request.W!) }),
    ...(isAdditive && { W_qGradient: zerosLike(request.W_q!) }),
    ...(isAdditive && { W_kGradient: zerosLike(request.W_k!) }),
    ...(isAdditive && { vGradient: zerosLike(request.v!) }),
    ...(request.additiveMask && { additiveMaskGradient: zerosLike(request.additiveMask) }),
    scaleGradient: zeros([]),
    temperatureGradient: zeros([]),
    weightsGradient: zeros(pairs),
    scoresGradient: zeros(pairs),
  };
  const addToMask = result.additiveMaskGradient && broadcastAdder(result.additiveMaskGradient);
  return {
    result,
    addHead: ({ batch, head, keyHead, start }, { values, weights, logits, temperature }) => {
      addWithPast(result.pastValuesGradient, result.valuesGradient, keyHeadCount, batch, keyHead, values);
      result.weightsGradient.data.set(weights, start);
      result.temperatureGradient.data[0] += temperature;
      if (!addToMask) return;
      logits.forEach((gradient, pair) =>
        addToMask(batch, head, Math.floor(pair / keyCount), pair % keyCount, gradient),
      );
    },
    addScores: ({ batch, head, keyHead, start }, scoresGradient, gradient) => {
      result.scoresGradient.data.set(scoresGradient, start);
      result.scaleGradient.data[0] += gradient.scale;
      addToHead(result.queriesGradient!, queryHeadCount, batch, head, gradient.queries);
      if (result.keysGradient) {
        addWithPast(result.pastKeysGradient, result.keysGradient, keyHeadCount, batch, keyHead, gradient.keys);
      } else {
        // Scores by location: the rows of W are the keys.
        add(result.WGradient, gradient.keys);
      }
      add(result.WGradient, gradient.W);
      add(result.W_qGradient, gradient.W_q);
      add(result.W_kGradient, gradient.W_k);
      add(result.vGradient, gradient.v);
    },
    addGivenScores: ({ start }, scoresGradient, scaleGradient) => {
      result.scoresGradient.data.set(scoresGradient, start);
      result.scaleGradient.data[0] += scaleGradient;
    },
  };
}

function zeros(shape: readonly number[]): Tensor<Float64Array> {
  return { shape, data: new Float64Array(countOf(shape)) };
}

function zerosLike({ shape }: Tensor): Tensor<Float64Array> {
  return zeros(shape);
}

/** The numbers may be fewer than the tensor's: they are its first. */
function add(tensor: Tensor<Float64Array> | undefined, numbers: Float64Array | undefined): void {
  if (tensor) numbers?.forEach((number, index) => (tensor.data[index] += number));
}
