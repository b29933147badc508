import { limits } from '../limits.ts';
import type { Tensor } from '../tensor.ts';
import { attentionDimOf, checkFormula, checkReach } from './attention-checks.ts';
import {
  checkNotFalling,
  checkNumber,
  checkOneOf,
  checkRank,
  checkResultSize,
  checkShape,
  checkWhole,
} from './checks.ts';
import { fusedScoreFunctions, type FusedAttentionRequest } from './fused-attention.ts';
import { checkPresent } from './presence.ts';
import { checkMost } from './size-checks.ts';

/*
 * What fused attention and a tile of its weights have in common: scores of queries and keys, of which only a part is
 * there at a time.
 */

/** The fields of FusedAttentionRequest that make a score of a query and a key, but for the masks. */
export type FusedScoreOptions = Pick<
  FusedAttentionRequest,
  'scoreFunction' | 'scale' | 'W' | 'W_q' | 'W_k' | 'v' | 'causal' | 'leftWindow' | 'rightWindow'
>;

/** The plain numbers and texts. */
export function checkFusedScoreOptions(options: FusedScoreOptions): void {
  checkOneOf('scoreFunction', options.scoreFunction, fusedScoreFunctions);
  checkNumber('scale', options.scale);
  checkReach(options);
}

/** A tensor [...headShape, count, dim]. */
export interface Matrices {
  readonly headShape: readonly number[];
  readonly count: number;
  readonly dim: number;
}

export function matricesOf(name: string, tensor: Tensor | undefined): Matrices {
  checkRank(name, tensor, 2);
  const { shape } = checkPresent(name, tensor);
  const [count, dim] = shape.slice(-2);
  checkMost([`the count of ${name}`, count], limits.maxCount);
  checkMost([`the width of ${name}`, dim], limits.maxDim);
  return { headShape: shape.slice(0, -2), count, dim };
}

/**
 * The parameters of the score function, and the size of what it makes of queries and keys before it compares them.
 * Returns attentionDim, or 0 where the scores are not additive. `groupSize`: heads of queries that share one of keys.
 */
export function checkFusedScoring(
  options: FusedScoreOptions,
  queries: Matrices,
  keys: Matrices,
  groupSize = 1,
): number {
  const { scoreFunction = 'scaledDot' } = options;
  const attentionDim = scoreFunction === 'additive' ? attentionDimOf(options) : 0;
  checkMost(['attentionDim', attentionDim], limits.maxDim);
  checkFormula(options, { queryDim: queries.dim, keyDim: keys.dim, attentionDim }, scoreFunction);
  const queryCount = ['queryCount', queries.count] as const;
  const keyCount = ['keyCount', keys.count] as const;
  if (scoreFunction === 'bilinear') {
    checkResultSize('projected keys', [keyCount, ['queryDim', queries.dim]], limits.maxTensorNumbers);
  } else if (scoreFunction === 'additive') {
    const width = ['attentionDim', attentionDim] as const;
    checkResultSize('projected queries', [queryCount, width], limits.maxTensorNumbers);
    const heads = ['heads that share keys', groupSize] as const;
    checkResultSize('projected queries', [heads, queryCount, width], limits.maxProjectedQueries);
    checkResultSize('projected keys', [keyCount, width], limits.maxTensorNumbers);
  }
  return attentionDim;
}

/** Where queries that lie apart stand: see FusedAttentionRequest. */
export function checkQueryRows(queryRows: Tensor | undefined, queryCount: number): void {
  if (!queryRows) return;
  checkShape('queryRows', queryRows, [['queryCount', queryCount]]);
  checkWhole('queryRows', queryRows, 0, limits.maxCount);
  checkNotFalling('queryRows', queryRows);
}
