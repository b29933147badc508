import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attentionScoreFunctions,
  type AttentionGradientRequest,
  type AttentionGradientResult,
  type AttentionOptionsGradient,
  type AttentionRequest,
  type AttentionScoreFunction,
  type Precision,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance, resultUnits } from '../tolerances.ts';
import { attentionRequests } from './attention-requests.ts';
import { expectGradients } from './finite-differences.ts';
import { lengthened, numberField, numberOf, seed, withoutSigns } from './gradient-requests.ts';
import { expectResultAgrees } from './result-agreement.ts';
import { fillAt, joined, pick, range } from './tensor-axes.ts';

export function describeAttentionGradient(useEngine: UseEngine): void {
  describe('attentionGradient', () => {
    it.each(attentionScoreFunctions)('%s: is the slope of the forward pass, in float64', async (scoreFunction) => {
      await fc.assert(
        fc.asyncProperty(smooth('float64', [scoreFunction]), async (request) => {
          const { whole, seeds } = await withSeeds(useEngine, 'float64', request);
          const gradient = await useEngine().run('attentionGradient', whole);
          await expectGradients({
            run: (moved) => useEngine().run('attention', withNumbers(moved) as AttentionRequest),
            request: { ...request, ...numberFields(request, request.queries?.shape[3] ?? 1) },
            seeds,
            gradients: {
              queries: gradient.queriesGradient,
              keys: gradient.keysGradient,
              values: gradient.valuesGradient,
              ...(scoreFunction === 'given' && { scores: gradient.scoresGradient }),
              ...optionGradients(gradient),
            },
          });
        }),
        { numRuns: 25 },
      );
    });

    describe.each(precisions)('%s', (precision) => {
      it('every number is the reference engine’s', async () => {
        await fc.assert(
          fc.asyncProperty(smooth(precision), async (request) => {
            const { whole } = await withSeeds(useEngine, precision, request);
            const want = await createReferenceEngine().run('attentionGradient', whole);
            expectResultAgrees(
              precision,
              await useEngine().run('attentionGradient', whole),
              want,
              resultUnits.throughAttention,
            );
          }),
          { numRuns: 100 },
        );
      });

      it('both layouts give the same numbers', async () => {
        const names = attentionScoreFunctions.filter((name) => name !== 'given');
        await fc.assert(
          fc.asyncProperty(smooth(precision, names), async (request) => {
            const { whole } = await withSeeds(useEngine, precision, request);
            const split = await useEngine().run('attentionGradient', whole);
            const side = await useEngine().run('attentionGradient', {
              ...whole,
              queries: joined(whole.queries!),
              keys: whole.keys && joined(whole.keys),
              values: joined(whole.values),
              contextGradient: joined(whole.contextGradient),
              queryHeadCount: whole.queries!.shape[1],
              keyHeadCount: whole.values.shape[1],
            });
            expect(side).toEqual({
              ...split,
              queriesGradient: joined(split.queriesGradient!),
              ...(split.keysGradient && { keysGradient: joined(split.keysGradient) }),
              valuesGradient: joined(split.valuesGradient),
            });
          }),
          { numRuns: 30 },
        );
      });

      it('keys of a group get the sum of what its heads pass on', async () => {
        const tensor = (...shape: number[]) => seed(precision, shape, shape.length + shape[1]);
        const request = {
          queries: tensor(1, 3, 2, 2),
          keys: tensor(1, 1, 4, 2),
          values: tensor(1, 1, 4, 3),
          contextGradient: tensor(1, 3, 2, 3),
        };
        const shared = await useEngine().run('attentionGradient', request);
        const repeated = (tensorOfOne: Tensor) => pick(tensorOfOne, 1, [0, 0, 0]);
        const own = await useEngine().run('attentionGradient', {
          ...request,
          keys: repeated(request.keys),
          values: repeated(request.values),
        });
        const tolerance = 4 * exampleTolerance[precision];
        for (const name of ['keysGradient', 'valuesGradient'] as const) {
          expectNear(name, shared[name]!.data, sumOfHeads(own[name]!), tolerance);
        }
        expectNear('queriesGradient', shared.queriesGradient!.data, own.queriesGradient!.data, tolerance);
      });

      it('F1: a query that sees no key passes on zeros, and its neighbours stay', async () => {
        const tensor = (...numbers: number[]): Tensor => ({
          shape: [1, 1, numbers.length / 2, 2],
          data: floats(precision, numbers),
        });
        const request = {
          queries: tensor(1, 0, NaN, Infinity, 1, 1),
          keys: tensor(1, 0, 0, 1),
          values: tensor(2, 4, 6, 8),
          contextGradient: tensor(1, -1, NaN, NaN, 1, 1),
        };
        for (const mask of [
          { keepMask: { shape: [3, 2], data: floats(precision, [1, 1, 0, 0, 0, 1]) } },
          { additiveMask: { shape: [3, 2], data: floats(precision, [0, 0, -Infinity, -Infinity, -Infinity, 0]) } },
        ]) {
          for (const fullyMasked of ['zeros', 'nan'] as const) {
            const gradient = await useEngine().run('attentionGradient', { ...request, ...mask, fullyMasked });
            expectNear('queriesGradient', gradient.queriesGradient!.data, [0, 0, 0, 0, 0, 0], 1e-30);
            expectNear('keysGradient', gradient.keysGradient!.data, [0, 0, 0, 0], 1e-30);
            const high = 1 / (1 + Math.exp(-1 / Math.SQRT2));
            const want = [high, -high, 2 - high, high];
            expectNear('valuesGradient', gradient.valuesGradient.data, want, exampleTolerance[precision]);
            for (const { data } of Object.values(gradient) as Tensor[]) expect(data.every(Number.isFinite)).toBe(true);
          }
        }
      });

      it.each([NaN, Infinity, 1e30])(
        'F1: hidden keys have exactly no gradient, and their %d reaches no other',
        async (poison) => {
          await fc.assert(
            fc.asyncProperty(smooth(precision, ['dot', 'bilinear', 'additive', 'cosine']), async (request) => {
              const { whole } = await withSeeds(useEngine, precision, {
                ...request,
                fullyMasked: undefined,
                pastKeys: undefined,
                pastValues: undefined,
                additiveMask: undefined,
                keepMask: undefined,
                keyLengths: {
                  shape: [request.values.shape[0]],
                  data: floats(precision, new Float64Array(request.values.shape[0]).fill(1)),
                },
              });
              const hidden = range(whole.values.shape[2]).slice(1);
              const want = await useEngine().run('attentionGradient', whole);
              const got = await useEngine().run('attentionGradient', {
                ...whole,
                keys: fillAt(whole.keys!, 2, hidden, poison),
                values: fillAt(whole.values, 2, hidden, poison),
              });
              expect(withoutSigns(got)).toEqual(withoutSigns(want));
              for (const { data } of [pick(got.keysGradient!, 2, hidden), pick(got.valuesGradient, 2, hidden)]) {
                expectNear('gradient of what is hidden', data, new Float64Array(data.length), 0);
              }
            }),
            { numRuns: 40 },
          );
        },
      );
    });

    it('refuses gradients of another shape, naming both', async () => {
      const tensor = (...shape: number[]): Tensor => seed('float64', shape, 1);
      const request = { queries: tensor(1, 2, 3, 4), keys: tensor(1, 2, 5, 4), values: tensor(1, 2, 5, 6) };
      const refused: readonly (readonly [Partial<AttentionGradientRequest>, string])[] = [
        [{}, 'contextGradient is missing'],
        [
          { contextGradient: tensor(1, 2, 6, 3) },
          'contextGradient has shape [1, 2, 6, 3], but [batchCount 1, queryHeadCount 2,',
        ],
        [
          { contextGradient: tensor(1, 2, 3, 6), weightsGradient: tensor(1, 2, 5, 3) },
          'weightsGradient has shape [1, 2, 5, 3], but [batchCount 1, queryHeadCount 2, queryCount 3, keyCount 5] was',
        ],
      ];
      for (const [change, sentence] of refused) {
        const whole = { ...request, ...change } as AttentionGradientRequest;
        await expect(useEngine().run('attentionGradient', whole)).rejects.toThrow(sentence);
      }
    });
  });
}

