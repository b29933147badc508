import { describe, expect, it } from 'vitest';
import { bfloat16Of, float16Of } from '../../../../web/io/arrays/half-precision.ts';

const patterns = Array.from({ length: 65_536 }, (_, bits) => bits);

/**
 * The same number by widening the bits to those of a float32, as hardware does: another exponent bias, and a subnormal shifted until
 * its leading bit is implicit.
 */
function byWidening(bits: number): number {
  const sign = (bits & 0x8000) << 16;
  let exponent = (bits >> 10) & 0x1f;
  let fraction = bits & 0x3ff;
  if (exponent === 0x1f) return asFloat32(sign | 0x7f800000 | (fraction << 13));
  if (exponent === 0) {
    if (fraction === 0) return asFloat32(sign);
    exponent = 1;
    for (; (fraction & 0x400) === 0; fraction <<= 1) exponent--;
    fraction &= 0x3ff;
  }
  return asFloat32(sign | ((exponent + 112) << 23) | (fraction << 13));
}

function asFloat32(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setInt32(0, bits);
  return view.getFloat32(0);
}

describe('float16', () => {
  it('every one of the 65,536 patterns is the number that widening its bits gives', () => {
    expect(patterns.filter((bits) => !Object.is(float16Of(bits), byWidening(bits)))).toEqual([]);
  });

  it.each([
    [0x0000, 0],
    [0x8000, -0],
    [0x0001, 2 ** -24],
    [0x03ff, 1023 * 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3c00, 1],
    [0x3555, 0.333251953125],
    [0x7bff, 65504],
    [0xfbff, -65504],
    [0x7c00, Infinity],
    [0xfc00, -Infinity],
    [0x7e00, NaN],
  ])('%i is %d', (bits, number) => {
    expect(float16Of(bits)).toBe(number);
  });

  it('grows with its bits, from zero to infinity', () => {
    const positive = patterns.slice(0, 0x7c01).map(float16Of);
    expect(positive.every((number, index) => index === 0 || number > positive[index - 1])).toBe(true);
  });
});

describe('bfloat16', () => {
  it('every one of the 65,536 patterns is the upper half of the float32', () => {
    expect(patterns.filter((bits) => !Object.is(bfloat16Of(bits), asFloat32(bits << 16)))).toEqual([]);
  });

  it.each([
    [0x3f80, 1],
    [0xbf80, -1],
    [0x3eab, 0.333984375],
    [0x7f7f, 3.3895313892515355e38],
    [0x0001, 2 ** -133],
    [0xff80, -Infinity],
    [0x7fc0, NaN],
  ])('%i is %d', (bits, number) => {
    expect(bfloat16Of(bits)).toBe(number);
  });
});
