import type { CausalAlignment } from '../attention-input.ts';
import { EngineError } from '../engine-error.ts';
import type { FloatArray } from '../float-array.ts';
import { limits } from '../limits.ts';
import { countOf, shapeText, type Tensor } from '../tensor.ts';
import { checkEqual, checkNumber, checkOneOf, checkRank, checkResultSize } from './checks.ts';
import { checkPresent } from './presence.ts';
import { checkMost } from './size-checks.ts';

/**
 * Scaled dot-product attention without its stages (Vaswani et al. 2017, §3.2.1; in one pass over blocks of keys as in Dao
 * et al. 2022): no array of queryCount × keyCount is made, so that memory grows with the sequence and not with its square.
 *
 *   score = scale · query·key, weights = softmax over the keys that are seen, context = Σ weight · value
 *
 * The leading axes, such as [head] or [batch, head] or none, are the same for queries, keys and values. What is hidden
 * takes no part, be it NaN; other numbers without meaning go as in AttentionTrace.
 */
export interface FusedAttentionRequest<A extends FloatArray = FloatArray> {
  /** [..., queryCount, keyDim] */
  readonly queries: Tensor<A>;
  /** [..., keyCount, keyDim] */
  readonly keys: Tensor<A>;
  /** [..., keyCount, valueDim] */
  readonly values: Tensor<A>;
  /** Default 1/√keyDim. */
  readonly scale?: number | undefined;
  /**
   * A query sees no key behind its own position. `topLeft`: query t stands at t. `bottomRight`: at
   * keyCount − queryCount + t; the last query meets the last key.
   */
  readonly causal?: CausalAlignment | undefined;
  /** A query sees at most this many keys to the left (right) of its position, which is that of `causal`, `topLeft` by default. */
  readonly leftWindow?: number | undefined;
  readonly rightWindow?: number | undefined;
}

/** A row that sees no key, or only scores of −Infinity: zeros, −Infinity, 0 and −1. */
export interface FusedAttentionResult<A extends FloatArray = FloatArray> {
  /** [..., queryCount, valueDim] */
  readonly context: Tensor<A>;
  /** [..., queryCount] log Σ exp(score) */
  readonly logSumExp: Tensor<A>;
  /** [..., queryCount] of the weights, in nats */
  readonly entropy: Tensor<A>;
  /** [..., queryCount] the lowest of those with the largest score; −1 where a score is NaN */
  readonly largestKey: Tensor<A>;
}

/** headCount is the product of the leading axes. */
export interface FusedAttentionShape {
  readonly headShape: readonly number[];
  readonly headCount: number;
  readonly queryCount: number;
  readonly keyCount: number;
  readonly keyDim: number;
  readonly valueDim: number;
}

export function validateFusedAttention(request: FusedAttentionRequest): void {
  fusedAttentionShapeOf(request);
}

/** The sizes of a request. Refuses one whose sizes do not fit each other or whose numbers have no meaning. */
export function fusedAttentionShapeOf(request: FusedAttentionRequest): FusedAttentionShape {
  checkNumber('scale', request.scale);
  checkOneOf('causal', request.causal, ['topLeft', 'bottomRight']);
  checkNumber('leftWindow', request.leftWindow, { least: 0, isWhole: true });
  checkNumber('rightWindow', request.rightWindow, { least: 0, isWhole: true });
  const queries = matricesOf('queries', request.queries);
  const keys = matricesOf('keys', request.keys);
  const values = matricesOf('values', request.values);
  checkHeads('keys', request.keys, request.queries);
  checkHeads('values', request.values, request.queries);
  checkEqual(['the keyDim of queries', queries.dim], ['that of keys', keys.dim]);
  checkEqual(['the keyCount of values', values.count], ['that of keys', keys.count]);
  const headCount = countOf(queries.headShape);
  checkResultSize(
    'context',
    [
      ['headCount', headCount],
      ['queryCount', queries.count],
      ['valueDim', values.dim],
    ],
    limits.maxTensorNumbers,
  );
  return {
    headShape: queries.headShape,
    headCount,
    queryCount: queries.count,
    keyCount: keys.count,
    keyDim: keys.dim,
    valueDim: values.dim,
  };
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

function checkHeads(name: string, { shape }: Tensor, queries: Tensor): void {
  const heads = queries.shape.slice(0, -2);
  if (shape.length === queries.shape.length && heads.every((size, axis) => size === shape[axis])) return;
  throw new EngineError(
    'badShape',
    `${name} has shape ${shapeText(shape)}, but queries has ${shapeText(queries.shape)}, and all axes but the last two must be the same.`,
  );
}
