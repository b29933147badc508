import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthPerDoubling, largestPoints, ratioOfLargest } from '../../web/views/growth.ts';

const power = (sizes: readonly number[], exponent: number, factor = 0.01) =>
  sizes.map((size) => ({ size, milliseconds: factor * size ** exponent }));

describe('growth', () => {
  it('of a power law is 2 to its exponent, wherever it is measured', () => {
    const exponents = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(exponents, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (exponent, factor) => {
        expect(growthPerDoubling(power([16, 64, 128, 1024], exponent, factor))).toBeCloseTo(2 ** exponent, 6);
      }),
    );
  });

  it('is not told of two points, through which anything fits', () => {
    expect(growthPerDoubling(power([16, 32], 2))).toBeNull();
    expect(growthPerDoubling(power([16, 16, 16], 2))).toBeNull();
  });

  it('is told of the largest sizes, in whatever order they came', () => {
    expect(largestPoints(power([8, 64, 16, 32], 1)).map(({ size }) => size)).toEqual([16, 32, 64]);
  });
});

describe('the ratio', () => {
  it('is that of the largest sizes that both have, and one outlier does not make it', () => {
    const quick = power([16, 32, 64, 128], 2);
    const slow = power([8, 16, 32, 64], 2, 0.03).map((point) =>
      point.size === 64 ? { ...point, milliseconds: 1e6 } : point,
    );
    const found = ratioOfLargest(slow, quick)!;
    expect([found.first, found.last]).toEqual([16, 64]);
    expect(found.ratio).toBeCloseTo(3, 9);
  });

  it('is not told where they have no size in common', () => {
    expect(ratioOfLargest(power([8], 1), power([16], 1))).toBeNull();
  });
});
