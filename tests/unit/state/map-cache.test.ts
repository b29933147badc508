import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MapCache } from '../../../web/state/map-cache.ts';

const anyUse = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  /** null: it is only looked for. */
  bytes: fc.option(fc.integer({ min: 0, max: 50 })),
});

describe('the cache of tiles', () => {
  it('never holds more than its limit, and loses what was used longest ago', () => {
    fc.assert(
      fc.property(fc.array(anyUse, { maxLength: 60 }), (uses) => {
        const cache = new MapCache<number>(100, (bytes) => bytes);
        /** The same by a list that is searched. */
        let kept: { key: string; bytes: number }[] = [];
        for (const { key, bytes } of uses) {
          const known = kept.find((entry) => entry.key === key);
          if (bytes === null) {
            expect(cache.get(key)).toBe(known?.bytes);
            if (known) kept = [...kept.filter((entry) => entry !== known), known];
          } else {
            cache.set(key, bytes);
            kept = [...kept.filter((entry) => entry !== known), { key, bytes }];
            const sum = (): number => kept.reduce((all, entry) => all + entry.bytes, 0);
            while (sum() > 100) kept.shift();
          }
          expect(cache.bytes).toBe(kept.reduce((all, entry) => all + entry.bytes, 0));
          expect(cache.bytes).toBeLessThanOrEqual(100);
          expect(cache.count).toBe(kept.length);
        }
        for (const { key, bytes } of kept) expect(cache.peek(key)).toBe(bytes);
      }),
    );
  });

  it('keeps the last value even where that alone is over the limit, and nothing else', () => {
    const cache = new MapCache<number>(100, (bytes) => bytes);
    cache.set('small', 10);
    cache.set('large', 500);
    expect([cache.peek('small'), cache.peek('large'), cache.count]).toEqual([undefined, 500, 1]);
    cache.clear();
    expect([cache.bytes, cache.count]).toEqual([0, 0]);
  });
});
