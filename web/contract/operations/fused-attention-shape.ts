import { EngineError } from '../engine-error.ts';
import { limits } from '../limits.ts';
import { countOf, shapeText, type Tensor } from '../tensor.ts';
import { checkPairMasks } from './attention-checks.ts';
import { checkEqual, checkNumber, checkResultSize } from './checks.ts';
import type { FusedAttentionRequest } from './fused-attention.ts';
import { checkFusedScoreOptions, checkFusedScoring, checkQueryRows, matricesOf } from './fused-scores-shape.ts';

/** headCount and keyHeadCount are the products of the leading axes of queries and of keys. */
export interface FusedAttentionShape {
  readonly headShape: readonly number[];
  readonly headCount: number;
  readonly keyHeadCount: number;
  readonly queryCount: number;
  readonly keyCount: number;
  readonly queryDim: number;
  readonly keyDim: number;
  readonly valueDim: number;
  /** 0 where the scores are not additive. */
  readonly attentionDim: number;
}

export function validateFusedAttention(request: FusedAttentionRequest): void {
  const [least, most] = [-limits.maxCount, limits.maxCount];
  checkNumber('firstPosition', request.firstPosition, { least, most, isWhole: true });
  fusedAttentionShapeOf(request);
}

/**
 * The sizes of a request. Refuses one whose sizes do not fit each other or whose numbers have no meaning. A slice of a
 * request passes too, though it may stand further to the right than a request may start.
 */
export function fusedAttentionShapeOf(request: FusedAttentionRequest): FusedAttentionShape {
  checkFusedScoreOptions(request);
  const queries = matricesOf('queries', request.queries);
  const keys = matricesOf('keys', request.keys);
  const values = matricesOf('values', request.values);
  checkHeads('keys', request.keys, request.queries);
  checkHeads('values', request.values, request.queries);
  const { headShape } = queries;
  const [headCount, keyHeadCount] = [countOf(headShape), countOf(keys.headShape)];
  checkEqual(['the number of heads of values', countOf(values.headShape)], ['that of keys', keyHeadCount]);
  checkEqual(['the keyCount of values', values.count], ['that of keys', keys.count]);
  const queryCount = ['queryCount', queries.count] as const;
  checkResultSize('context', [['headCount', headCount], queryCount, ['valueDim', values.dim]], limits.maxTensorNumbers);
  const attentionDim = checkFusedScoring(request, queries, keys, headCount / keyHeadCount);
  checkQueryRows(request.queryRows, queries.count);
  const heads = headShape.map((size) => ['heads', size] as const);
  checkPairMasks(request, [...heads, queryCount, ['keyCount', keys.count]]);
  return {
    headShape,
    headCount,
    keyHeadCount,
    queryCount: queries.count,
    keyCount: keys.count,
    queryDim: queries.dim,
    keyDim: keys.dim,
    valueDim: values.dim,
    attentionDim,
  };
}

/** The leading axes must be those of the queries; the last of them may hold fewer heads, if these can be shared out evenly. */
function checkHeads(name: string, { shape }: Tensor, queries: Tensor): void {
  const [heads, queryHeads] = [shape.slice(0, -2), queries.shape.slice(0, -2)];
  const last = heads.length - 1;
  const fits =
    heads.length === queryHeads.length &&
    heads.every((size, axis) => (axis === last ? queryHeads[axis] % size === 0 : size === queryHeads[axis]));
  if (fits) return;
  throw new EngineError(
    'badShape',
    `${name} has shape ${shapeText(shape)}, but queries has ${shapeText(queries.shape)}: before the last two axes they must be the same, but that queries may have a multiple of the heads.`,
  );
}
