import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisLabels, roundStride } from '../../web/views/map-axis.ts';
import { inkOf, leastInk, tilePixels, type MapInk } from '../../web/views/map-ink.ts';
import { profilesOf, tileSums } from '../../web/views/map-profiles.ts';

describe('labels along an axis', () => {
  it('never stand nearer than their gap, and are the densest round ones that do not', () => {
    fc.assert(
      fc.property(
        fc.nat(60_000),
        fc.integer({ min: 1, max: 65_536 }),
        fc.double({ min: 0.005, max: 64, noNaN: true }),
        (first, count, pixels) => {
          const { positions, stride } = axisLabels(first, first + count, pixels, 17);
          expect(stride * pixels).toBeGreaterThanOrEqual(17 * (1 - 1e-6));
          if (stride > 1) expect((stride / 2.5) * pixels).toBeLessThan(17);
          const isAsWanted = (position: number, index: number): boolean =>
            (position + 1) % stride === 0 &&
            position >= first &&
            position < first + count &&
            (index === 0 || position - positions[index - 1] === stride);
          expect(positions.filter((position, index) => !isAsWanted(position, index))).toEqual([]);
          if (stride === 1) expect(positions).toHaveLength(count);
        },
      ),
    );
  });

  it('are at 1, 2, 5, 10, 20 …', () => {
    expect([0.2, 1, 1.5, 3, 6, 11, 100, 101].map(roundStride)).toEqual([1, 1, 2, 5, 10, 20, 100, 200]);
  });
});

const ink: MapInk = {
  ground: [255, 255, 255],
  faint: [45, 42, 110],
  full: [45, 42, 110],
  scale: 'logarithmic',
  least: 1e-4,
};

describe('the ink of a weight', () => {
  it('runs by decades from nothing to all', () => {
    expect([0, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1].map((value) => Number(inkOf(value, ink, 1).toFixed(6)))).toEqual([
      0, 0, 0, 0.25, 0.5, 0.75, 1,
    ]);
    expect(inkOf(NaN, ink, 1)).toBe(0);
    expect(leastInk(16_384)).toBe(1 / 65_536);
  });

  it('never falls as the weight rises, on either scale', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('logarithmic' as const, 'linear' as const),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 1e-6, max: 1, noNaN: true }),
        (scale, a, b, largest) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)].map((value) =>
            inkOf(value, { scale, least: 1e-4 }, largest),
          );
          expect(low).toBeLessThanOrEqual(high);
          expect(low >= 0 && high <= 1).toBe(true);
        },
      ),
    );
  });

  it('is all of it for the largest weight of a row, where it is linear', () => {
    const linear: MapInk = { ...ink, scale: 'linear' };
    const cells = {
      values: Float32Array.of(0.001, 0.0005, 0, 0.2),
      columnCount: 2,
      isKnown: () => true,
      largestOf: (row: number) => [0.001, 0.4][row],
      factor: 1,
      lastFactor: 1,
    };
    const pixels = tilePixels(cells, linear);
    expect([...pixels.slice(0, 4)]).toEqual([45, 42, 110, 255]);
    expect([...pixels.slice(8, 12)]).toEqual([255, 255, 255, 255]);
    // Half of the largest in the first row and in the second is the same ink, whatever the weights are.
    expect([...pixels.slice(4, 8)]).toEqual([...pixels.slice(12, 16)]);
  });

  it('is as much for a cell of few keys as for one of many with the same share of the row', () => {
    const cells = {
      values: Float32Array.of(0.125, 0.5),
      columnCount: 2,
      isKnown: () => true,
      largestOf: () => 1,
      factor: 4,
      lastFactor: 1,
    };
    const linear = tilePixels(cells, { ...ink, scale: 'linear' });
    expect([...linear.slice(4)]).toEqual([...linear.slice(0, 4)]);
    const logarithmic = tilePixels(cells, ink);
    expect(logarithmic[4], 'that of the mean').toBeLessThan(logarithmic[0]);
  });

  it('is that of the formula to a hair, for any weight', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('logarithmic' as const, 'linear' as const),
        (value, scale) => {
          const own: MapInk = { ...ink, scale };
          const cells = {
            values: Float32Array.of(value),
            columnCount: 1,
            isKnown: () => true,
            factor: 1,
            lastFactor: 1,
            largestOf: () => 1,
          };
          const [red] = tilePixels(cells, own);
          expect(Math.abs(red - (255 - 210 * inkOf(value, own, 1)))).toBeLessThan(2.5);
        },
      ),
    );
  });

  it('draws nothing for what is no number, and for a row that has no largest weight', () => {
    const cells = {
      values: Float32Array.of(NaN, 0, -1),
      columnCount: 3,
      isKnown: () => true,
      factor: 1,
      lastFactor: 1,
      largestOf: () => 0,
    };
    for (const scale of ['logarithmic', 'linear'] as const) {
      expect([...tilePixels(cells, { ...ink, scale })]).toEqual(Array.from({ length: 12 }, () => 255));
    }
  });

  it('leaves rows without numbers transparent, so that what lies below is seen', () => {
    const cells = { values: new Float32Array(6), columnCount: 3, largestOf: () => 1, factor: 1, lastFactor: 1 };
    const pixels = tilePixels({ ...cells, isKnown: (row) => row === 1 }, ink);
    expect([3, 7, 11, 15, 19, 23].map((at) => pixels[at])).toEqual([0, 0, 0, 255, 255, 255]);
  });
});

