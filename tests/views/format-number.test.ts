import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatEditable,
  formatFixed,
  formatFull,
  formatMilliseconds,
  formatPercent,
  formatShort,
  formatSignificant,
  formatWeight,
} from '../../web/views/format-number.ts';
import { largestTypedNumber, parseTypedNumber } from '../../web/views/parse-number.ts';

const anyNumber = fc.double();

describe('formatFixed', () => {
  it.each([
    [1.35, 3, '1.350'],
    [11.1648, 3, '11.165'],
    [-0.6, 2, '−0.60'],
    [-0.001, 2, '0.00'],
    [-0, 2, '0.00'],
    [1234.567, 3, '1234.6'],
    [123456, 3, '1.23e5'],
    [-1e9, 3, '−1e9'],
    [1e300, 1, '1e300'],
    [Infinity, 3, '∞'],
    [-Infinity, 3, '−∞'],
    [NaN, 3, '–'],
  ])('%d to %d decimals is %s', (value, decimals, text) => {
    expect(formatFixed(value, decimals)).toBe(text);
  });
});

describe('formatShort', () => {
  it.each([
    [2.1, 2, '2.1'],
    [0.1 + 0.2, 2, '0.3'],
    [100, 2, '100'],
    [1000, 2, '1000'],
    [-0.004, 2, '0'],
    [0, 3, '0'],
    [1e9, 2, '1e9'],
  ])('%d with at most %d decimals is %s', (value, decimals, text) => {
    expect(formatShort(value, decimals)).toBe(text);
  });
});

describe('formatWeight', () => {
  it.each([
    [0, '0'],
    [1e-300, '<0.01'],
    [0.0049, '<0.01'],
    [0.005, '0.01'],
    [0.7314, '0.73'],
    [1, '1.00'],
  ])('%d is %s: only nothing looks like nothing', (weight, text) => {
    expect(formatWeight(weight)).toBe(text);
  });
});

describe('formatFull', () => {
  it.each([
    [0.73142432, '0.7314243'],
    [-1.5, '−1.5'],
    [1e7, '1e7'],
    [0.00001234, '0.00001234'],
    [1.23456789e-8, '1.234568e−8'],
    [0, '0'],
    [-0, '0'],
    [-Infinity, '−∞'],
  ])('%d is %s', (value, text) => {
    expect(formatFull(value)).toBe(text);
  });

  it('is off by half a unit of the seventh digit at most', () => {
    const read = (text: string): number => Number(text.replaceAll('−', '-'));
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), (value) => {
        expect(Math.abs(read(formatFull(value)) - value)).toBeLessThanOrEqual(5.1e-7 * Math.abs(value));
      }),
    );
  });
});

describe('all of them', () => {
  it('say no number in the words of JavaScript', () => {
    fc.assert(
      fc.property(anyNumber, fc.integer({ min: 0, max: 4 }), (value, decimals) => {
        const texts = [formatFixed(value, decimals), formatShort(value, decimals), formatFull(value)];
        for (const text of texts) expect(text).not.toMatch(/NaN|Infinity|undefined|e\+|-|−0(\.0*)?$/);
      }),
    );
  });
});

describe('formatEditable', () => {
  it('fills a field with text that reads back as the same number', () => {
    const typed = fc
      .double({ min: -largestTypedNumber, max: largestTypedNumber, noNaN: true })
      .map((value) => value + 0);
    fc.assert(
      fc.property(typed, (value) => {
        expect(parseTypedNumber(formatEditable(value))).toEqual({ value });
      }),
    );
  });

  it('leaves the field empty where there is no number', () => {
    expect([NaN, Infinity, -Infinity].map(formatEditable)).toEqual(['', '', '']);
  });
});

describe('formatPercent', () => {
  it.each([
    [0, '0 %'],
    [0.0001, '<1 %'],
    [0.731, '73 %'],
    [1, '100 %'],
  ])('%d is %s', (weight, text) => {
    expect(formatPercent(weight)).toBe(text);
  });
});

describe('formatSignificant', () => {
  it.each([
    [0.02134, 2, '0.021'],
    [1.5, 3, '1.50'],
    [9.99, 2, '10'],
    [0.0996, 2, '0.10'],
    [162.4, 2, '160'],
    [1234.56, 6, '1234.56'],
    [123456, 6, '123456'],
    [123456, 2, '1.2e5'],
    [99999, 2, '1e5'],
    [12345, 2, '12000'],
    [-3.4028e38, 6, '−3.4028e38'],
    [-0.25, 3, '−0.250'],
    [1 / 65_536, 1, '0.00002'],
    [1e-6, 2, '0.0000010'],
    [3.2e-13, 3, '3.2e−13'],
    [1e-22, 2, '1e−22'],
    [0, 2, '0'],
  ])('%d with %d digits is %s', (value, digits, text) => {
    expect(formatSignificant(value, digits)).toBe(text);
  });
});

describe('formatMilliseconds', () => {
  it.each([
    [0.01, '0.01 ms'],
    [1, '1 ms'],
    [1000, '1000 ms'],
    [0.02134, '0.021 ms'],
    [1.04, '1.0 ms'],
    [370.4, '370 ms'],
  ])('%d is %s', (milliseconds, text) => {
    expect(formatMilliseconds(milliseconds)).toBe(text);
  });
});

describe('formatBytes', () => {
  it.each([
    [160, '160 B'],
    [3_800, '3.8 kB'],
    [56_240, '56 kB'],
    [167_772_160, '168 MB'],
    [999_600, '1000 kB'],
    [2e12, '2000 GB'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
