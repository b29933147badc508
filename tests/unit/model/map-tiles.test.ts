import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extentOf, levelAt, parentOf, tileCells, tileKey, tilesIn, topLevel } from '../../../web/model/map-tiles.ts';
import { pairsIn, wholeMap } from '../../../web/model/map-viewport.ts';
import { anyMapSize, anyViewport } from './any-viewport.ts';

describe('the tiles of a map', () => {
  it('hold the whole map in one tile at the top, and in no lower one', () => {
    fc.assert(
      fc.property(anyMapSize(), (size) => {
        const top = topLevel(size);
        const { queryCount, keyCount, rowCount, columnCount } = extentOf({ level: top, row: 0, column: 0 }, size);
        expect({ queryCount, keyCount }).toEqual(size);
        expect(Math.max(rowCount, columnCount)).toBeLessThanOrEqual(tileCells);
        if (top > 0) expect(Math.max(size.queryCount, size.keyCount)).toBeGreaterThan(tileCells * 2 ** (top - 1));
      }),
    );
  });

  it('cover what is seen, each pair once, and are seen all of them', () => {
    fc.assert(
      fc.property(anyViewport(), ({ size, viewport }) => {
        const level = levelAt(viewport.zoom, size);
        const tiles = tilesIn(viewport, level, size).map((address) => extentOf(address, size));
        const { first, end } = pairsIn(viewport, size);
        let seen = 0;
        for (const { firstQuery, firstKey, queryCount, keyCount } of tiles) {
          const rows = Math.min(end.query, firstQuery + queryCount) - Math.max(first.query, firstQuery);
          const columns = Math.min(end.key, firstKey + keyCount) - Math.max(first.key, firstKey);
          expect(Math.min(rows, columns), 'a tile that nobody sees').toBeGreaterThan(0);
          seen += rows * columns;
        }
        expect(seen).toBe((end.query - first.query) * (end.key - first.key));
        expect(new Set(tilesIn(viewport, level, size).map(tileKey)).size).toBe(tiles.length);
      }),
    );
  });

  it('have cells of a pixel to two, where the map is not all in one tile', () => {
    fc.assert(
      fc.property(anyViewport(), ({ size, viewport }) => {
        const level = levelAt(viewport.zoom, size);
        const pixels = 2 ** (viewport.zoom + level);
        if (level < topLevel(size)) expect(pixels).toBeGreaterThanOrEqual(1 - 1e-5);
        if (level > 0) expect(pixels).toBeLessThan(2 + 1e-5);
      }),
    );
  });

  it('come nearest the centre first', () => {
    const size = { queryCount: 4096, keyCount: 4096 };
    const viewport = { ...wholeMap(size, 1024, 1024), zoom: 0, centre: { query: 1000, key: 700 } };
    const [first] = tilesIn(viewport, 0, size);
    expect(first).toEqual({ level: 0, row: 3, column: 2 });
  });

  it('lie within their parents', () => {
    fc.assert(
      fc.property(fc.nat(7), fc.nat(255), fc.nat(255), (level, row, column) => {
        const size = { queryCount: 65_536, keyCount: 65_536 };
        const [own, parent] = [
          { level, row: row >> level, column: column >> level },
          parentOf({ level, row: row >> level, column: column >> level }),
        ].map((address) => extentOf(address, size));
        expect(own.firstQuery >= parent.firstQuery && own.firstKey >= parent.firstKey).toBe(true);
        expect(own.firstQuery + own.queryCount <= parent.firstQuery + parent.queryCount).toBe(true);
      }),
    );
  });
});
