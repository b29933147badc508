import fc from 'fast-check';
import { countOf, type Precision, type Tensor } from '../../../web/contract/index.ts';
import { floats } from '../inputs.ts';

/** Numbers of everyday size, exact in both precisions, and never so small that a product of two vanishes in float32. */
export const parts: fc.Arbitrary<number> = fc
  .double({ min: -2, max: 2, noNaN: true })
  .map((x) => (Math.abs(x) < 1e-6 ? 0 : Math.fround(x)));

/** Shapes of a few axes with sizes around the four lanes of a SIMD register. */
export function shapes(leastRank: number, mostRank: number): fc.Arbitrary<number[]> {
  return fc.array(fc.integer({ min: 1, max: 6 }), { minLength: leastRank, maxLength: mostRank });
}

export function tensors(
  precision: Precision,
  shape: fc.Arbitrary<readonly number[]>,
  numbers: fc.Arbitrary<number> = parts,
): fc.Arbitrary<Tensor> {
  return shape.chain((sizes) =>
    fc
      .array(numbers, { minLength: countOf(sizes), maxLength: countOf(sizes) })
      .map((data) => ({ shape: sizes, data: floats(precision, data) })),
  );
}
