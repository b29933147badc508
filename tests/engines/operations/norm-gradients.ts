import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  unaryFunctions,
  type LayerNormRequest,
  type RmsNormRequest,
  type Tensor,
  type UnaryRequest,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance } from '../tolerances.ts';
import { sumOf } from './analysis/matrices.ts';
import { normRequests } from './analysis/norms.ts';
import { expectGradients } from './finite-differences.ts';
import { seed } from './gradient-requests.ts';
import { expectResultAgrees } from './result-agreement.ts';

/** Larger than the default: near rows of equal numbers the slope is as steep as 1 / √epsilon. */
const epsilons = fc.constantFrom(0.1, 0.5);

/** What stands around attention in a Transformer block: norms and activations, backwards. */
export function describeNormGradients(useEngine: UseEngine): void {
  describe('layerNormGradient and rmsNormGradient', () => {
    it('are the slopes of the forward passes, in float64', async () => {
      await fc.assert(
        fc.asyncProperty(normRequests('float64', epsilons), async ({ bias, ...rms }) => {
          const request = { ...rms, bias };
          const normalizedGradient = seed('float64', request.x.shape, 1);
          const seeds = { normalized: normalizedGradient };
          const layer = await useEngine().run('layerNormGradient', { ...request, normalizedGradient });
          await expectGradients({
            run: (moved) => useEngine().run('layerNorm', moved as unknown as LayerNormRequest),
            request,
            seeds,
            gradients: { x: layer.xGradient, gain: layer.gainGradient, bias: layer.biasGradient },
          });
          const root = await useEngine().run('rmsNormGradient', { ...rms, normalizedGradient });
          await expectGradients({
            run: (moved) => useEngine().run('rmsNorm', moved as unknown as RmsNormRequest),
            request: rms,
            seeds,
            gradients: { x: root.xGradient, gain: root.gainGradient },
          });
        }),
        { numRuns: 60 },
      );
    });

    it.each(precisions)('every number is the reference engine’s, %s', async (precision) => {
      await fc.assert(
        fc.asyncProperty(normRequests(precision, epsilons), async ({ bias, ...rms }) => {
          const layer = { ...rms, bias, normalizedGradient: seed(precision, rms.x.shape, 1) };
          const want = await createReferenceEngine().run('layerNormGradient', layer);
          expectResultAgrees(precision, await useEngine().run('layerNormGradient', layer), want);
          const root = { ...rms, normalizedGradient: layer.normalizedGradient };
          const wanted = await createReferenceEngine().run('rmsNormGradient', root);
          expectResultAgrees(precision, await useEngine().run('rmsNormGradient', root), wanted);
        }),
        { numRuns: 60 },
      );
    });

    it('a row that is moved by a constant stays what it is, so that a gradient sums to 0', async () => {
      const x: Tensor = { shape: [4], data: Float64Array.of(1, 5, -2, 3) };
      const { xGradient } = await useEngine().run('layerNormGradient', {
        x,
        normalizedGradient: seed('float64', [4], 1),
      });
      expectNear('Σ', [sumOf(xGradient.data)], [0], exampleTolerance.float64);
    });

    it.each<readonly [name: string, sentence: string, change: object]>([
      [
        'a gradient of another shape',
        'normalizedGradient has shape [3, 2], but x has [2, 3], and both must be the same.',
        { normalizedGradient: seed('float64', [3, 2], 1) },
      ],
      ['no gradient', 'normalizedGradient is missing', { normalizedGradient: undefined }],
      [
        'a gain of another width',
        'gain has shape [2], but [axis 1 3] was expected.',
        { gain: seed('float64', [2], 1) },
      ],
      ['an axis that is not there', 'axis is 2, but a whole number from -2 to 1 was expected', { axis: 2 }],
      ['a negative epsilon', 'epsilon is -1', { epsilon: -1 }],
    ])('refused: %s', async (_, sentence, change) => {
      const good = { x: seed('float64', [2, 3], 1), normalizedGradient: seed('float64', [2, 3], 2) };
      for (const name of ['layerNormGradient', 'rmsNormGradient'] as const) {
        await expect(useEngine().run(name, { ...good, ...change })).rejects.toThrow(sentence);
        expect((await useEngine().run(name, good)).xGradient.shape).toEqual([2, 3]);
      }
    });
  });

  describe('unaryGradient', () => {
    it.each(unaryFunctions)('%s: is the slope of the forward pass, in float64', async (name) => {
      // A bend, as that of relu at 0, has no slope.
      const x: Tensor = { shape: [7], data: Float64Array.of(-6, -2.3, -0.7, 0.01, 0.4, 1.9, 5) };
      const yGradient = seed('float64', [7], 1);
      const { xGradient } = await useEngine().run('unaryGradient', { x, function: name, yGradient });
      await expectGradients({
        run: (moved) => useEngine().run('unary', moved as unknown as UnaryRequest),
        request: { x, function: name },
        seeds: { y: yGradient },
        gradients: { x: xGradient },
      });
    });

    it('refuses an unknown function and a gradient of another shape, naming both', async () => {
      const good = { x: seed('float64', [2], 1), yGradient: seed('float64', [2], 2), function: 'tanh' as const };
      const refused = (change: object) => expect(useEngine().run('unaryGradient', { ...good, ...change })).rejects;
      await refused({ function: 'sine' }).toThrow('function is "sine", but one of exp, tanh,');
      await refused({ yGradient: seed('float64', [3], 1) }).toThrow('yGradient has shape [3], but x has [2]');
      expect((await useEngine().run('unaryGradient', good)).xGradient.shape).toEqual([2]);
    });

    describe.each(precisions)('%s', (precision) => {
      it.each(unaryFunctions)(
        '%s: every number is the reference engine’s, at the ends of the range too',
        async (name) => {
          const numbers = [-Infinity, -1e30, -800, -40, -9, -1, -1e-9, 0, 1e-9, 1, 9, 40, 800, 1e30, Infinity, NaN];
          const x = { shape: [numbers.length], data: floats(precision, numbers) };
          const request = { x, function: name, yGradient: { ...x, data: x.data.slice().fill(1) } };
          const { xGradient } = await useEngine().run('unaryGradient', request);
          const want = await createReferenceEngine().run('unaryGradient', request);
          expectNear('xGradient', xGradient.data, want.xGradient.data, 1e-300, exampleTolerance[precision]);
          const [first, , , , , , , , , , , , , , , last] = xGradient.data;
          expect(last, 'of NaN').toBeNaN();
          expect(first, 'of −Infinity').toBe(0);
          const atInfinity = { exp: Infinity, tanh: 0, sigmoid: 0, relu: 1, gelu: 1, geluTanh: 1, silu: 1 };
          expect(xGradient.data[14], 'of Infinity').toBe(atInfinity[name]);
        },
      );

      it('what L does not depend on has no gradient, be it NaN', async () => {
        const x = { shape: [2], data: floats(precision, [NaN, Infinity]) };
        const yGradient = { shape: [2], data: floats(precision, [0, 0]) };
        for (const name of unaryFunctions) {
          const { xGradient } = await useEngine().run('unaryGradient', { x, function: name, yGradient });
          expectNear('xGradient', xGradient.data, [0, 0], 0);
        }
      });
    });
  });
}
