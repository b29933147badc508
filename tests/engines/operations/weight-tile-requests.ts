import fc from 'fast-check';
import type {
  FloatArray,
  FusedAttentionRequest,
  Precision,
  Tensor,
  WeightTileRequest,
} from '../../../web/contract/index.ts';
import { allocateLike } from '../../../web/contract/index.ts';
import { maskedFusedAttentionRequests, oneHead } from './fused-attention-requests.ts';
import { pick, range } from './tensor-axes.ts';

/** A part of the pairs of a whole, and how many of them make a cell. */
export interface Region {
  readonly firstRow: number;
  readonly queryCount: number;
  readonly firstKey: number;
  readonly keyCount: number;
  readonly queriesPerCell: number;
  readonly keysPerCell: number;
}

export interface PlacedRegion {
  readonly whole: FusedAttentionRequest;
  readonly region: Region;
}

/** Around lanes of 4, tiles of 5 queries and blocks of 64 keys. */
const cellSizes = fc.constantFrom(1, 1, 2, 3, 4, 5, 8, 16, 63, 64, 100);

/** Any part of any one-headed problem with masks, causality, windows and positions. */
export function placedRegions(precision: Precision): fc.Arbitrary<PlacedRegion> {
  return maskedFusedAttentionRequests(precision, oneHead).chain((whole) =>
    fc.record({
      whole: fc.constant(whole),
      region: fc
        .record({
          rows: spans(whole.queries.shape[0]),
          keys: spans(whole.keys.shape[0]),
          queriesPerCell: cellSizes,
          keysPerCell: cellSizes,
        })
        .map(({ rows: [firstRow, queryCount], keys: [firstKey, keyCount], ...cell }) => ({
          ...{ firstRow, queryCount, firstKey, keyCount },
          ...cell,
        })),
    }),
  );
}

/** Where a part of `count` starts and how many it holds. */
function spans(count: number): fc.Arbitrary<readonly [first: number, count: number]> {
  return fc.oneof(
    fc.constant([0, count] as const),
    fc
      .nat(count - 1)
      .chain((first) => fc.integer({ min: 1, max: count - first }).map((size) => [first, size] as const)),
  );
}

/** The region as a request of its own: its rows, and where they stand. */
export function tileRequestOf(
  { whole, region }: PlacedRegion,
  logSumExp: Tensor,
  quantity?: WeightTileRequest['quantity'],
): WeightTileRequest {
  const { firstRow, queryCount, firstKey, keyCount, queriesPerCell, keysPerCell } = region;
  const { queries, keys, keepMask, additiveMask, scoreFunction, scale, W, W_q, W_k, v } = whole;
  const { causal, leftWindow, rightWindow } = whole;
  const rows = range(queryCount).map((t) => firstRow + t);
  const columns = range(keyCount).map((i) => firstKey + i);
  const partOf = (mask: Tensor | undefined): Tensor | undefined => {
    if (!mask) return undefined;
    const last = mask.shape.length - 1;
    const part = last < 0 || mask.shape[last] === 1 ? mask : pick(mask, last, columns);
    return last < 1 || mask.shape[0] === 1 ? part : pick(part, 0, rows);
  };
  const start = causal === 'bottomRight' ? keys.shape[0] - queries.shape[0] : 0;
  return {
    ...{ scoreFunction, scale, W, W_q, W_k, v, causal, leftWindow, rightWindow },
    ...{ quantity, queriesPerCell, keysPerCell, firstKey },
    queries: pick(queries, 0, rows),
    keys: pick(keys, 0, columns),
    logSumExp: pick(logSumExp, 0, rows),
    keepMask: partOf(keepMask),
    additiveMask: partOf(additiveMask),
    firstPosition: (whole.firstPosition ?? start) + firstRow,
  };
}

/** Cells of the region of numbers [queryCount, keyCount] of the whole: the largest, and the mean of those that count. */
export function pooled(
  numbers: FloatArray,
  wholeKeyCount: number,
  region: Region,
  counts: (number: number) => boolean,
): { readonly shape: number[]; readonly max: FloatArray; readonly mean: FloatArray } {
  const { firstRow, queryCount, firstKey, keyCount, queriesPerCell, keysPerCell } = region;
  const shape = [Math.ceil(queryCount / queriesPerCell), Math.ceil(keyCount / keysPerCell)];
  const cells = Array.from({ length: shape[0] * shape[1] }, (): number[] => []);
  for (let t = 0; t < queryCount; t++) {
    for (let i = 0; i < keyCount; i++) {
      const number = numbers[(firstRow + t) * wholeKeyCount + firstKey + i];
      const cell = Math.floor(t / queriesPerCell) * shape[1] + Math.floor(i / keysPerCell);
      if (counts(number)) cells[cell].push(number);
    }
  }
  const [max, mean] = [allocateLike(new Float64Array(), cells.length), allocateLike(new Float64Array(), cells.length)];
  cells.forEach((cell, index) => {
    max[index] = cell.length === 0 ? -Infinity : Math.max(...cell);
    mean[index] = cell.length === 0 ? -Infinity : cell.reduce((sum, number) => sum + number, 0) / cell.length;
  });
  return { shape, max, mean };
}
