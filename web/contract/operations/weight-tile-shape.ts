import { limits } from '../limits.ts';
import { checkPairMasks } from './attention-checks.ts';
import { checkNumber, checkOneOf, checkRank, checkResultSize, checkShape } from './checks.ts';
import { checkFusedScoreOptions, checkFusedScoring, checkQueryRows, matricesOf } from './fused-scores-shape.ts';
import { tileQuantities, type WeightTileRequest } from './weight-tile.ts';

export interface WeightTileShape {
  readonly queryCount: number;
  readonly keyCount: number;
  readonly queryDim: number;
  readonly keyDim: number;
  /** 0 where the scores are not additive. */
  readonly attentionDim: number;
  readonly queriesPerCell: number;
  readonly keysPerCell: number;
  /** ⌈queryCount / queriesPerCell⌉ and ⌈keyCount / keysPerCell⌉ */
  readonly cellRowCount: number;
  readonly cellColumnCount: number;
}

export function validateWeightTile(request: WeightTileRequest): void {
  // A whole may start at limits.maxCount, and the region at its last row.
  const [least, most] = [-limits.maxCount, 2 * limits.maxCount];
  checkNumber('firstPosition', request.firstPosition, { least, most, isWhole: true });
  weightTileShapeOf(request);
}

/** As fusedAttentionShapeOf. */
export function weightTileShapeOf(request: WeightTileRequest): WeightTileShape {
  checkOptions(request);
  const { quantity = 'weights', logSumExp, queriesPerCell = 1, keysPerCell = 1 } = request;
  checkRank('queries', request.queries, 2, 2);
  checkRank('keys', request.keys, 2, 2);
  const queries = matricesOf('queries', request.queries);
  const keys = matricesOf('keys', request.keys);
  const attentionDim = checkFusedScoring(request, queries, keys);
  checkQueryRows(request.queryRows, queries.count);
  const queryCount = ['queryCount', queries.count] as const;
  if (quantity === 'weights' || logSumExp) checkShape('logSumExp', logSumExp, [queryCount]);
  checkPairMasks(request, [queryCount, ['keyCount', keys.count]]);
  const cellRowCount = Math.ceil(queries.count / queriesPerCell);
  const cellColumnCount = Math.ceil(keys.count / keysPerCell);
  checkResultSize(
    'max',
    [
      ['cells of queries', cellRowCount],
      ['cells of keys', cellColumnCount],
    ],
    limits.maxTraceScores,
  );
  return {
    queryCount: queries.count,
    keyCount: keys.count,
    queryDim: queries.dim,
    keyDim: keys.dim,
    attentionDim,
    queriesPerCell,
    keysPerCell,
    cellRowCount,
    cellColumnCount,
  };
}

function checkOptions(request: WeightTileRequest): void {
  checkFusedScoreOptions(request);
  checkOneOf('quantity', request.quantity, tileQuantities);
  const size = { least: 1, most: limits.maxCount, isWhole: true };
  checkNumber('queriesPerCell', request.queriesPerCell, size);
  checkNumber('keysPerCell', request.keysPerCell, size);
  checkNumber('firstKey', request.firstKey, { least: 0, most: limits.maxCount, isWhole: true });
}

/** The position of the region's first query, counted from the region's first key. */
export function firstPositionInTile(request: WeightTileRequest, { queryCount, keyCount }: WeightTileShape): number {
  const { causal, firstPosition, firstKey = 0 } = request;
  if (firstPosition === undefined && causal === 'bottomRight') return keyCount - queryCount;
  return (firstPosition ?? 0) - firstKey;
}
