import { EngineError } from '../engine-error.ts';
import { limits } from '../limits.ts';
import {
  attentionDimOf,
  checkAttentionOptions,
  checkMasks,
  checkScoring,
  needed,
  readsKeys,
  readsQueries,
} from './attention-checks.ts';
import { checkHeadGroups, checkSameRank, headsOf, pastCountOf, type Heads } from './attention-heads.ts';
import type { AttentionRequest, AttentionScoreFunction } from './attention.ts';
import { checkEqual, checkRank, checkResultSize, type NamedSize } from './checks.ts';
import { checkMost } from './size-checks.ts';

/** The sizes of a request to `attention`. A width is 0 where its vectors are not read. */
export interface AttentionShape {
  readonly batchCount: number;
  readonly queryHeadCount: number;
  readonly keyHeadCount: number;
  readonly queryCount: number;
  readonly pastCount: number;
  readonly newKeyCount: number;
  /** pastCount + newKeyCount */
  readonly keyCount: number;
  readonly queryDim: number;
  readonly keyDim: number;
  readonly valueDim: number;
  readonly attentionDim: number;
}

export function validateAttention(request: AttentionRequest): void {
  attentionShapeOf(request);
}

/** The sizes of a request; the numbers of queries, keys and values are not read. Refuses one whose sizes do not fit each other or whose numbers have no meaning. */
export function attentionShapeOf(request: AttentionRequest): AttentionShape {
  checkAttentionOptions(request);
  const { scoreFunction = 'scaledDot', pastValues } = request;
  const values = headsOf('values', needed('values', request.values), 'keyHeadCount', request.keyHeadCount);
  const pastCount = pastValues ? pastCountOf('pastValues', pastValues, values, 'valueDim') : 0;
  const keyCount = pastCount + values.count;
  const queries = queryHeadsOf(request, scoreFunction);
  checkEqual(['the batchCount of queries', queries.batchCount], ['that of values', values.batchCount]);
  checkHeadGroups(queries.headCount, values.headCount);
  const shape: AttentionShape = {
    batchCount: values.batchCount,
    queryHeadCount: queries.headCount,
    keyHeadCount: values.headCount,
    queryCount: queries.count,
    pastCount,
    newKeyCount: values.count,
    keyCount,
    queryDim: queries.dim,
    keyDim: readsKeys(scoreFunction) ? keyDimOf(request, values, pastCount, scoreFunction) : 0,
    valueDim: values.dim,
    attentionDim: scoreFunction === 'additive' ? attentionDimOf(request) : 0,
  };
  checkLimits(shape, scoreFunction);
  checkScoring(request, shape, scoreFunction);
  checkMasks(request, shape);
  return shape;
}

/** Of the queries, or of the scores where these are given; their dim is 0 then. */
function queryHeadsOf(request: AttentionRequest, scoreFunction: AttentionScoreFunction): Heads {
  if (!readsQueries(scoreFunction)) {
    const scores = needed('scores', request.scores, scoreFunction);
    checkRank('scores', scores, 4, 4);
    const [batchCount, headCount, count] = scores.shape;
    return { batchCount, headCount, count, dim: 0 };
  }
  const queries = needed('queries', request.queries, scoreFunction);
  checkSameRank('queries', queries, request.values);
  return headsOf('queries', queries, 'queryHeadCount', request.queryHeadCount);
}

function keyDimOf(
  { keys: given, pastKeys, pastValues, keyHeadCount, values: givenValues }: AttentionRequest,
  values: Heads,
  pastCount: number,
  scoreFunction: AttentionScoreFunction,
): number {
  const tensor = needed('keys', given, scoreFunction);
  checkSameRank('keys', tensor, givenValues);
  const keys = headsOf('keys', tensor, 'keyHeadCount', keyHeadCount);
  checkEqual(['the batchCount of keys', keys.batchCount], ['that of values', values.batchCount]);
  checkEqual(['the keyHeadCount of keys', keys.headCount], ['that of values', values.headCount]);
  checkEqual(['the newKeyCount of keys', keys.count], ['that of values', values.count]);
  if ((pastKeys === undefined) !== (pastValues === undefined)) {
    const [there, missing] = pastKeys ? ['pastKeys', 'pastValues'] : ['pastValues', 'pastKeys'];
    throw new EngineError('badShape', `${there} is given, but ${missing} is missing; both or neither were expected.`);
  }
  if (pastKeys) {
    checkEqual(
      ['the pastCount of pastKeys', pastCountOf('pastKeys', pastKeys, keys, 'keyDim')],
      ['that of pastValues', pastCount],
    );
  }
  return keys.dim;
}

function checkLimits(shape: AttentionShape, scoreFunction: AttentionScoreFunction): void {
  for (const name of ['queryCount', 'keyCount'] as const) checkMost([name, shape[name]], limits.maxCount);
  for (const name of ['queryDim', 'keyDim', 'valueDim', 'attentionDim'] as const) {
    checkMost([name, shape[name]], limits.maxDim);
  }
  const { batchCount, queryHeadCount, queryCount, keyCount, queryDim, keyDim, valueDim, attentionDim } = shape;
  const rows: readonly NamedSize[] = [
    ['batchCount', batchCount],
    ['queryHeadCount', queryHeadCount],
    ['queryCount', queryCount],
  ];
  checkResultSize('scores', [...rows, ['keyCount', keyCount]], limits.maxTensorNumbers);
  checkResultSize('context', [...rows, ['valueDim', valueDim]], limits.maxTensorNumbers);
  // What these score functions make of queries and keys before they multiply them.
  const isBilinear = scoreFunction === 'bilinear';
  if (!isBilinear && scoreFunction !== 'additive') return;
  const queryWidth: NamedSize = isBilinear ? ['keyDim', keyDim] : ['attentionDim', attentionDim];
  const keyWidth: NamedSize = isBilinear ? ['queryDim', queryDim] : ['attentionDim', attentionDim];
  checkResultSize('projected queries', [['queryCount', queryCount], queryWidth], limits.maxTensorNumbers);
  checkResultSize('projected keys', [['keyCount', keyCount], keyWidth], limits.maxTensorNumbers);
}
