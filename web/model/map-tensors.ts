import { countOf, limits, type AttentionTensors, type Tensor } from '../contract/index.ts';
import type { MapHead, MapProblem } from './map-problem.ts';

/** Why tensors make no map. Places count from 1. */
export type MapTensorsFault =
  | { readonly code: 'nothingToShow' }
  | { readonly code: 'wrongRank'; readonly name: TensorName; readonly shape: readonly number[] }
  | { readonly code: 'isEmpty'; readonly name: TensorName; readonly shape: readonly number[] }
  | {
      readonly code: 'tooMany';
      readonly name: TensorName;
      readonly what: 'positions' | 'width' | 'numbers';
      readonly count: number;
      readonly limit: number;
    }
  | {
      readonly code: 'differentWidths' | 'differentHeads';
      readonly queries: readonly number[];
      readonly keys: readonly number[];
    }
  | {
      readonly code: 'tokensDoNotFit';
      readonly side: 'query' | 'key';
      readonly tokens: number;
      readonly count: number;
    }
  | {
      readonly code: 'noWeight';
      readonly head: number;
      readonly row: number;
      readonly column: number;
      readonly value: number;
    }
  | { readonly code: 'noScale'; readonly scale: number };

export type TensorName = 'queries' | 'keys' | 'weights';

/** A map of what a file holds; the weights where it has both. */
export function mapOfTensors(tensors: AttentionTensors): MapProblem | MapTensorsFault {
  const { queries, keys, weights } = tensors;
  if (weights) return mapOfWeights(weights, tensors);
  if (queries && keys) return mapOfVectors(queries, keys, tensors);
  return { code: 'nothingToShow' };
}

function mapOfWeights(weights: Tensor, tensors: AttentionTensors): MapProblem | MapTensorsFault {
  const fault = faultOf('weights', weights) ?? faultyWeight(weights);
  if (fault) return fault;
  const [queryCount, keyCount] = weights.shape.slice(-2);
  const tokens = tokensOf(tensors, queryCount, keyCount);
  if ('code' in tokens) return tokens;
  return {
    origin: 'weights',
    ...tokens,
    heads: headsOf(weights, (index) => () => ({
      kind: 'weights',
      weights: matrixOf(weights, index),
    })),
  };
}

function mapOfVectors(queries: Tensor, keys: Tensor, tensors: AttentionTensors): MapProblem | MapTensorsFault {
  const fault = faultOf('queries', queries) ?? faultOf('keys', keys);
  if (fault) return fault;
  const [queryCount, dim] = queries.shape.slice(-2);
  const [keyCount, keyDim] = keys.shape.slice(-2);
  const shapes = { queries: queries.shape, keys: keys.shape };
  if (dim !== keyDim) return { code: 'differentWidths', ...shapes };
  const [headCount, keyHeadCount] = [queries, keys].map(({ shape }) => countOf(shape.slice(0, -2)));
  const layers = (shape: readonly number[]): number => (shape.length === 4 ? shape[0] : 1);
  if (headCount % keyHeadCount !== 0 || layers(queries.shape) !== layers(keys.shape)) {
    return { code: 'differentHeads', ...shapes };
  }
  const { scale = 1 / Math.sqrt(dim), isCausal = false } = tensors;
  if (!Number.isFinite(scale)) return { code: 'noScale', scale };
  const tokens = tokensOf(tensors, queryCount, keyCount);
  if ('code' in tokens) return tokens;
  const group = headCount / keyHeadCount;
  return {
    origin: 'vectors',
    ...tokens,
    heads: headsOf(queries, (index) => () => ({
      kind: 'vectors',
      dim,
      queries: matrixOf(queries, index),
      keys: matrixOf(keys, Math.floor(index / group)),
      scale,
      isCausal,
    })),
  };
}

function headsOf({ shape }: Tensor, attentionOf: (index: number) => MapHead['attention']): readonly MapHead[] {
  const perLayer = shape.length > 2 ? shape[shape.length - 3] : 1;
  return Array.from({ length: countOf(shape.slice(0, -2)) }, (_, index) => ({
    layer: Math.floor(index / perLayer),
    head: index % perLayer,
    attention: attentionOf(index),
  }));
}

/** The numbers of one head; of a Float32Array no copy. */
function matrixOf({ shape, data }: Tensor, index: number): Float32Array {
  const size = countOf(shape.slice(-2));
  const own = data.subarray(index * size, (index + 1) * size);
  return own instanceof Float32Array ? own : Float32Array.from(own);
}

function faultOf(name: TensorName, { shape }: Tensor): MapTensorsFault | null {
  if (shape.length < 2 || shape.length > 4) return { code: 'wrongRank', name, shape };
  if (shape.includes(0)) return { code: 'isEmpty', name, shape };
  const tooMany = (what: 'positions' | 'width' | 'numbers', count: number, limit: number): MapTensorsFault | null =>
    count > limit ? { code: 'tooMany', name, what, count, limit } : null;
  const [rows, columns] = shape.slice(-2);
  return (
    tooMany('positions', rows, limits.maxCount) ??
    (name === 'weights' ? tooMany('positions', columns, limits.maxCount) : tooMany('width', columns, limits.maxDim)) ??
    // Of one head: each is a tensor of its own to the engines.
    tooMany('numbers', rows * columns, limits.maxTensorNumbers)
  );
}

function faultyWeight({ shape, data }: Tensor): MapTensorsFault | null {
  const at = data.findIndex((weight) => !(weight >= 0 && weight < Infinity));
  if (at < 0) return null;
  const [rows, columns] = shape.slice(-2);
  const head = Math.floor(at / (rows * columns));
  const row = Math.floor(at / columns) % rows;
  return { code: 'noWeight', head: head + 1, row: row + 1, column: (at % columns) + 1, value: data[at] };
}

function tokensOf(
  { queryTokens, keyTokens }: AttentionTensors,
  queryCount: number,
  keyCount: number,
): Pick<MapProblem, 'queryTokens' | 'keyTokens'> | MapTensorsFault {
  if (queryTokens && queryTokens.length !== queryCount) {
    return { code: 'tokensDoNotFit', side: 'query', tokens: queryTokens.length, count: queryCount };
  }
  if (keyTokens && keyTokens.length !== keyCount) {
    return { code: 'tokensDoNotFit', side: 'key', tokens: keyTokens.length, count: keyCount };
  }
  const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `#${index + 1}`);
  const queries = queryTokens ?? numbered(queryCount);
  return {
    queryTokens: queries,
    keyTokens: keyTokens ?? (queryTokens === undefined && queryCount === keyCount ? queries : numbered(keyCount)),
  };
}
