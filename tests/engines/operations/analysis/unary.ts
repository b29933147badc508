import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unaryFunctions, type UnaryFunction } from '../../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import { precisions } from '../../inputs.ts';
import { expectNear } from '../../number-agreement.ts';
import type { UseEngine } from '../../suite.ts';
import { exampleTolerance } from '../../tolerances.ts';
import { expectResultAgrees } from '../result-agreement.ts';
import { shapes, tensors } from '../tensors.ts';
import { tensor } from './matrices.ts';

/** At −2, 0, 1: from tables of tanh and of the normal distribution, Φ(1) = 0.841344746…, Φ(−2) = 0.022750131… */
const examples: readonly (readonly [UnaryFunction, readonly number[]])[] = [
  ['exp', [0.1353352832366127, 1, Math.E]],
  ['tanh', [-0.9640275800758169, 0, 0.7615941559557649]],
  ['sigmoid', [0.11920292202211755, 0.5, 0.7310585786300049]],
  ['relu', [0, 0, 1]],
  ['gelu', [-0.04550026389635842, 0, 0.8413447460685429]],
  ['geluTanh', [-0.04540230591222314, 0, 0.8411919906082768]],
  ['silu', [-0.2384058440442351, 0, 0.7310585786300049]],
];

/** At −Infinity, Infinity, NaN. */
const limits: Readonly<Record<UnaryFunction, readonly number[]>> = {
  exp: [0, Infinity, NaN],
  tanh: [-1, 1, NaN],
  sigmoid: [0, 1, NaN],
  relu: [0, Infinity, NaN],
  gelu: [0, Infinity, NaN],
  geluTanh: [0, Infinity, NaN],
  silu: [0, Infinity, NaN],
};

export function describeUnary(useEngine: UseEngine): void {
  describe.each(precisions)('unary, %s', (precision) => {
    it.each(examples)('%s of −2, 0, 1', async (name, want) => {
      const { y } = await useEngine().run('unary', { x: tensor(precision, [3], [-2, 0, 1]), function: name });
      expectNear(name, y.data, want, exampleTolerance[precision]);
    });

    it.each(unaryFunctions)('%s at the ends and of NaN', async (name) => {
      const x = tensor(precision, [3], [-Infinity, Infinity, NaN]);
      const { y } = await useEngine().run('unary', { x, function: name });
      expectNear(name, y.data, limits[name], 0);
    });

    it.each(unaryFunctions)('%s: every number is the reference engine’s', async (name) => {
      const wide = fc.double({ min: -30, max: 30, noNaN: true }).map(Math.fround);
      await fc.assert(
        fc.asyncProperty(tensors(precision, shapes(0, 2), wide), async (x) => {
          const request = { x, function: name };
          const got = await useEngine().run('unary', request);
          expectResultAgrees(precision, got, await createReferenceEngine().run('unary', request), 64);
        }),
        { numRuns: 40 },
      );
    });

    it('refuses a function that does not exist', async () => {
      const request = { x: tensor(precision, [1], [0]), function: 'sine' as 'exp' };
      await expect(useEngine().run('unary', request)).rejects.toThrow('function is "sine", but one of exp, tanh');
    });
  });
}
