import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayerNormRequest, Precision } from '../../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import { precisions } from '../../inputs.ts';
import { expectNear } from '../../number-agreement.ts';
import type { UseEngine } from '../../suite.ts';
import { exampleTolerance } from '../../tolerances.ts';
import { expectResultAgrees } from '../result-agreement.ts';
import { shapes, tensors } from '../tensors.ts';
import { rowsOf, sumOf, tensor } from './matrices.ts';

export function describeNorms(useEngine: UseEngine): void {
  describe.each(precisions)('layerNorm and rmsNorm, %s', (precision) => {
    const near = exampleTolerance[precision];

    it('of 1, 2, 3: worked by hand', async () => {
      const x = tensor(precision, [3], [1, 2, 3]);
      const layer = await useEngine().run('layerNorm', { x, epsilon: 0 });
      const step = Math.sqrt(1.5);
      expectNear('normalized', layer.normalized.data, [-step, 0, step], near);
      expectNear('mean', layer.mean.data, [2], near);
      expectNear('inverseDeviation', layer.inverseDeviation.data, [step], near);
      expect(layer.mean.shape).toEqual([1]);
      const rms = await useEngine().run('rmsNorm', { x, epsilon: 0, gain: tensor(precision, [3], [1, 2, 3]) });
      const length = Math.sqrt(14 / 3);
      expectNear('normalized', rms.normalized.data, [1 / length, 4 / length, 9 / length], near);
    });

    it('a row of equal numbers has exactly that mean: bias where epsilon is above 0, NaN where it is 0', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(0.1, 1 / 3, -1e-3, 7),
          fc.integer({ min: 1, max: 64 }),
          async (number, count) => {
            const x = tensor(precision, [count], new Array<number>(count).fill(number));
            const bias = tensor(precision, [count], new Array<number>(count).fill(0.25));
            const { normalized, mean } = await useEngine().run('layerNorm', { x, bias });
            expectNear('mean', mean.data, [x.data[0]], 0);
            expectNear('normalized', normalized.data, bias.data, 0);
            const undefinedRow = await useEngine().run('layerNorm', { x, epsilon: 0 });
            expectNear('normalized', undefinedRow.normalized.data, new Float64Array(count).fill(NaN), 0);
          },
        ),
        { numRuns: 60 },
      );
    });

    it('every number is the reference engine’s', async () => {
      await fc.assert(
        fc.asyncProperty(normRequests(precision, fc.constantFrom(undefined, 0.1)), async (request) => {
          const got = await useEngine().run('layerNorm', request);
          expectResultAgrees(precision, got, await createReferenceEngine().run('layerNorm', request));
          const { x, gain, axis, epsilon } = request;
          const rms = await useEngine().run('rmsNorm', { x, gain, axis, epsilon });
          expectResultAgrees(precision, rms, await createReferenceEngine().run('rmsNorm', { x, gain, axis, epsilon }));
        }),
        { numRuns: 60 },
      );
    });

    it('without gain and bias each row has mean 0 and squares that average to 1, whatever it was moved by', async () => {
      await fc.assert(
        fc.asyncProperty(tensors(precision, shapes(2, 2)), async (x) => {
          const width = x.shape[1];
          const { normalized } = await useEngine().run('layerNorm', { x, epsilon: 0 });
          rowsOf(normalized).forEach((row, index) => {
            const source = rowsOf(x)[index];
            const spread = Math.max(...source) - Math.min(...source);
            if (spread < 0.01) return;
            expectNear('mean', [sumOf(row) / width], [0], 1e3 * near);
            expectNear('squares', [sumOf(row.map((each) => each * each)) / width], [1], 1e3 * near);
          });
        }),
        { numRuns: 40 },
      );
    });

    it('refuses an axis that x does not have, and a gain of another shape', async () => {
      const x = tensor(precision, [2, 2], [1, 2, 3, 4]);
      await expect(useEngine().run('layerNorm', { x, axis: 2 })).rejects.toThrow(
        'axis is 2, but a whole number from -2 to 1 was expected, for x of shape [2, 2].',
      );
      const gain = tensor(precision, [3], [1, 1, 1]);
      await expect(useEngine().run('rmsNorm', { x, gain })).rejects.toThrow(
        'gain has shape [3], but [axis 1 2] was expected.',
      );
      await expect(useEngine().run('rmsNorm', { x, epsilon: -1 })).rejects.toThrow('epsilon is -1');
    });
  });
}

/** A request of layerNorm, and of rmsNorm but for its bias. */
export function normRequests(
  precision: Precision,
  epsilon: fc.Arbitrary<number | undefined>,
): fc.Arbitrary<LayerNormRequest> {
  return shapes(1, 3).chain((shape) =>
    fc.integer({ min: 0, max: shape.length - 1 }).chain((axis) => {
      const row = fc.option(tensors(precision, fc.constant(shape.slice(axis))), { nil: undefined });
      return fc.record({
        x: tensors(precision, fc.constant(shape)),
        gain: row,
        bias: row,
        axis: fc.constantFrom(axis, axis - shape.length),
        epsilon,
      });
    }),
  );
}
