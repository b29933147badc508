import { describe, expect, it } from 'vitest';
import { quantile, quietMilliseconds, summaryOf } from '../../bench/contest/statistics.mjs';

describe('quantile', () => {
  it('lies between two numbers in proportion, whatever their order', () => {
    expect(quantile([4, 1, 2], 0.5)).toBe(2);
    expect(quantile([4, 1, 2, 3], 0.5)).toBe(2.5);
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(quantile([7], 0.75)).toBe(7);
  });

  it('is NaN of none', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('leaves the numbers in their order', () => {
    const numbers = [3, 1, 2];
    summaryOf(numbers);
    expect(numbers).toEqual([3, 1, 2]);
  });
});

describe('quietMilliseconds', () => {
  const sample = (milliseconds: number, waitedShare: number) => ({ milliseconds, waitedShare });

  it('leaves out the disturbed samples, and not the slow ones', () => {
    const samples = [sample(10, 0), sample(90, 0.01), sample(20, 0.5), sample(11, 0.02)];
    expect(quietMilliseconds(samples)).toEqual([10, 90, 11]);
  });

  it('keeps the quieter half where all were disturbed', () => {
    const samples = [sample(10, 0.2), sample(20, 0.9), sample(30, 0.3), sample(40, 0.8)];
    expect(quietMilliseconds(samples)).toEqual([10, 30]);
  });

  it('keeps all where the system says nothing', () => {
    expect(quietMilliseconds([sample(1, 0), sample(2, 0)])).toEqual([1, 2]);
  });
});
