import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tileCells } from '../../../web/model/map-tiles.ts';
import type { MapSize } from '../../../web/model/map-viewport.ts';
import { mulberry32 } from '../../../web/model/random.ts';
import type { MapComputation } from '../../../web/state/map-computation.ts';
import { givenComputation } from '../../../web/state/map-given.ts';
import { emptyTile, isExact, nextWork, workOn, type MapTile } from '../../../web/state/map-tile.ts';
import { vectorComputation } from '../../../web/state/map-vectors.ts';
import { referenceMapEngine, vectorsFor, weightsOf } from './map-fixtures.ts';

const engine = referenceMapEngine();
const signal = new AbortController().signal;

async function finish(tile: MapTile, computation: MapComputation, size: MapSize, budget: number): Promise<void> {
  while (!isExact(tile)) await workOn(tile, nextWork(tile, computation, budget), size, computation, signal);
}

/** Largest and mean of a cell, of all its pairs. */
function pooled(weights: Float64Array, { keyCount }: MapSize, { extent }: MapTile, row: number, column: number) {
  const { firstQuery, firstKey, pairsPerCell, queryCount, keyCount: tileKeys } = extent;
  let [max, sum, count] = [-Infinity, 0, 0];
  for (let t = row * pairsPerCell; t < Math.min(queryCount, (row + 1) * pairsPerCell); t++) {
    for (let i = column * pairsPerCell; i < Math.min(tileKeys, (column + 1) * pairsPerCell); i++) {
      const weight = weights[(firstQuery + t) * keyCount + firstKey + i];
      max = Math.max(max, weight);
      sum += weight;
      count++;
    }
  }
  return { max, mean: sum / count };
}

function expectCells(tile: MapTile, weights: Float64Array, size: MapSize): void {
  const { rowCount, columnCount } = tile.extent;
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < columnCount; column++) {
      const { max, mean } = pooled(weights, size, tile, row, column);
      const at = row * columnCount + column;
      const slack = 1e-6 + 1e-5 * max;
      expect(Math.abs(tile.max[at] - max), `max of cell ${row}, ${column}`).toBeLessThan(slack);
      expect(Math.abs(tile.mean[at] - mean), `mean of cell ${row}, ${column}`).toBeLessThan(slack);
    }
  }
}

const anyCase = fc.record({
  queryCount: fc.integer({ min: 1, max: 90 }),
  keyCount: fc.integer({ min: 1, max: 90 }),
  level: fc.integer({ min: 0, max: 5 }),
  isCausal: fc.boolean(),
  budget: fc.constantFrom(1, 20_000, 1e9),
  seed: fc.nat(1_000),
});

describe('a tile', () => {
  it('comes, piece by piece and however it is cut, to the pools of the softmax by its formula', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ level, isCausal, budget, seed, ...size }) => {
        const attention = vectorsFor(size, isCausal, mulberry32(seed));
        const computation = vectorComputation(attention, size, engine);
        const tile = emptyTile({ level, row: 0, column: 0 }, size);
        await finish(tile, computation, size, budget);
        expectCells(tile, weightsOf(attention, size), size);
      }),
      { numRuns: 60 },
    );
  });

  it.each([false, true])('has its place among the others (causal: %s)', async (isCausal) => {
    const size = { queryCount: tileCells + 40, keyCount: tileCells + 70 };
    const attention = vectorsFor(size, isCausal, mulberry32(7));
    const weights = weightsOf(attention, size);
    const computation = vectorComputation(attention, size, engine);
    for (const [row, column] of [
      [0, 1],
      [1, 0],
      [1, 1],
    ]) {
      const tile = emptyTile({ level: 0, row, column }, size);
      await finish(tile, computation, size, 1e9);
      expectCells(tile, weights, size);
    }
  });

  it('of a sample is the pools of the rows that were looked at', async () => {
    const size = { queryCount: 64, keyCount: 32 };
    const attention = vectorsFor(size, false, mulberry32(3));
    const weights = weightsOf(attention, size);
    const computation = vectorComputation(attention, size, engine);
    const tile = emptyTile({ level: 3, row: 0, column: 0 }, size);
    await workOn(tile, nextWork(tile, computation, 1e9), size, computation, signal);
    expect([tile.sampleCount, isExact(tile)]).toEqual([1, false]);
    const known = computation.facts.isKnown;
    for (let cell = 0; cell < 8; cell++) {
      const rows = Array.from({ length: 8 }, (_, r) => 8 * cell + r).filter((row) => known[row] === 1);
      expect(rows).toHaveLength(1);
      const own = weights.subarray(rows[0] * 32, rows[0] * 32 + 8);
      expect(tile.max[cell * tile.extent.columnCount]).toBeCloseTo(Math.max(...own), 5);
    }
  });

  it('does not change when what was under way is given up', async () => {
    const size = { queryCount: 40, keyCount: 40 };
    const computation = vectorComputation(vectorsFor(size, false, mulberry32(1)), size, engine);
    const tile = emptyTile({ level: 1, row: 0, column: 0 }, size);
    const end = new AbortController();
    const work = workOn(tile, nextWork(tile, computation, 1e9), size, computation, end.signal);
    end.abort();
    await work.catch(() => undefined);
    expect([tile.sampleCount, tile.revision, Math.max(...tile.max)]).toEqual([0, 0, 0]);
  });
});

describe('the facts of a row', () => {
  it.each([false, true])('are its log-sum-exp, its largest weight and where that is (causal: %s)', async (isCausal) => {
    const size = { queryCount: 200, keyCount: 180 };
    const attention = vectorsFor(size, isCausal, mulberry32(11));
    const weights = weightsOf(attention, size);
    const { facts, learn } = vectorComputation(attention, size, engine);
    const rows = Int32Array.from({ length: 67 }, (_, index) => 3 * index);
    await learn(rows, signal);
    for (const row of rows) {
      const own = weights.subarray(row * 180, (row + 1) * 180);
      const largest = Math.max(...own);
      expect(facts.largestKey[row]).toBe(largest > 0 ? own.indexOf(largest) : -1);
      expect(facts.largestWeight[row]).toBeCloseTo(largest, 5);
    }
    expect(facts.isKnown.reduce((sum, known) => sum + known, 0)).toBe(67);
    if (isCausal) expect(facts.logSumExp[0], 'the first query sees nothing').toBe(-Infinity);
  });
});

describe('given weights', () => {
  it('are pooled as they are', async () => {
    const random = mulberry32(5);
    const size = { queryCount: 50, keyCount: 61 };
    const weights = Float32Array.from({ length: 50 * 61 }, () => random());
    const computation = givenComputation({ kind: 'weights', weights }, size);
    for (const level of [0, 1, 3]) {
      const tile = emptyTile({ level, row: 0, column: 0 }, size);
      await finish(tile, computation, size, 500);
      expectCells(tile, Float64Array.from(weights), size);
    }
    expect(computation.facts.largestWeight[3]).toBeCloseTo(Math.max(...weights.subarray(3 * 61, 4 * 61)), 6);
  });
});
