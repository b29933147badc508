import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  largestZoom,
  movedBy,
  pairsIn,
  pixelOf,
  placeAt,
  showing,
  smallestZoom,
  steppedZoom,
  wholeMap,
  withinMap,
  zoomedAt,
} from '../../../web/model/map-viewport.ts';
import { anyMapSize, anyViewport } from './any-viewport.ts';

const pixel = fc.double({ min: -500, max: 4_000, noNaN: true });

describe('the viewport of a map', () => {
  it('shows the whole map, and no more than that is ever seen along the longer side', () => {
    fc.assert(
      fc.property(anyMapSize(), fc.integer({ min: 1, max: 2_000 }), (size, side) => {
        const { first, end } = pairsIn(wholeMap(size, side, side), size);
        expect(first).toEqual({ query: 0, key: 0 });
        expect(end).toEqual({ query: size.queryCount, key: size.keyCount });
      }),
    );
  });

  it('stays on the map: nothing lies beside it but where all of it is seen', () => {
    fc.assert(
      fc.property(anyViewport(), ({ size, viewport }) => {
        const [from, to] = [placeAt(viewport, 0, 0), placeAt(viewport, viewport.width, viewport.height)];
        for (const [axis, count] of [
          ['query', size.queryCount],
          ['key', size.keyCount],
        ] as const) {
          const isAllSeen = to[axis] - from[axis] >= count;
          const slack = 1e-6 * (count + 1);
          if (isAllSeen) expect(viewport.centre[axis]).toBeCloseTo(count / 2, 6);
          else expect(from[axis] >= -slack && to[axis] <= count + slack).toBe(true);
        }
        expect(viewport.zoom).toBeLessThanOrEqual(largestZoom);
        expect(viewport.zoom).toBeGreaterThanOrEqual(smallestZoom(size, viewport.width, viewport.height));
        expect(withinMap(viewport, size)).toEqual(viewport);
      }),
    );
  });

  it('finds the place under a pixel, and its pixel again', () => {
    fc.assert(
      fc.property(anyViewport(), pixel, pixel, ({ viewport }, x, y) => {
        const back = pixelOf(viewport, placeAt(viewport, x, y));
        expect(back.x).toBeCloseTo(x, 4);
        expect(back.y).toBeCloseTo(y, 4);
      }),
    );
  });

  it('follows a hand: what was under it stays under it', () => {
    fc.assert(
      fc.property(anyViewport(), pixel, pixel, pixel, pixel, ({ viewport }, x, y, dx, dy) => {
        const held = placeAt(viewport, x, y);
        const at = pixelOf(movedBy(viewport, dx, dy), held);
        expect(at.x).toBeCloseTo(x + dx, 3);
        expect(at.y).toBeCloseTo(y + dy, 3);
      }),
    );
  });

  it('zooms about a point, which stays where it is', () => {
    fc.assert(
      fc.property(
        anyViewport(),
        fc.double({ min: -8, max: 6, noNaN: true }),
        pixel,
        pixel,
        ({ viewport }, zoom, x, y) => {
          const held = placeAt(viewport, x, y);
          const at = pixelOf(zoomedAt(viewport, zoom, x, y), held);
          expect(at.x).toBeCloseTo(x, 2);
          expect(at.y).toBeCloseTo(y, 2);
        },
      ),
    );
  });

  it('steps to whole zooms, up and down again', () => {
    fc.assert(
      fc.property(fc.double({ min: -10, max: 6, noNaN: true }), (zoom) => {
        const up = steppedZoom(zoom, 1);
        expect(Number.isInteger(up) && up > zoom && up <= zoom + 1 + 1e-5).toBe(true);
        const down = steppedZoom(zoom, -1);
        expect(Number.isInteger(down) && down < zoom && down >= zoom - 1 - 1e-5).toBe(true);
      }),
    );
  });

  it('moves no further than it must to show a place', () => {
    fc.assert(
      fc.property(anyViewport(), fc.nat(65_535), fc.nat(65_535), ({ viewport }, query, key) => {
        const place = { query: query + 0.5, key: key + 0.5 };
        const { x, y } = pixelOf(showing(viewport, place, 40), place);
        expect(x >= -0.01 && x <= viewport.width + 0.01 && y >= -0.01 && y <= viewport.height + 0.01).toBe(true);
        const before = pixelOf(viewport, place);
        if (before.x >= 40 && before.x <= viewport.width - 40) expect(x).toBeCloseTo(before.x, 3);
      }),
    );
  });
});
