import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JacobianProductsRequest } from '../../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import { precisions } from '../../inputs.ts';
import { expectNear } from '../../number-agreement.ts';
import type { UseEngine } from '../../suite.ts';
import { exampleTolerance, roundingUnit } from '../../tolerances.ts';
import { expectResultAgrees } from '../result-agreement.ts';
import { parts, tensors } from '../tensors.ts';
import { matrices, size, tensor } from './matrices.ts';

export function describeJacobianProducts(useEngine: UseEngine): void {
  describe.each(precisions)('jacobianProducts, %s', (precision) => {
    const near = exampleTolerance[precision];

    it('half a step each time vanishes, twice a step explodes', async () => {
      const steps = (factor: number) =>
        tensor(
          precision,
          [3, 2, 2],
          [0, 1, 2].flatMap(() => [0, factor, -factor, 0]),
        );
      const vanishing = await useEngine().run('jacobianProducts', { jacobians: steps(0.5) });
      expectNear('norms', vanishing.norms.data, [0.125, 0.25, 0.5], near);
      expectNear('bounds', vanishing.bounds.data, [0.125, 0.25, 0.5], near);
      const exploding = await useEngine().run('jacobianProducts', { jacobians: steps(2) });
      expectNear('norms', exploding.norms.data, [8, 4, 2], 8 * near);
      // Three quarter turns.
      expectNear('product', exploding.products.data.subarray(0, 4), [0, -8, 8, 0], 8 * near);
    });

    it('stretching one axis, then the other: the norm stays below the bound', async () => {
      const jacobians = tensor(precision, [2, 2, 2], [3, 0, 0, 0.5, 0.5, 0, 0, 3]);
      const { norms, stepNorms, bounds } = await useEngine().run('jacobianProducts', { jacobians });
      expectNear('stepNorms', stepNorms.data, [3, 3], 4 * near);
      expectNear('norms', norms.data, [1.5, 3], 4 * near);
      expectNear('bounds', bounds.data, [9, 3], 16 * near);
    });

    it('of a plain RNN: (1 − h²) R, transposed', async () => {
      const states = tensor(precision, [2, 2], [0, 0.5, 0, 0]);
      const R = tensor(precision, [2, 2], [1, 2, 3, 4]);
      const { jacobians, products } = await useEngine().run('jacobianProducts', { states, R });
      expectNear('jacobians', jacobians.data, [1, 3, 1.5, 3, 1, 3, 2, 4], near);
      expectNear('products', products.data, [5.5, 12, 8, 18, 1, 3, 2, 4], 16 * near);
    });

    it('a product that overflows has the norm ∞', async () => {
      const huge = precision === 'float64' ? 1e200 : 1e30;
      const steps = precision === 'float64' ? 3 : 12;
      const jacobians = tensor(precision, [steps, 1, 1], new Array<number>(steps).fill(huge));
      const { norms } = await useEngine().run('jacobianProducts', { jacobians });
      expect(norms.data[0]).toBe(Infinity);
      expectNear('norms', norms.data.subarray(-1), [huge], huge * near);
    });

    it('every number is the reference engine’s, and no norm passes the product of the norms', async () => {
      const requests = fc
        .tuple(size(1, 6), size(1, 5))
        .chain(([stepCount, dim]): fc.Arbitrary<JacobianProductsRequest> =>
          fc.oneof(
            tensors(precision, fc.constant([stepCount, dim, dim])).map((jacobians) => ({ jacobians })),
            fc.record({
              states: matrices(
                precision,
                stepCount,
                dim,
                parts.map((x) => x / 2),
              ),
              R: matrices(precision, dim, dim),
            }),
          ),
        );
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const got = await useEngine().run('jacobianProducts', request);
          expectResultAgrees(precision, got, await createReferenceEngine().run('jacobianProducts', request));
          got.norms.data.forEach((norm, step) => {
            const slack = 1 + 256 * roundingUnit[precision];
            expect(norm).toBeLessThanOrEqual(got.bounds.data[step] * slack + 1e-30);
          });
        }),
        { numRuns: 60 },
      );
    });

    it('refuses halves of the two forms, and both at once', async () => {
      const states = tensor(precision, [1, 1], [0]);
      const jacobians = tensor(precision, [1, 1, 1], [1]);
      await expect(useEngine().run('jacobianProducts', { states })).rejects.toThrow('R is absent');
      await expect(useEngine().run('jacobianProducts', { jacobians, states })).rejects.toThrow('are both given');
      const beyond = { states: tensor(precision, [2, 1], [1, -1.5]), R: tensor(precision, [1, 1], [1]) };
      await expect(useEngine().run('jacobianProducts', beyond)).rejects.toThrow(
        'states holds -1.5 at index 1, but a number from -1 to 1 was expected, as tanh gives.',
      );
      const flat = tensor(precision, [1, 1, 2], [1, 2]);
      await expect(useEngine().run('jacobianProducts', { jacobians: flat })).rejects.toThrow(
        'jacobians has shape [1, 1, 2], but [stepCount 1, dim 1, dim 1] was expected.',
      );
    });
  });
}
