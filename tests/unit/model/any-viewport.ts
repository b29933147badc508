import fc from 'fast-check';
import { withinMap, type MapSize, type MapViewport } from '../../../web/model/map-viewport.ts';

export const anyMapSize = (): fc.Arbitrary<MapSize> =>
  fc.record({ queryCount: fc.integer({ min: 1, max: 65_536 }), keyCount: fc.integer({ min: 1, max: 65_536 }) });

/** A map and what a picture of it shows. */
export const anyViewport = (): fc.Arbitrary<{ readonly size: MapSize; readonly viewport: MapViewport }> =>
  fc
    .record({
      size: anyMapSize(),
      width: fc.integer({ min: 1, max: 4_000 }),
      height: fc.integer({ min: 1, max: 3_000 }),
      zoom: fc.double({ min: -12, max: 8, noNaN: true }),
      query: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      key: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
    })
    .map(({ size, width, height, zoom, query, key }) => ({
      size,
      viewport: withinMap({ centre: { query, key }, zoom, width, height }, size),
    }));
