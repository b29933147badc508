import { EngineError } from '../engine-error.ts';
import { limits } from '../limits.ts';
import { countOf, shapeText, type Tensor } from '../tensor.ts';
import { needed } from './attention-checks.ts';
import {
  checkAdditiveMask,
  checkBroadcast,
  checkEqual,
  checkFinite,
  checkKeepMask,
  checkNumber,
  checkOneOf,
  checkRank,
  checkResultSize,
  checkShape,
  type NamedSize,
} from './checks.ts';
import { fusedScoreFunctions, type FusedAttentionRequest } from './fused-attention.ts';
import { checkPresent } from './presence.ts';
import { checkMost } from './size-checks.ts';

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
  fusedAttentionShapeOf(request);
}

/** The sizes of a request. Refuses one whose sizes do not fit each other or whose numbers have no meaning. */
export function fusedAttentionShapeOf(request: FusedAttentionRequest): FusedAttentionShape {
  checkOptions(request);
  const queries = matricesOf('queries', request.queries);
  const keys = matricesOf('keys', request.keys);
  const values = matricesOf('values', request.values);
  checkHeads('keys', request.keys, request.queries);
  checkHeads('values', request.values, request.queries);
  const [headCount, keyHeadCount] = [countOf(queries.headShape), countOf(keys.headShape)];
  checkEqual(['the number of heads of values', countOf(values.headShape)], ['that of keys', keyHeadCount]);
  checkEqual(['the keyCount of values', values.count], ['that of keys', keys.count]);
  const shape: FusedAttentionShape = {
    headShape: queries.headShape,
    headCount,
    keyHeadCount,
    queryCount: queries.count,
    keyCount: keys.count,
    queryDim: queries.dim,
    keyDim: keys.dim,
    valueDim: values.dim,
    attentionDim: checkScoring(request, queries.dim, keys.dim),
  };
  checkSizes(shape, request.scoreFunction === 'bilinear');
  checkMasks(request, shape);
  return shape;
}

function checkOptions(request: FusedAttentionRequest): void {
  checkOneOf('scoreFunction', request.scoreFunction, fusedScoreFunctions);
  checkNumber('scale', request.scale);
  checkOneOf('causal', request.causal, ['topLeft', 'bottomRight']);
  checkNumber('firstPosition', request.firstPosition, {
    least: -limits.maxCount,
    most: limits.maxCount,
    isWhole: true,
  });
  checkNumber('leftWindow', request.leftWindow, { least: 0, isWhole: true });
  checkNumber('rightWindow', request.rightWindow, { least: 0, isWhole: true });
}

/** A tensor [...headShape, count, dim]. */
interface Matrices {
  readonly headShape: readonly number[];
  readonly count: number;
  readonly dim: number;
}

function matricesOf(name: string, tensor: Tensor | undefined): Matrices {
  checkRank(name, tensor, 2);
  const { shape } = checkPresent(name, tensor);
  const [count, dim] = shape.slice(-2);
  checkMost([`the count of ${name}`, count], limits.maxCount);
  checkMost([`the width of ${name}`, dim], limits.maxDim);
  return { headShape: shape.slice(0, -2), count, dim };
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

/** The parameters of the score function. Returns attentionDim, or 0. */
function checkScoring(request: FusedAttentionRequest, queryDim: number, keyDim: number): number {
  const { scoreFunction = 'scaledDot' } = request;
  const parameter = (name: 'W' | 'W_q' | 'W_k' | 'v', ...sizes: NamedSize[]): void => {
    const tensor = needed(name, request[name], scoreFunction);
    checkShape(name, tensor, sizes);
    checkFinite(name, tensor);
  };
  switch (scoreFunction) {
    case 'dot':
    case 'scaledDot':
      checkEqual(['the queryDim of queries', queryDim], ['the keyDim of keys', keyDim]);
      return 0;
    case 'bilinear':
      parameter('W', ['queryDim', queryDim], ['keyDim', keyDim]);
      return 0;
    case 'additive': {
      const v = needed('v', request.v, scoreFunction);
      checkRank('v', v, 1, 1);
      const [attentionDim] = v.shape;
      checkMost(['attentionDim', attentionDim], limits.maxDim);
      parameter('W_q', ['queryDim', queryDim], ['attentionDim', attentionDim]);
      parameter('W_k', ['keyDim', keyDim], ['attentionDim', attentionDim]);
      parameter('v', ['attentionDim', attentionDim]);
      return attentionDim;
    }
  }
}

/** Of the context, and of what some score functions make of queries and keys before they compare them. */
function checkSizes(shape: FusedAttentionShape, isBilinear: boolean): void {
  const { headCount, queryCount, keyCount, queryDim, valueDim, attentionDim } = shape;
  checkResultSize(
    'context',
    [
      ['headCount', headCount],
      ['queryCount', queryCount],
      ['valueDim', valueDim],
    ],
    limits.maxTensorNumbers,
  );
  const keys = ['keyCount', keyCount] as const;
  if (isBilinear) checkResultSize('projected keys', [keys, ['queryDim', queryDim]], limits.maxTensorNumbers);
  if (attentionDim === 0) return;
  const width = ['attentionDim', attentionDim] as const;
  checkResultSize('projected queries', [['queryCount', queryCount], width], limits.maxTensorNumbers);
  checkResultSize('projected keys', [keys, width], limits.maxTensorNumbers);
}

function checkMasks({ keepMask, additiveMask }: FusedAttentionRequest, shape: FusedAttentionShape): void {
  const { headShape, queryCount, keyCount } = shape;
  const sizes: readonly NamedSize[] = [
    ...headShape.map((size) => ['heads', size] as const),
    ['queryCount', queryCount],
    ['keyCount', keyCount],
  ];
  if (keepMask) {
    checkBroadcast('keepMask', keepMask, sizes);
    checkKeepMask('keepMask', keepMask);
  }
  if (additiveMask) {
    checkBroadcast('additiveMask', additiveMask, sizes);
    checkAdditiveMask('additiveMask', additiveMask);
  }
}
