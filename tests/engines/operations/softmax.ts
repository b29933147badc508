import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullyMaskedPolicies, type Precision, type SoftmaxRequest, type Tensor } from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance, largestOf, roundingUnit } from '../tolerances.ts';
import { parts, shapes, tensors } from './tensors.ts';

export function describeSoftmax(useEngine: UseEngine): void {
  describe.each(precisions)('softmax, %s', (precision) => {
    const row = (...numbers: number[]): Tensor => ({ shape: [numbers.length], data: floats(precision, numbers) });

    it('0.3, 2.1, 0.5 become 0.12, 0.73, 0.15', async () => {
      const { probabilities, logSumExp } = await useEngine().run('softmax', { scores: row(0.3, 2.1, 0.5) });
      expectNear('probabilities', probabilities.data, [0.12, 0.73, 0.15], 0.005);
      expectNear('logSumExp', logSumExp.data, [Math.log(Math.exp(0.3) + Math.exp(2.1) + Math.exp(0.5))], 1e-6);
      expect([probabilities.shape, logSumExp.shape]).toEqual([[3], []]);
    });

    it('every number is the reference engine’s', async () => {
      await fc.assert(
        fc.asyncProperty(softmaxRequests(precision), async (request) => {
          const got = await useEngine().run('softmax', request);
          const want = await createReferenceEngine().run('softmax', request);
          const unit = roundingUnit[precision];
          expect(got.probabilities.data.constructor, 'precision of the result').toBe(request.scores.data.constructor);
          expect([got.probabilities.shape, got.logSumExp.shape]).toEqual([
            want.probabilities.shape,
            want.logSumExp.shape,
          ]);
          // In float64 or on float32 lanes, whose error the core states (finite_row.hpp).
          expectNear('probabilities', got.probabilities.data, want.probabilities.data, 4 * unit);
          expectNear(
            'logSumExp',
            got.logSumExp.data,
            want.logSumExp.data,
            4 * unit * (1 + largestOf(want.logSumExp.data)),
          );
        }),
        { numRuns: 100 },
      );
    });

    it.each([
      ['zeros', 0],
      ['uniform', 1 / 3],
      ['nan', NaN],
    ] as const)('a row that keeps no key is %s where asked for', async (fullyMasked, filling) => {
      const request = { scores: row(1, NaN, 3), keepMask: row(0, 0, 0), fullyMasked };
      const { probabilities, logSumExp } = await useEngine().run('softmax', request);
      expectNear('probabilities', probabilities.data, [filling, filling, filling], roundingUnit[precision]);
      expect(logSumExp.data[0]).toBe(-Infinity);
    });

    it.each([NaN, Infinity, 1e30])('%d behind a mask never leaks', async (hidden) => {
      const want = await useEngine().run('softmax', { scores: row(1, 2) });
      for (const mask of [{ keepMask: row(1, 0, 1) }, { additiveMask: row(0, -Infinity, 0) }]) {
        const got = await useEngine().run('softmax', { scores: row(1, hidden, 2), ...mask });
        const [first, , last] = got.probabilities.data;
        expectNear('probabilities', [first, last], want.probabilities.data, 0);
        expect(got.probabilities.data[1]).toBe(0);
        expect(got.logSumExp).toEqual(want.logSumExp);
      }
    });

    it('rows sum to 1, and one row alone gives what it gives among others', async () => {
      await fc.assert(
        fc.asyncProperty(tensors(precision, shapes(2, 2)), async (scores) => {
          const keyCount = scores.shape[1];
          const all = await useEngine().run('softmax', { scores });
          for (let t = 0; t < scores.shape[0]; t++) {
            const take = ({ data }: Tensor) => data.slice(t * keyCount, (t + 1) * keyCount);
            const alone = await useEngine().run('softmax', { scores: { shape: [keyCount], data: take(scores) } });
            expect(alone.probabilities.data).toEqual(take(all.probabilities));
            const sum = Array.from(alone.probabilities.data).reduce((total, each) => total + each, 0);
            expectNear('Σ', [sum], [1], exampleTolerance[precision]);
          }
        }),
        { numRuns: 30 },
      );
    });

    it('refuses masks of another shape and temperatures below 0, naming both', async () => {
      const scores = row(1, 2, 3);
      await expect(useEngine().run('softmax', { scores, keepMask: row(1, 1) })).rejects.toThrow(
        'keepMask has shape [2], but scores has [3]',
      );
      await expect(useEngine().run('softmax', { scores, temperature: -1 })).rejects.toThrow('temperature is -1');
      await expect(useEngine().run('softmax', { scores, keepMask: row(1, 2, 1) })).rejects.toThrow(
        'keepMask holds 2 at index 1',
      );
    });
  });
}

export function softmaxRequests(precision: Precision): fc.Arbitrary<SoftmaxRequest> {
  return shapes(1, 4).chain((shape) => {
    const tensorOf = (numbers: fc.Arbitrary<number>) => tensors(precision, fc.constant(shape), numbers);
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    return fc.record({
      scores: tensorOf(parts),
      keepMask: optional(tensorOf(fc.constantFrom(0, 1))),
      additiveMask: optional(tensorOf(fc.oneof(parts, fc.constant(-Infinity)))),
      temperature: fc.constantFrom(undefined, 0.25, 1, 3, 100),
      fullyMasked: fc.constantFrom(undefined, ...fullyMaskedPolicies),
    });
  });
}