/** By the names of the options they are the gradients of. */
export function optionGradients(gradient: AttentionOptionsGradient): Record<string, Tensor | undefined> {
  return {
    pastKeys: gradient.pastKeysGradient,
    pastValues: gradient.pastValuesGradient,
    W: gradient.WGradient,
    W_q: gradient.W_qGradient,
    W_k: gradient.W_kGradient,
    v: gradient.vGradient,
    additiveMask: gradient.additiveMaskGradient,
    scale: gradient.scaleGradient,
    temperature: gradient.temperatureGradient,
  };
}

/** Scale and temperature as tensors, so that they can be moved like ones. */
export function numberFields(
  {
    scoreFunction = 'scaledDot',
    scale,
    temperature = 1,
  }: Pick<AttentionRequest, 'scoreFunction' | 'scale' | 'temperature'>,
  keyDim: number,
): { scale: Tensor; temperature: Tensor } {
  const usual = scoreFunction === 'scaledDot' ? 1 / Math.sqrt(keyDim) : 1;
  return { scale: numberField(scale ?? usual), temperature: numberField(temperature) };
}

export function withNumbers(moved: Readonly<Record<string, unknown>>): object {
  return { ...moved, scale: numberOf(moved.scale), temperature: numberOf(moved.temperature) };
}

function smooth(
  precision: Precision,
  scoreFunctions: readonly AttentionScoreFunction[] = attentionScoreFunctions,
): fc.Arbitrary<AttentionRequest> {
  return attentionRequests({ precision, scoreFunctions }).map((request) => ({
    ...request,
    // NaN has no slope.
    fullyMasked: request.fullyMasked === 'nan' ? 'zeros' : request.fullyMasked,
    ...(request.scoreFunction === 'cosine' && {
      queries: lengthenedTensor(request.queries),
      keys: lengthenedTensor(request.keys),
      pastKeys: lengthenedTensor(request.pastKeys),
    }),
  }));
}

function lengthenedTensor(tensor: Tensor | undefined): Tensor | undefined {
  return tensor && { shape: tensor.shape, data: lengthened(tensor.data, tensor.shape[3]) };
}

async function withSeeds(
  useEngine: UseEngine,
  precision: Precision,
  request: AttentionRequest,
): Promise<{ whole: AttentionGradientRequest; seeds: { context: Tensor; weights: Tensor } }> {
  const { context, weights } = await useEngine().run('attention', request);
  const seeds = { context: seed(precision, context.shape, 1), weights: seed(precision, weights.shape, 2) };
  return { whole: { ...request, contextGradient: seeds.context, weightsGradient: seeds.weights }, seeds };
}

function sumOfHeads({
  shape: [, headCount, count, dim],
  data,
}: NonNullable<AttentionGradientResult['keysGradient']>): Float64Array {
  return Float64Array.from({ length: count * dim }, (_, index) => {
    let sum = 0;
    for (let h = 0; h < headCount; h++) sum += data[h * count * dim + index];
    return sum;
  });
}
