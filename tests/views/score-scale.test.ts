import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreAtOffset, scorePosition, scoreRange } from '../../web/views/score-scale.ts';

const anyScore = fc.double({ min: -1e9, max: 1e9 });
const height = 112;

describe('scoreRange', () => {
  it('holds every finite score, with a little room and not much', () => {
    fc.assert(
      fc.property(fc.array(anyScore), (scores) => {
        const range = scoreRange(scores);
        const largest = Math.max(0, ...scores.filter(Number.isFinite).map(Math.abs));
        expect(range).toBeGreaterThanOrEqual(largest);
        expect(range).toBeLessThanOrEqual(Math.max(3, largest * 2.2));
      }),
    );
  });

  it.each([
    [[0.3, 2.1, 0.5], 3],
    [[], 3],
    [[-Infinity, NaN], 3],
    [[2.8], 4],
    [[-40], 50],
    [[1e9], 2e9],
  ])('of %j is %d', (scores, range) => {
    expect(scoreRange(scores)).toBe(range);
  });
});

describe('scorePosition', () => {
  it('stays between the edges and rises with the score', () => {
    fc.assert(
      fc.property(anyScore, anyScore, fc.double({ min: 0.1, max: 2e9, noNaN: true }), (a, b, range) => {
        const [low, high] = [a, b].map((score) => scorePosition(score, { height, range }));
        expect(Math.abs(low)).toBeLessThanOrEqual(1);
        if (a <= b) expect(low).toBeLessThanOrEqual(high);
      }),
    );
  });

  it('puts minus infinity at the lower edge and NaN on the zero line', () => {
    expect([-Infinity, Infinity, NaN].map((score) => scorePosition(score, { height, range: 3 }))).toEqual([-1, 1, 0]);
  });
});

describe('scoreAtOffset', () => {
  it('is where scorePosition draws it, up to the step that a pixel can tell', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: height }), fc.constantFrom(3, 7, 20, 50, 1e4), (offset, range) => {
        const position = scorePosition(scoreAtOffset(offset, { height, range }), { height, range });
        const step = range > 30 ? 1 : range > 10 ? 0.1 : 0.05;
        expect(Math.abs(position - (1 - (2 * offset) / height))).toBeLessThanOrEqual(step / range / 2 + 1e-9);
      }),
    );
  });

  it('has the zero line in the middle, edges at the range, and no −0', () => {
    const scale = { height, range: 3 };
    expect([0, height / 2, height].map((offset) => scoreAtOffset(offset, scale))).toEqual([3, 0, -3]);
    expect(Object.is(scoreAtOffset(height / 2 + 0.001, scale), 0)).toBe(true);
  });
});
