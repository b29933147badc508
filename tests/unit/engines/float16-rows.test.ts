import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactFloat16 } from '../../../web/engines/webgpu/float16-rows.ts';

/** The number of a float16, by the definition of IEEE 754. */
function numberOf(half: number): number {
  const [sign, exponent, fraction] = [half & 0x8000 ? -1 : 1, (half >> 10) & 31, half & 0x3ff];
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const halvesOf = (...numbers: readonly number[]) => {
  const packed = exactFloat16(Float32Array.from(numbers));
  return packed && Array.from(new Uint16Array(packed.buffer));
};

describe('exactFloat16', () => {
  it('every float16 that is neither subnormal nor infinite comes back as itself', () => {
    for (let half = 0; half < 65_536; half++) {
      const number = numberOf(half);
      const isKept = Number.isFinite(number) && (Math.abs(number) >= 2 ** -14 || number === 0);
      expect(halvesOf(number, 1)).toEqual(isKept ? [half, 0x3c00] : null);
    }
  });

  it('no other float32 is taken for one', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: false }), (number) => {
        const halves = halvesOf(number, 0);
        if (halves) expect(numberOf(halves[0])).toBe(number);
      }),
      { numRuns: 2000 },
    );
    expect([0.1, 2049, 65_520, 1e-5, NaN, Infinity].map((number) => halvesOf(number, 0))).toEqual(
      new Array<null>(6).fill(null),
    );
  });

  it('reads a part of a larger array at its own place', () => {
    const whole = Float32Array.of(7, 1, -2, 9);
    expect(Array.from(exactFloat16(whole.subarray(1, 3))!)).toEqual([0xc000_3c00]);
  });
});
