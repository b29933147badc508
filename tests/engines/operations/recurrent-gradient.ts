import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecurrentGradientRequest, RecurrentRequest, Tensor } from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { resultUnits } from '../tolerances.ts';
import { expectGradients } from './finite-differences.ts';
import { cellKinds, recurrentRequests, titleOf } from './recurrent-requests.ts';
import { expectResultAgrees } from './result-agreement.ts';

export function describeRecurrentGradient(useEngine: UseEngine): void {
  describe('recurrentGradient', () => {
    describe.each(cellKinds.map((kind) => [titleOf(kind), kind] as const))('%s', (_, kind) => {
      it('is the slope of the forward pass, in float64', async () => {
        await fc.assert(
          fc.asyncProperty(recurrentRequests({ precision: 'float64', kind }), async (request) => {
            const { seeds, gradientRequest } = await withSeeds(useEngine, request);
            const gradients = await useEngine().run('recurrentGradient', gradientRequest);
            await expectGradients({
              run: (moved) => useEngine().run('recurrent', moved as unknown as RecurrentRequest),
              request: { ...request },
              seeds,
              gradients: {
                inputs: gradients.inputsGradient,
                W: gradients.WGradient,
                R: gradients.RGradient,
                inputBias: gradients.inputBiasGradient,
                recurrentBias: gradients.recurrentBiasGradient,
                initialStates: gradients.initialStatesGradient,
                initialCells: gradients.initialCellsGradient,
              },
            });
          }),
          { numRuns: 30 },
        );
      });

      it.each(precisions)('every number is the reference engine’s, %s', async (precision) => {
        await fc.assert(
          fc.asyncProperty(recurrentRequests({ precision, kind }), async (request) => {
            const { gradientRequest } = await withSeeds(useEngine, request);
            expectResultAgrees(
              precision,
              await useEngine().run('recurrentGradient', gradientRequest),
              await createReferenceEngine().run('recurrentGradient', gradientRequest),
              resultUnits.backward,
            );
          }),
          { numRuns: 40 },
        );
      });
    });

    it.each(precisions)('I1: padding has no gradient and gives none, be it NaN, %s', async (precision) => {
      const tensor = (shape: readonly number[], ...numbers: number[]): Tensor => ({
        shape,
        data: floats(precision, numbers),
      });
      const parameters = {
        cell: 'gru',
        reset: 'before',
        gateOrder: 'zrh',
        W: tensor([1, 3, 1], 0.1, -0.2, 0.3),
        R: tensor([1, 3, 1], 0.3, 0.2, -0.1),
        lastStatesGradient: tensor([1, 1, 1], 1),
      } as const;
      const alone = await useEngine().run('recurrentGradient', { ...parameters, inputs: tensor([1, 2, 1], 1, -2) });
      const padded = await useEngine().run('recurrentGradient', {
        ...parameters,
        inputs: tensor([1, 4, 1], 1, NaN, -2, Infinity),
        stepMask: tensor([1, 4], 1, 0, 1, 1),
        lengths: tensor([1], 3),
      });
      const [first, second] = alone.inputsGradient.data;
      expectNear('inputsGradient', padded.inputsGradient.data, [first, 0, second, 0], 0);
      expect({ ...padded, inputsGradient: alone.inputsGradient }).toEqual(alone);
    });

    it.each(precisions)('an infinite input saturates its step, which passes nothing on, %s', async (precision) => {
      const tensor = (shape: readonly number[], ...numbers: number[]): Tensor => ({
        shape,
        data: floats(precision, numbers),
      });
      const { WGradient, RGradient, inputsGradient } = await useEngine().run('recurrentGradient', {
        cell: 'rnn',
        inputs: tensor([1, 2, 1], Infinity, 0.5),
        W: tensor([1, 1, 1], 1),
        R: tensor([1, 1, 1], -0.5),
        statesGradient: tensor([1, 2, 1, 1], 1, 1),
      });
      // h_1 = 1, h_2 = tanh(0.5 − 0.5 · 1) = 0.
      expectNear('WGradient', WGradient.data, [0.5], 0);
      expectNear('RGradient', RGradient.data, [1], 0);
      expectNear('inputsGradient', inputsGradient.data, [0, 1], 0);
    });

    it('refuses gradients of another shape, naming both', async () => {
      const tensor = (...shape: number[]): Tensor => ({ shape, data: new Float64Array(shape.reduce((a, b) => a * b)) });
      const request = { cell: 'rnn', inputs: tensor(1, 2, 1), W: tensor(1, 1, 1), R: tensor(1, 1, 1) } as const;
      await expect(
        useEngine().run('recurrentGradient', { ...request, statesGradient: tensor(1, 1, 1, 1) }),
      ).rejects.toThrow('statesGradient has shape [1, 1, 1, 1], but [batchCount 1, stepCount 2,');
      await expect(
        useEngine().run('recurrentGradient', { ...request, lastCellsGradient: tensor(1, 1, 1) }),
      ).rejects.toThrow('only an lstm has cells');
    });
  });
}

/** A loss in which every result has a say of its own. */
async function withSeeds(
  useEngine: UseEngine,
  request: RecurrentRequest,
): Promise<{ seeds: Record<string, Tensor | undefined>; gradientRequest: RecurrentGradientRequest }> {
  const { states, lastStates, lastCells } = await useEngine().run('recurrent', request);
  const seedOf = (tensor: Tensor | undefined, phase: number): Tensor | undefined =>
    tensor && { shape: tensor.shape, data: tensor.data.map((_, index) => Math.fround(Math.cos(phase + 1.9 * index))) };
  const seeds = { states: seedOf(states, 1), lastStates: seedOf(lastStates, 2), lastCells: seedOf(lastCells, 3) };
  return {
    seeds,
    gradientRequest: {
      ...request,
      statesGradient: seeds.states,
      lastStatesGradient: seeds.lastStates,
      lastCellsGradient: seeds.lastCells,
    },
  };
}
