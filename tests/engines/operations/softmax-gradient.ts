import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  precisionOf,
  type Precision,
  type SoftmaxGradientRequest,
  type SoftmaxRequest,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance } from '../tolerances.ts';
import { expectGradients } from './finite-differences.ts';
import { numberField, numberOf, seed } from './gradient-requests.ts';
import { expectResultAgrees } from './result-agreement.ts';
import { parts, shapes, tensors } from './tensors.ts';

export function describeSoftmaxGradient(useEngine: UseEngine): void {
  describe('softmaxGradient', () => {
    it('is the slope of the forward pass and of its logarithm, in float64', async () => {
      await fc.assert(
        fc.asyncProperty(requests('float64'), fc.constantFrom(1, 2, 3), async (request, seeded) => {
          const seeds = {
            probabilities: seeded & 1 ? seed(precisionOf(request.scores.data), request.scores.shape, 1) : undefined,
            logProbabilities: seeded & 2 ? seed(precisionOf(request.scores.data), request.scores.shape, 2) : undefined,
          };
          const gradient = await useEngine().run('softmaxGradient', {
            ...request,
            probabilitiesGradient: seeds.probabilities,
            logProbabilitiesGradient: seeds.logProbabilities,
          });
          const temperature = numberField(request.temperature ?? 1);
          await expectGradients({
            run: async (moved) => {
              const result = await useEngine().run('softmax', {
                ...(moved as unknown as SoftmaxRequest),
                temperature: numberOf(moved.temperature),
              });
              return { ...result, logProbabilities: logarithm(result.probabilities) };
            },
            request: { ...request, temperature },
            seeds,
            gradients: {
              scores: gradient.scoresGradient,
              additiveMask: gradient.additiveMaskGradient,
              temperature: gradient.temperatureGradient,
            },
          });
        }),
        { numRuns: 40 },
      );
    });

    describe.each(precisions)('%s', (precision) => {
      const row = (...numbers: number[]): Tensor => ({ shape: [numbers.length], data: floats(precision, numbers) });

      it('of the second of two equal probabilities: up for its own score, down for the other', async () => {
        const { scoresGradient, temperatureGradient } = await useEngine().run('softmaxGradient', {
          scores: row(3, 3),
          probabilitiesGradient: row(0, 1),
        });
        expectNear('scoresGradient', scoresGradient.data, [-0.25, 0.25], exampleTolerance[precision]);
        expect(temperatureGradient).toEqual({ shape: [], data: floats(precision, [0]) });
      });

      it('every number is the reference engine’s', async () => {
        await fc.assert(
          fc.asyncProperty(requests(precision), async (request) => {
            const whole = {
              ...request,
              probabilitiesGradient: seed(precisionOf(request.scores.data), request.scores.shape, 1),
              logProbabilitiesGradient: seed(precisionOf(request.scores.data), request.scores.shape, 2),
            };
            const want = await createReferenceEngine().run('softmaxGradient', whole);
            expectResultAgrees(precision, await useEngine().run('softmaxGradient', whole), want);
          }),
          { numRuns: 60 },
        );
      });

      it('F1: a row that keeps no key has zeros, and what is hidden is not read', async () => {
        const scores = { shape: [2, 3], data: floats(precision, [1, NaN, 2, NaN, Infinity, 1e30]) };
        const keepMask = { shape: [2, 3], data: floats(precision, [1, 0, 1, 0, 0, 0]) };
        const poison = { shape: [2, 3], data: floats(precision, [1, NaN, -2, NaN, NaN, Infinity]) };
        for (const name of ['probabilitiesGradient', 'logProbabilitiesGradient'] as const) {
          const got = await useEngine().run('softmaxGradient', fields({ scores, keepMask, [name]: poison }));
          const alone = await useEngine().run('softmaxGradient', fields({ scores: row(1, 2), [name]: row(1, -2) }));
          const [first, last] = alone.scoresGradient.data;
          expectNear('scoresGradient', got.scoresGradient.data, [first, 0, last, 0, 0, 0], 0);
          expect(got.temperatureGradient).toEqual(alone.temperatureGradient);
        }
      });

      it('at temperature 0 probabilities only jump: zeros', async () => {
        const request = { scores: row(1, 2, 2), temperature: 0, probabilitiesGradient: row(1, -2, 3) };
        const { scoresGradient, temperatureGradient } = await useEngine().run('softmaxGradient', request);
        expectNear('scoresGradient', scoresGradient.data, [0, 0, 0], 0);
        expectNear('temperatureGradient', temperatureGradient.data, [0], 0);
      });
    });

    it('refuses a request without gradients, and those of another shape', async () => {
      const scores = seed('float64', [2, 3], 1);
      await expect(useEngine().run('softmaxGradient', { scores })).rejects.toThrow('are both missing');
      await expect(
        useEngine().run('softmaxGradient', { scores, probabilitiesGradient: seed('float64', [3, 2], 1) }),
      ).rejects.toThrow('probabilitiesGradient has shape [3, 2], but scores has [2, 3]');
    });
  });
}

