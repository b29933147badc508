import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bestStride,
  pairCount,
  patternMask,
  patternNames,
  placeOf,
  type PatternInput,
} from '../../../web/model/patterns.ts';

const anySizes = fc.record({
  radius: fc.integer({ min: 0, max: 12 }),
  stride: fc.integer({ min: 1, max: 12 }),
  topCount: fc.integer({ min: 1, max: 12 }),
});

const anyInput = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([queryCount, keyCount]) =>
    fc.record({
      queryCount: fc.constant(queryCount),
      keyCount: fc.constant(keyCount),
      weights: fc.array(fc.constantFrom(0, 0.1, 0.2, 0.5), {
        minLength: queryCount * keyCount,
        maxLength: queryCount * keyCount,
      }),
      visible: fc.array(fc.constantFrom(0, 1), { minLength: queryCount * keyCount, maxLength: queryCount * keyCount }),
    }),
  );

const count = (mask: Uint8Array): number => mask.reduce((sum, one) => sum + one, 0);
const square = (length: number): PatternInput => ({
  queryCount: length,
  keyCount: length,
  weights: Array.from({ length: length ** 2 }, (_, at) => (at * 7) % 11),
  visible: new Uint8Array(length ** 2).fill(1),
});

describe('patterns of attention', () => {
  it('count for a long text what they let through in a short one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        anySizes,
        fc.constantFrom(...patternNames),
        (length, sizes, name) => {
          expect(pairCount(name, length, sizes)).toBe(count(patternMask(name, square(length), sizes)));
        },
      ),
    );
  });

  it('never show what full attention hides', () => {
    fc.assert(
      fc.property(anyInput, anySizes, fc.constantFrom(...patternNames), (input, sizes, name) => {
        const mask = patternMask(name, input, sizes);
        expect(mask.every((one, at) => one === 0 || input.visible[at] !== 0)).toBe(true);
        if (name === 'full') expect(Array.from(mask)).toEqual(input.visible);
      }),
    );
  });

  it('top-k keeps no weight smaller than one that it leaves out, and k of them where there are as many', () => {
    fc.assert(
      fc.property(anyInput, anySizes, (input, sizes) => {
        const { queryCount, keyCount, weights, visible } = input;
        const mask = patternMask('topK', input, sizes);
        for (let row = 0; row < queryCount; row++) {
          const keys = Array.from({ length: keyCount }, (_, key) => row * keyCount + key).filter(
            (at) => visible[at] === 1,
          );
          const kept = keys.filter((at) => mask[at] === 1);
          const left = keys.filter((at) => mask[at] === 0);
          expect(kept).toHaveLength(Math.min(sizes.topCount, keys.length));
          expect(Math.min(...kept.map((at) => weights[at]))).toBeGreaterThanOrEqual(
            Math.max(-1, ...left.map((at) => weights[at])),
          );
        }
      }),
    );
  });

  it('go along the diagonal, whatever the lengths', () => {
    expect([0, 1, 2, 3].map((query) => placeOf(query, 4, 4))).toEqual([0, 1, 2, 3]);
    expect([0, 1, 2].map((query) => placeOf(query, 3, 6))).toEqual([1, 3, 5]);
    expect([0, 1, 2, 3].map((query) => placeOf(query, 4, 2))).toEqual([0, 0, 1, 1]);
  });

  it('50 words have 2,500 scores', () => {
    expect(pairCount('full', 50, { radius: 1, stride: 5, topCount: 2 })).toBe(2500);
  });

  it('the best stride computes least', () => {
    const pairs = (stride: number): number => pairCount('strided', 1000, { radius: 0, stride, topCount: 1 });
    const best = pairs(bestStride(1000));
    for (const stride of [4, 10, 16, 32, 64, 250]) expect(best).toBeLessThan(pairs(stride));
  });
});