describe('profiles', () => {
  it('are the share of each row in view and the mean of each column, over tiles that meet', () => {
    const tile = (firstQuery: number, firstKey: number, mean: number[]) => ({
      firstQuery,
      firstKey,
      keyCount: 4,
      pairsPerCell: 2,
      rowCount: 2,
      columnCount: 2,
      sums: tileSums(Float32Array.from(mean), Uint32Array.of(1, 1), 2),
    });
    const range = { firstRow: 0, endRow: 2, firstColumn: 1, endColumn: 4 };
    const { rowShares, columnMeans } = profilesOf(
      [tile(0, 0, [0.5, 0.125, 0, 0.25]), tile(0, 4, [0.0625, 0, 0.125, 0.125])],
      range,
    );
    // A cell's mean over two keys, twice.
    expect([...rowShares]).toEqual([2 * (0.125 + 0.0625), 2 * (0.25 + 0.25)]);
    expect([...columnMeans]).toEqual([(0.125 + 0.25) / 2, (0.0625 + 0.125) / 2, 0.125 / 2]);
  });

  it('are those of a loop over the cells, whatever part of a tile is seen', () => {
    const side = 7;
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: side * side, maxLength: side * side }),
        fc.array(fc.nat(1), { minLength: side, maxLength: side }),
        fc.nat(side),
        fc.nat(side),
        fc.nat(side),
        fc.nat(side),
        (means, samples, a, b, c, d) => {
          const mean = Float32Array.from(means);
          const range = {
            firstRow: Math.min(a, b),
            endRow: Math.max(a, b),
            firstColumn: Math.min(c, d),
            endColumn: Math.max(c, d),
          };
          const sums = tileSums(mean, Uint32Array.from(samples), side);
          const tile = {
            firstQuery: 0,
            firstKey: 0,
            keyCount: side,
            pairsPerCell: 1,
            rowCount: side,
            columnCount: side,
            sums,
          };
          const { rowShares, columnMeans } = profilesOf([tile], range);
          const rows = Array.from({ length: range.endRow - range.firstRow }, (_, row) => range.firstRow + row);
          const columns = Array.from(columnMeans, (_, column) => range.firstColumn + column);
          const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);
          for (const [at, row] of rows.entries()) {
            if (samples[row] === 0) expect(rowShares[at]).toBeNaN();
            else expect(rowShares[at]).toBeCloseTo(sum(columns.map((column) => mean[row * side + column])), 9);
          }
          const known = rows.filter((row) => samples[row] > 0);
          for (const [at, column] of columns.entries()) {
            const expected = sum(known.map((row) => mean[row * side + column])) / Math.max(1, known.length);
            expect(columnMeans[at]).toBeCloseTo(expected, 9);
          }
        },
      ),
    );
  });

  it('count in the last column the keys that there are', () => {
    // Nine keys in cells of four: 0.7 on the first, 0.3 on the last.
    const sums = tileSums(Float32Array.of(0.175, 0, 0.3), Uint32Array.of(1), 3);
    const tile = { firstQuery: 0, firstKey: 0, keyCount: 9, pairsPerCell: 4, rowCount: 1, columnCount: 3, sums };
    const shareFrom = (firstColumn: number, endColumn: number): number =>
      profilesOf([tile], { firstRow: 0, endRow: 1, firstColumn, endColumn }).rowShares[0];
    expect(shareFrom(0, 3)).toBeCloseTo(1, 6);
    expect(shareFrom(0, 2)).toBeCloseTo(0.7, 6);
    expect(shareFrom(2, 3)).toBeCloseTo(0.3, 6);
  });

  it('know nothing of rows that nobody has looked at', () => {
    const tile = {
      firstQuery: 0,
      firstKey: 0,
      keyCount: 1,
      pairsPerCell: 1,
      rowCount: 2,
      columnCount: 1,
      sums: tileSums(Float32Array.of(0.5, 0.25), Uint32Array.of(1, 0), 1),
    };
    const { rowShares, columnMeans } = profilesOf([tile], { firstRow: 0, endRow: 2, firstColumn: 0, endColumn: 1 });
    expect([...rowShares]).toEqual([0.5, NaN]);
    expect([...columnMeans]).toEqual([0.5]);
  });
});
