import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSamples, sampledRow } from '../../../web/model/map-samples.ts';

const anyCell = fc.record({ level: fc.integer({ min: 0, max: 8 }), cellRow: fc.nat(300) });

describe('the rows that are sampled of a cell', () => {
  it('are each of its rows once', () => {
    fc.assert(
      fc.property(anyCell, ({ level, cellRow }) => {
        const rows = Array.from({ length: 2 ** level }, (_, index) => sampledRow(index, cellRow, 2 ** level));
        expect(rows.toSorted((a, b) => a - b)).toEqual(rows.map((_, index) => index));
      }),
    );
  });

  it('are spread: the first 2ᵏ lie in as many equal parts of the cell', () => {
    fc.assert(
      fc.property(anyCell, fc.nat(8), ({ level, cellRow }, depth) => {
        const count = 2 ** Math.min(depth, level);
        const parts = Array.from({ length: count }, (_, index) =>
          Math.floor((sampledRow(index, cellRow, 2 ** level) * count) / 2 ** level),
        );
        expect(new Set(parts).size).toBe(count);
      }),
    );
  });

  it('are the same rows at every zoom: the first 2n of a cell are the first n of its halves', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(300), fc.nat(8), (level, cellRow, depth) => {
        const half = 2 ** (level - 1);
        const count = Math.min(half, 2 ** depth);
        const rowsOf = (cell: number, rows: number, samples: number): number[] =>
          Array.from({ length: samples }, (_, index) => cell * rows + sampledRow(index, cell, rows));
        const ofHalves = [...rowsOf(2 * cellRow, half, count), ...rowsOf(2 * cellRow + 1, half, count)];
        expect(rowsOf(cellRow, 2 * half, 2 * count).sort((a, b) => a - b)).toEqual(ofHalves.sort((a, b) => a - b));
      }),
    );
  });

  it('do not lie at one distance from cell to cell, which would miss what repeats at it', () => {
    const first = Array.from({ length: 64 }, (_, cellRow) => sampledRow(0, cellRow, 64));
    expect(new Set(first).size).toBeGreaterThan(30);
  });

  it('only add to those before, and end with the map', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 2_000 }), (level, queryCount) => {
        const rowsPerCell = 2 ** level;
        const cells = Math.ceil(queryCount / rowsPerCell);
        const all: number[] = [];
        for (let before = 0; before < rowsPerCell; before = Math.max(1, 2 * before)) {
          const after = before === 0 ? 1 : 2 * before;
          const rows = newSamples({ first: 0, end: cells, before, after }, rowsPerCell, queryCount);
          expect([...rows]).toEqual([...rows].sort((a, b) => a - b));
          all.push(...rows);
        }
        expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: queryCount }, (_, row) => row));
      }),
    );
  });
});
