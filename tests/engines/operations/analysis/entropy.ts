import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import { precisions } from '../../inputs.ts';
import { expectNear } from '../../number-agreement.ts';
import type { UseEngine } from '../../suite.ts';
import { exampleTolerance, roundingUnit } from '../../tolerances.ts';
import { expectResultAgrees } from '../result-agreement.ts';
import { shapes } from '../tensors.ts';
import { distributions, tensor } from './matrices.ts';

export function describeEntropy(useEngine: UseEngine): void {
  describe.each(precisions)('entropy, %s', (precision) => {
    const row = (...numbers: number[]) => tensor(precision, [numbers.length], numbers);
    const near = exampleTolerance[precision];

    it('J1: a weight of 0 adds nothing; a one-hot row has 0, not −0, and a masked row no NaN', async () => {
      const weights = tensor(precision, [3, 3], [0, 1, 0, 0, 0, 0, 0.5, 0.5, 0]);
      const { entropy, effectiveCount, participationCount } = await useEngine().run('entropy', { weights });
      expect(Array.from(entropy.data.subarray(0, 2), (h) => Object.is(h, 0))).toEqual([true, true]);
      expectNear('entropy', entropy.data, [0, 0, Math.LN2], near);
      expectNear('effectiveCount', effectiveCount.data, [1, 0, 2], near);
      expectNear('participationCount', participationCount.data, [1, 0, 2], near);
    });

    it('bits, and rows that are divided by their sum', async () => {
      const { entropy, effectiveCount } = await useEngine().run('entropy', {
        weights: row(...new Array<number>(16).fill(3)),
        base: 2,
        normalize: true,
      });
      expectNear('entropy', entropy.data, [4], near);
      expectNear('effectiveCount', effectiveCount.data, [16], 16 * near);
    });

    it('weights whose sum overflows are divided by it all the same', async () => {
      const huge = precision === 'float64' ? 1.5e308 : 3e38;
      const { entropy, effectiveCount } = await useEngine().run('entropy', {
        weights: row(huge, huge, 0, huge, huge),
        normalize: true,
      });
      expectNear('entropy', entropy.data, [Math.log(4)], near);
      expectNear('effectiveCount', effectiveCount.data, [4], 4 * near);
    });

    it('a NaN stays in its row', async () => {
      const { entropy } = await useEngine().run('entropy', { weights: tensor(precision, [2, 2], [NaN, 0, 1, 0]) });
      expectNear('entropy', entropy.data, [NaN, 0], 0);
    });

    it('every number is the reference engine’s; the counts lie between 1 and the width', async () => {
      const requests = fc.record({
        weights: shapes(1, 3).chain((shape) => distributions(precision, shape)),
        base: fc.constantFrom(undefined, 2, 10),
        normalize: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const got = await useEngine().run('entropy', request);
          expectResultAgrees(precision, got, await createReferenceEngine().run('entropy', request), 8);
          const width = request.weights.shape.at(-1)!;
          const slack = 16 * width * roundingUnit[precision];
          for (const count of [...got.effectiveCount.data, ...got.participationCount.data]) {
            expect(count).toBeGreaterThanOrEqual(1 - slack);
            expect(count).toBeLessThanOrEqual(width * (1 + slack));
          }
        }),
        { numRuns: 60 },
      );
    });

    it('refuses negative weights and a base of 1', async () => {
      await expect(useEngine().run('entropy', { weights: row(0.5, -0.5) })).rejects.toThrow(
        'weights holds -0.5 at index 1, but a finite number, 0 or more, or NaN was expected.',
      );
      await expect(useEngine().run('entropy', { weights: row(1), base: 1 })).rejects.toThrow('base is 1');
    });
  });
}
