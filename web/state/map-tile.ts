import { newSamples } from '../model/map-samples.ts';
import { extentOf, type TileAddress, type TileExtent } from '../model/map-tiles.ts';
import type { MapSize } from '../model/map-viewport.ts';
import type { MapComputation, PooledCells } from './map-computation.ts';

/** One tile: its cells as far as they are known. Never copied; `revision` tells that it has changed. */
export interface MapTile {
  readonly address: TileAddress;
  readonly extent: TileExtent;
  /** [rowCount, columnCount] of the rows that have been looked at: the largest weight, and the mean over all pairs. */
  readonly max: Float32Array;
  readonly mean: Float32Array;
  /** [rowCount] how many rows of each cell row have been looked at, of pairsPerCell. */
  readonly samples: Uint32Array;
  /** The least of them. */
  sampleCount: number;
  revision: number;
}

export function emptyTile(address: TileAddress, size: MapSize): MapTile {
  const extent = extentOf(address, size);
  const cells = extent.rowCount * extent.columnCount;
  return {
    address,
    extent,
    max: new Float32Array(cells),
    mean: new Float32Array(cells),
    samples: new Uint32Array(extent.rowCount),
    sampleCount: 0,
    revision: 0,
  };
}

export function isExact({ sampleCount, extent }: MapTile): boolean {
  return sampleCount >= extent.pairsPerCell;
}

/** Multiplications until it is exact, without those for rows that are known already. */
export function costLeft({ samples, extent }: MapTile, { facts, rowCost, pairCost }: MapComputation): number {
  const { firstQuery, queryCount, pairsPerCell, keyCount } = extent;
  let unknown = 0;
  for (let row = firstQuery; row < firstQuery + queryCount; row++) unknown += 1 - facts.isKnown[row];
  const sampled = samples.reduce((sum, count) => sum + Math.min(count, pairsPerCell), 0);
  return unknown * rowCost + Math.max(0, queryCount - sampled) * keyCount * pairCost;
}

/** Some cell rows of a tile, and to how many samples they are brought. */
export interface TileWork {
  /** Cell rows of the tile, from `first` to before `end`. All have `before` samples. */
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

/**
 * The next piece of work on a tile, which takes about `budget` multiplications: it doubles the samples of as many of its
 * least known rows as that allows.
 */
export function nextWork(tile: MapTile, { rowCost, pairCost }: MapComputation, budget: number): TileWork {
  const { samples, sampleCount: before, extent } = tile;
  const first = samples.indexOf(before);
  let end = first;
  while (end < samples.length && samples[end] === before) end++;
  const after = before === 0 ? 1 : 2 * before;
  const costOfCellRow = (after - before) * (rowCost + extent.keyCount * pairCost);
  return { first, end: Math.min(end, first + Math.max(1, Math.floor(budget / costOfCellRow))), before, after };
}

/** Does the work, and counts the multiplications it took. */
export async function workOn(
  tile: MapTile,
  { first, end, before, after }: TileWork,
  { queryCount }: MapSize,
  computation: MapComputation,
  signal: AbortSignal,
): Promise<number> {
  const { extent } = tile;
  const { pairsPerCell, firstKey, keyCount } = extent;
  const cellRows = extent.firstQuery / pairsPerCell;
  const rows = newSamples({ first: cellRows + first, end: cellRows + end, before, after }, pairsPerCell, queryCount);
  let cost = 0;
  if (rows.length > 0) {
    const { isKnown } = computation.facts;
    cost = rows.reduce((sum, row) => sum + (isKnown[row] ? 0 : computation.rowCost), 0);
    cost += rows.length * keyCount * computation.pairCost;
    await computation.learn(rows, signal);
    const rowsPerCell = after - before;
    const region = { rows, rowsPerCell, firstKey, keyCount, keysPerCell: pairsPerCell };
    const cells = await computation.pool(region, signal);
    if (signal.aborted) return cost;
    merge(tile, first, before, rowsPerCell, rows.length, cells);
  }
  tile.samples.fill(after, first, end);
  tile.sampleCount = tile.samples.reduce((least, count) => Math.min(least, count), Infinity);
  tile.revision++;
  return cost;
}

/** Lays the cells of new rows over those of the rows before. */
function merge(
  { max, mean, extent }: MapTile,
  firstRow: number,
  before: number,
  rowsPerCell: number,
  rowCount: number,
  cells: PooledCells,
): void {
  const { columnCount } = extent;
  for (let cellRow = 0; cellRow * rowsPerCell < rowCount; cellRow++) {
    const added = Math.min(rowsPerCell, rowCount - cellRow * rowsPerCell);
    const known = knownRows(extent, firstRow + cellRow, before);
    const share = added / (known + added);
    for (let column = 0; column < columnCount; column++) {
      const at = (firstRow + cellRow) * columnCount + column;
      const from = cellRow * columnCount + column;
      max[at] = known === 0 ? cells.max[from] : Math.max(max[at], cells.max[from]);
      mean[at] = known === 0 ? cells.mean[from] : mean[at] + share * (cells.mean[from] - mean[at]);
    }
  }
}

/** How many of the first `samples` rows of a cell there are: the last cell row may have fewer than the others. */
function knownRows({ firstQuery, queryCount, pairsPerCell }: TileExtent, cellRow: number, samples: number): number {
  const rest = queryCount - cellRow * pairsPerCell;
  if (rest >= pairsPerCell) return samples;
  const start = firstQuery + cellRow * pairsPerCell;
  return newSamples(
    { first: start / pairsPerCell, end: start / pairsPerCell + 1, before: 0, after: samples },
    pairsPerCell,
    firstQuery + queryCount,
  ).length;
}
