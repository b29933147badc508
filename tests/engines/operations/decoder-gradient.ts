import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attentionScoreFunctions,
  type DecoderGradientRequest,
  type DecoderRequest,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import type { UseEngine } from '../suite.ts';
import { resultUnits } from '../tolerances.ts';
import { decoderKinds, decoderRequests } from './decoder-requests.ts';
import { numberFields, withNumbers } from './attention-gradient.ts';
import { expectGradients } from './finite-differences.ts';
import { expectResultAgrees } from './result-agreement.ts';
import { cellKinds, titleOf } from './recurrent-requests.ts';

export function describeDecoderGradient(useEngine: UseEngine): void {
  describe('decoderGradient', () => {
    describe.each(decoderKinds)('$name', (kind) => {
      const expectSlope = async (request: DecoderRequest): Promise<void> => {
        const { seeds, gradientRequest } = await withSeeds(useEngine, request);
        const gradients = await useEngine().run('decoderGradient', gradientRequest);
        const { givenScoresGradient, ...others } = gradients;
        const fields = Object.entries<Tensor | undefined>(others);
        const named = Object.fromEntries(fields.map(([name, tensor]) => [name.replace(/Gradient$/, ''), tensor]));
        await expectGradients({
          run: (moved) => useEngine().run('decoder', withNumbers(moved) as DecoderRequest),
          request: { ...request, ...numberFields(request, request.R.shape[1]) },
          seeds,
          gradients: { ...named, scores: givenScoresGradient },
        });
      };

      it.each(attentionScoreFunctions)('%s scores: is the slope of the forward pass, in float64', async (name) => {
        const requests = decoderRequests({ precision: 'float64', kind, scoreFunctions: [name] });
        await fc.assert(fc.asyncProperty(requests, expectSlope), { numRuns: 12 });
      });

      it.each(cellKinds.map((cell) => [titleOf(cell), cell] as const))(
        '%s: is the slope of the forward pass, in float64',
        async (_, cell) => {
          const requests = decoderRequests({ precision: 'float64', kind, cells: [cell] });
          await fc.assert(fc.asyncProperty(requests, expectSlope), { numRuns: 12 });
        },
      );

      it.each(precisions)('every number is the reference engine’s, %s', async (precision) => {
        await fc.assert(
          fc.asyncProperty(decoderRequests({ precision, kind }), async (request) => {
            const { gradientRequest } = await withSeeds(useEngine, request);
            expectResultAgrees(
              precision,
              await useEngine().run('decoderGradient', gradientRequest),
              await createReferenceEngine().run('decoderGradient', gradientRequest),
              resultUnits.backward,
            );
          }),
          { numRuns: 100 },
        );
      });
    });

    it.each(precisions)('I1: padding has no gradient and gives none, be it NaN, %s', async (precision) => {
      const tensor = (shape: readonly number[], ...numbers: number[]): Tensor => ({
        shape,
        data: floats(precision, numbers),
      });
      const request: DecoderGradientRequest = {
        order: 'bahdanau',
        scoreFunction: 'additive',
        cell: 'gru',
        reset: 'after',
        gateOrder: 'rzn',
        inputs: tensor([1, 2, 1], 1, -1),
        encoderStates: tensor([1, 2, 1], 0.5, -0.25),
        W: tensor([3, 2], 0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
        R: tensor([3, 1], 0.6, 0.5, 0.4),
        W_q: tensor([1, 1], 0.7),
        W_k: tensor([1, 1], -0.7),
        v: tensor([1], 1.5),
        statesGradient: tensor([1, 2, 1], 1, 2),
      };
      const alone = await useEngine().run('decoderGradient', request);
      const padded = await useEngine().run('decoderGradient', {
        ...request,
        encoderStates: tensor([1, 4, 1], 0.5, NaN, -0.25, Infinity),
        encoderMask: tensor([1, 4], 1, 0, 1, 0),
        weightsGradient: tensor([1, 2, 4], 0, NaN, 0, NaN, 0, NaN, 0, NaN),
      });
      const [first, second] = alone.encoderStatesGradient.data;
      expect(Array.from(padded.encoderStatesGradient.data)).toEqual([first, 0, second, 0]);
      expect({ ...padded, encoderStatesGradient: alone.encoderStatesGradient }).toEqual(alone);
    });

    it('refuses gradients of what the decoder does not give', async () => {
      const tensor = (...shape: number[]): Tensor => ({ shape, data: new Float64Array(shape.reduce((a, b) => a * b)) });
      const request: DecoderGradientRequest = {
        order: 'luong',
        scoreFunction: 'dot',
        cell: 'rnn',
        inputs: tensor(1, 2, 1),
        encoderStates: tensor(1, 3, 1),
        W: tensor(1, 1),
        R: tensor(1, 1),
      };
      const refusal = (more: object) => useEngine().run('decoderGradient', { ...request, ...more });
      await expect(refusal({ outputsGradient: tensor(1, 2, 1) })).rejects.toThrow('without W_o there are no outputs');
      await expect(refusal({ attentionalStatesGradient: tensor(1, 2, 1) })).rejects.toThrow('without W_c');
      await expect(refusal({ weightsGradient: tensor(1, 2, 1) })).rejects.toThrow(
        'weightsGradient has shape [1, 2, 1], but [batchCount 1, stepCount 2, sourceCount 3]',
      );
    });
  });
}

/** A loss in which every result has a say of its own; scores of padding have none. */
async function withSeeds(
  useEngine: UseEngine,
  request: DecoderRequest,
): Promise<{ seeds: Record<string, Tensor | undefined>; gradientRequest: DecoderGradientRequest }> {
  const { scores, weights, context, states, attentionalStates, logits, outputs } = await useEngine().run(
    'decoder',
    request,
  );
  const seedOf = (tensor: Tensor | undefined, phase: number): Tensor | undefined =>
    tensor && { shape: tensor.shape, data: tensor.data.map((_, index) => Math.fround(Math.cos(phase + 1.9 * index))) };
  const seeds = {
    scores: seedOf(scores, 1),
    weights: seedOf(weights, 2),
    context: seedOf(context, 3),
    states: seedOf(states, 4),
    attentionalStates: seedOf(attentionalStates, 5),
    logits: seedOf(logits, 6),
    outputs: seedOf(outputs, 7),
  };
  const { encoderMask } = request;
  const [, stepCount, sourceCount] = scores.shape;
  seeds.scores?.data.forEach((_, index, data) => {
    const b = Math.floor(index / (stepCount * sourceCount));
    if (encoderMask?.data[b * sourceCount + (index % sourceCount)] === 0) data[index] = 0;
  });
  return {
    seeds,
    gradientRequest: {
      ...request,
      scoresGradient: seeds.scores,
      weightsGradient: seeds.weights,
      contextGradient: seeds.context,
      statesGradient: seeds.states,
      attentionalStatesGradient: seeds.attentionalStates,
      logitsGradient: seeds.logits,
      outputsGradient: seeds.outputs,
    },
  };
}
