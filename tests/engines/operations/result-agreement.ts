import { expect } from 'vitest';
import type { Precision, Tensor } from '../../../web/contract/index.ts';
import { expectNear } from '../number-agreement.ts';
import { largestOf, resultUnits, roundingUnit } from '../tolerances.ts';

/**
 * Every tensor of a result against the reference's, of the same names and shapes. Errors are measured against the
 * largest number of the tensor, in units of rounding.
 */
export function expectResultAgrees(
  precision: Precision,
  got: object,
  want: object,
  units: number = resultUnits.forward,
): void {
  expect(Object.keys(got).sort()).toEqual(Object.keys(want).sort());
  const wanted = want as Readonly<Record<string, Tensor>>;
  for (const [name, { shape, data }] of Object.entries(got) as [string, Tensor][]) {
    expect(shape, `shape of ${name}`).toEqual(wanted[name].shape);
    expect(data.constructor, `precision of ${name}`).toBe(wanted[name].data.constructor);
    const bound = units * roundingUnit[precision] * (1 + largestOf(wanted[name].data));
    expectNear(name, data, wanted[name].data, bound);
  }
}
