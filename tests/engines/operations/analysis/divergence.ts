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

export function describeDivergence(useEngine: UseEngine): void {
  describe.each(precisions)('divergence, %s', (precision) => {
    const row = (...numbers: number[]) => tensor(precision, [numbers.length], numbers);
    const near = exampleTolerance[precision];

    it('a quarter against a half: worked by hand', async () => {
      const { kullbackLeibler, jensenShannon } = await useEngine().run('divergence', {
        p: row(0.5, 0.5),
        q: row(0.25, 0.75),
      });
      expectNear('kullbackLeibler', kullbackLeibler.data, [0.5 * Math.log(2) + 0.5 * Math.log(2 / 3)], near);
      const toMean = 0.5 * Math.log(0.5 / 0.375) + 0.5 * Math.log(0.5 / 0.625);
      const fromOther = 0.25 * Math.log(0.25 / 0.375) + 0.75 * Math.log(0.75 / 0.625);
      expectNear('jensenShannon', jensenShannon.data, [(toMean + fromOther) / 2], near);
    });

    it('is infinite where q excludes what p has, and not where p excludes what q has', async () => {
      const { kullbackLeibler, jensenShannon } = await useEngine().run('divergence', {
        p: tensor(precision, [2, 2], [0.5, 0.5, 1, 0]),
        q: tensor(precision, [2, 2], [1, 0, 0.5, 0.5]),
        base: 2,
      });
      expectNear('kullbackLeibler', kullbackLeibler.data, [Infinity, 1], near);
      expectNear('jensenShannon', jensenShannon.data.subarray(0, 1), jensenShannon.data.subarray(1), near);
    });

    it('rows that share nothing are one bit apart', async () => {
      const { jensenShannon } = await useEngine().run('divergence', { p: row(1, 0), q: row(0, 1), base: 2 });
      expectNear('jensenShannon', jensenShannon.data, [1], near);
    });

    it('weights whose sum overflows are divided by it all the same', async () => {
      const huge = precision === 'float64' ? 1.5e308 : 3e38;
      const { kullbackLeibler, jensenShannon } = await useEngine().run('divergence', {
        p: row(huge, huge, 0, 0),
        q: row(huge, huge, huge, huge),
        normalize: true,
        base: 2,
      });
      expectNear('kullbackLeibler', kullbackLeibler.data, [1], near);
      expectNear('jensenShannon', jensenShannon.data, [0.75 * Math.log2(4 / 3)], near);
    });

    it('every number is the reference engine’s; KL ≥ 0, JS symmetric and at most log 2, both 0 for equal rows', async () => {
      const pairs = shapes(1, 3).chain((shape) =>
        fc.record({
          p: distributions(precision, shape),
          q: distributions(precision, shape),
          normalize: fc.boolean(),
        }),
      );
      await fc.assert(
        fc.asyncProperty(pairs, async (request) => {
          const { p, q } = request;
          const slack = 64 * roundingUnit[precision];
          const got = await useEngine().run('divergence', request);
          expectResultAgrees(precision, got, await createReferenceEngine().run('divergence', request), 16);
          const swapped = await useEngine().run('divergence', { ...request, p: q, q: p });
          expectNear('jensenShannon', got.jensenShannon.data, swapped.jensenShannon.data, slack);
          for (const each of got.kullbackLeibler.data) expect(each).toBeGreaterThanOrEqual(0);
          for (const each of got.jensenShannon.data) {
            expect(each).toBeGreaterThanOrEqual(0);
            expect(each).toBeLessThanOrEqual(Math.LN2 + slack);
          }
          const same = await useEngine().run('divergence', { ...request, q: p });
          const zeros = got.kullbackLeibler.data.map(() => 0);
          expectNear('kullbackLeibler', same.kullbackLeibler.data, zeros, slack);
          expectNear('jensenShannon', same.jensenShannon.data, zeros, slack);
        }),
        { numRuns: 60 },
      );
    });

    it('refuses rows of two lengths', async () => {
      await expect(useEngine().run('divergence', { p: row(1, 0), q: row(1, 0, 0) })).rejects.toThrow(
        'q has shape [3], but p has [2]',
      );
    });
  });
}