export function describeSoftmaxJacobian(useEngine: UseEngine): void {
  describe('softmaxJacobian', () => {
    describe.each(precisions)('%s', (precision) => {
      it('of weights ¼ and ¾ is 3/16 and −3/16, twice that at temperature ½', async () => {
        const scores = { shape: [2], data: floats(precision, [0, Math.log(3)]) };
        const { jacobian } = await useEngine().run('softmaxJacobian', { scores });
        const entries = [3, -3, -3, 3].map((x) => x / 16);
        expect(jacobian.shape).toEqual([2, 2]);
        expectNear('jacobian', jacobian.data, entries, exampleTolerance[precision]);
        const halved = { ...scores, data: scores.data.map((x) => x / 2) };
        const cold = await useEngine().run('softmaxJacobian', { scores: halved, temperature: 0.5 });
        expectNear(
          'cold jacobian',
          cold.jacobian.data,
          entries.map((x) => 2 * x),
          exampleTolerance[precision],
        );
      });

      it('every number is the reference engine’s, rows sum to 0, and a gradient times it is softmaxGradient', async () => {
        await fc.assert(
          fc.asyncProperty(requests(precision), async (request) => {
            const got = await useEngine().run('softmaxJacobian', request);
            expectResultAgrees(precision, got, await createReferenceEngine().run('softmaxJacobian', request));
            const g = seed(precisionOf(request.scores.data), request.scores.shape, 1);
            const gradient = await useEngine().run('softmaxGradient', { ...request, probabilitiesGradient: g });
            const keyCount = request.scores.shape.at(-1)!;
            const product = new Float64Array(g.data.length);
            const sums = new Float64Array(g.data.length);
            got.jacobian.data.forEach((entry: number, index: number) => {
              const [i, j] = [Math.floor(index / keyCount), index % keyCount];
              sums[i] += entry;
              product[i] += entry * g.data[Math.floor(i / keyCount) * keyCount + j];
            });
            const tolerance = 4 * exampleTolerance[precision];
            expectNear('row sums', sums, new Float64Array(sums.length), tolerance);
            expectNear('g · jacobian', product, gradient.scoresGradient.data, tolerance);
          }),
          { numRuns: 40 },
        );
      });

      it('nearly all weight on one key still moves with the others', async () => {
        const scores = { shape: [2], data: floats(precision, [0, 60]) };
        const { jacobian } = await useEngine().run('softmaxJacobian', { scores });
        const slope = Math.exp(-60);
        expectNear('jacobian', jacobian.data, [slope, -slope, -slope, slope], 0, exampleTolerance[precision]);
      });
    });

    it('refuses what would not fit, naming the sizes', async () => {
      const scores = { shape: [2, 2048], data: new Float32Array(4096) };
      await expect(useEngine().run('softmaxJacobian', { scores })).rejects.toThrow(
        'jacobian would hold axis 0 2 × keyCount 2048 × keyCount 2048 = 8388608 numbers, but at most 4194304 fit.',
      );
    });
  });
}

const fields = (request: SoftmaxGradientRequest): SoftmaxGradientRequest => request;

function logarithm({ shape, data }: Tensor): Tensor {
  // What is hidden has no logarithm to take part with.
  return { shape, data: data.map((probability: number) => (probability === 0 ? 0 : Math.log(probability))) };
}

function requests(precision: Precision): fc.Arbitrary<SoftmaxRequest> {
  return shapes(1, 3).chain((shape) => {
    const tensorOf = (numbers: fc.Arbitrary<number>) => tensors(precision, fc.constant(shape), numbers);
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    return fc.record({
      scores: tensorOf(parts),
      keepMask: optional(tensorOf(fc.constantFrom(0, 1))),
      additiveMask: optional(tensorOf(fc.oneof({ weight: 4, arbitrary: parts }, fc.constant(-Infinity)))),
      temperature: fc.constantFrom(undefined, 0.5, 1, 3),
    });
  });
}
