import { expect } from 'vitest';

/** Fails, naming the first number that differs. NaN agrees with NaN, an infinity only with itself. */
export function expectNear(
  name: string,
  got: ArrayLike<number>,
  want: ArrayLike<number>,
  absolute: number,
  relative = 0,
): void {
  expect(got.length, `numbers in ${name}`).toBe(want.length);
  for (let i = 0; i < want.length; i++) {
    if (Object.is(got[i], want[i]) || Math.abs(got[i] - want[i]) <= absolute + relative * Math.abs(want[i])) continue;
    const allowed = absolute + relative * Math.abs(want[i]);
    expect.fail(`${name}[${i}] is ${got[i]}, but ${want[i]} ± ${allowed} was expected.`);
  }
}
