import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  scoreFunctions,
  singleHeadInputOf,
  singleHeadRequestOf,
  type AttentionInput,
  type Precision,
  type ScoreFieldsGradient,
  type SingleHeadRequest,
  type Tensor,
  type TraceGradientRequest,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { inputs } from '../arbitraries.ts';
import { floats, givenInput, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance, resultUnits } from '../tolerances.ts';
import { expectGradients } from './finite-differences.ts';
import { numberField, numberOf, seed, smoothed, withoutSigns, withRows } from './gradient-requests.ts';
import { expectResultAgrees } from './result-agreement.ts';
import { range } from './tensor-axes.ts';

export function describeTraceGradient(useEngine: UseEngine): void {
  describe('traceGradient', () => {
    it.each(scoreFunctions)('%s: is the slope of the forward pass, in float64', async (scoreFunction) => {
      const smooth = inputs({ precision: 'float64', scoreFunctions: [scoreFunction] }).map(smoothed);
      await fc.assert(
        fc.asyncProperty(smooth, async (input) => {
          const { request, seeds } = withSeeds('float64', input);
          const gradient = await useEngine().run('traceGradient', request);
          const scale = scaleOf(input);
          await expectGradients({
            run: async (moved) => {
              const { context, weights } = await useEngine().trace(
                singleHeadInputOf({
                  ...(moved as unknown as SingleHeadRequest),
                  scale: scoreFunction === 'given' ? undefined : numberOf(moved.scale),
                  temperature: numberOf(moved.temperature),
                }),
              );
              return { context: { data: context }, weights: { data: weights } };
            },
            request: { ...request, scale: numberField(scale), temperature: numberField(input.temperature ?? 1) },
            seeds,
            gradients: {
              ...scoreGradients(gradient),
              ...(scoreFunction === 'given' && { scores: gradient.scoresGradient }),
              values: gradient.valuesGradient,
              additiveMask: gradient.additiveMaskGradient,
              temperature: gradient.temperatureGradient,
            },
          });
        }),
        { numRuns: 25 },
      );
    });

    describe.each(precisions)('%s', (precision) => {
      it('every number is the reference engine’s', async () => {
        await fc.assert(
          fc.asyncProperty(inputs({ precision }).map(smoothed), async (input) => {
            const { request } = withSeeds(precision, input);
            const want = await createReferenceEngine().run('traceGradient', request);
            expectResultAgrees(
              precision,
              await useEngine().run('traceGradient', request),
              want,
              resultUnits.throughAttention,
            );
          }),
          { numRuns: 100 },
        );
      });

      it('F1: a query that sees no key passes on zeros, and its neighbours stay', async () => {
        const input = givenInput(
          {
            scores: [
              [1, 2],
              [3, 4],
            ],
            values: [
              [2, 4],
              [6, 8],
            ],
          },
          precision,
        );
        const contextGradient = { shape: [2, 2], data: floats(precision, [1, -1, NaN, NaN]) };
        const request = { ...singleHeadRequestOf(input), contextGradient };
        const got = await useEngine().run('traceGradient', {
          ...request,
          pairMask: { shape: [2, 2], data: floats(precision, [1, 1, 0, 0]) },
        });
        const first = { shape: [1, 2], data: request.scores!.data.slice(0, 2) };
        const alone = await useEngine().run('traceGradient', {
          ...request,
          scores: first,
          contextGradient: { shape: [1, 2], data: contextGradient.data.slice(0, 2) },
        });
        expectNear('scoresGradient', got.scoresGradient.data, [...alone.scoresGradient.data, 0, 0], 0);
        expect(got.valuesGradient).toEqual(alone.valuesGradient);
        expect(got.temperatureGradient).toEqual(alone.temperatureGradient);
      });

      it.each([NaN, Infinity, 1e30])(
        'F1: hidden keys have exactly no gradient, and their %d reaches no other',
        async (poison) => {
          await fc.assert(
            fc.asyncProperty(inputs({ precision }), async (input) => {
              const { visible } = await useEngine().trace(input);
              const { request } = withSeeds(precision, input);
              const { queryCount, keyCount } = input;
              const hiddenKeys = range(keyCount).filter((i) =>
                range(queryCount).every((t) => !visible[t * keyCount + i]),
              );
              const deadQueries = range(queryCount).filter((t) =>
                range(keyCount).every((i) => !visible[t * keyCount + i]),
              );
              const want = await useEngine().run('traceGradient', request);
              const got = await useEngine().run('traceGradient', {
                ...request,
                queries: request.queries && withRows(request.queries, deadQueries, poison),
                keys: request.keys && withRows(request.keys, hiddenKeys, poison),
                values: withRows(request.values, hiddenKeys, poison),
                contextGradient: withRows(request.contextGradient, deadQueries, poison),
                scores: request.scores && {
                  ...request.scores,
                  data: request.scores.data.map((score: number, pair: number) => (visible[pair] ? score : poison)),
                },
              });
              expect(withoutSigns(got)).toEqual(withoutSigns(want));
              got.scoresGradient.data.forEach((gradient: number, pair: number) => {
                if (!visible[pair]) expect(gradient).toBe(0);
              });
              expectZeroRows(got.valuesGradient, hiddenKeys);
              expectZeroRows(got.keysGradient, hiddenKeys);
              expectZeroRows(got.queriesGradient, deadQueries);
            }),
            { numRuns: 60 },
          );
        },
      );

      it('a query that is padding passes on nothing of its context', async () => {
        const input = givenInput(
          { scores: [[1, 2]], values: [[NaN], [1]], mask: { queryMask: Uint8Array.of(0) } },
          precision,
        );
        const contextGradient = { shape: [1, 1], data: floats(precision, [3]) };
        const { valuesGradient, scoresGradient } = await useEngine().run('traceGradient', {
          ...singleHeadRequestOf(input),
          contextGradient,
        });
        expectNear('valuesGradient', valuesGradient.data, [0, 0], 0);
        expectNear('scoresGradient', scoresGradient.data, [0, 0], 0);
      });

      it('at temperature 0 weights only jump: gradients of the values alone', async () => {
        const input = givenInput({ scores: [[1, 2]], values: [[5], [7]], temperature: 0 }, precision);
        const gradient = await useEngine().run('traceGradient', {
          ...singleHeadRequestOf(input),
          contextGradient: { shape: [1, 1], data: floats(precision, [3]) },
        });
        expectNear('valuesGradient', gradient.valuesGradient.data, [0, 3], 0);
        expectNear('weightsGradient', gradient.weightsGradient.data, [15, 21], exampleTolerance[precision]);
        expectNear('scoresGradient', gradient.scoresGradient.data, [0, 0], 0);
        expectNear('temperatureGradient', gradient.temperatureGradient.data, [0], 0);
      });
    });

    it('an input goes into a request and back', () => {
      fc.assert(
        fc.property(inputs({ precision: 'float32' }), (input) => {
          const bytes = (mask: Uint8Array | undefined) => mask?.map((byte) => (byte === 0 ? 0 : 1));
          const mask = input.mask ?? {};
          expect(singleHeadInputOf(singleHeadRequestOf(input))).toEqual({
            ...input,
            mask: {
              ...mask,
              keyMask: bytes(mask.keyMask),
              pairMask: bytes(mask.pairMask),
              queryMask: bytes(mask.queryMask),
            },
          });
        }),
      );
    });

    it('refuses what does not fit, naming both', async () => {
      const tensor = (...shape: number[]): Tensor => seed('float64', shape, 1);
      const request = {
        scoreFunction: 'dot',
        queries: tensor(2, 3),
        keys: tensor(4, 3),
        values: tensor(4, 5),
        contextGradient: tensor(2, 5),
      } as const;
      const refused: readonly (readonly [Partial<TraceGradientRequest>, string])[] = [
        [{ contextGradient: tensor(5, 2) }, 'contextGradient has shape [5, 2], but [queryCount 2, valueDim 5] was'],
        [{ weightsGradient: tensor(4, 2) }, 'weightsGradient has shape [4, 2], but [queryCount 2, keyCount 4] was'],
        [{ values: tensor(3, 5) }, 'values has shape [3, 5], but [keyCount 4, valueDim 5] was'],
        [{ keys: tensor(4, 2) }, 'queryDim is 3, but keyDim is 2'],
        [{ keys: undefined }, 'keys is missing, but scoreFunction dot'],
        [{ scoreFunction: 'bilinear', W: tensor(2, 3) }, 'W has shape [2, 3], but [queryDim 3, keyDim 3] was'],
        [{ pairMask: tensor(2, 4) }, 'pairMask holds'],
        [{ additiveMask: tensor(4, 2) }, 'additiveMask has shape [4, 2]'],
        [{ temperature: -1 }, 'temperature is -1'],
        [{ leftWindow: 1.5 }, 'leftWindow is 1.5'],
      ];
      for (const [change, sentence] of refused) {
        await expect(useEngine().run('traceGradient', { ...request, ...change })).rejects.toThrow(sentence);
      }
      expect((await useEngine().run('traceGradient', request)).valuesGradient.shape).toEqual([4, 5]);
    });
  });
}

function withSeeds(
  precision: Precision,
  input: AttentionInput,
): { request: TraceGradientRequest; seeds: { context: Tensor; weights: Tensor } } {
  const seeds = {
    context: seed(precision, [input.queryCount, input.valueDim], 1),
    weights: seed(precision, [input.queryCount, input.keyCount], 2),
  };
  const request = { ...singleHeadRequestOf(input), contextGradient: seeds.context, weightsGradient: seeds.weights };
  return { request, seeds };
}

function scaleOf({ score }: AttentionInput): number {
  if (score.scoreFunction === 'given') return 1;
  return score.scale ?? (score.scoreFunction === 'scaledDot' ? 1 / Math.sqrt(score.keyDim) : 1);
}

/** By the names of the fields they are the gradients of. */
export function scoreGradients(gradient: ScoreFieldsGradient): Record<string, Tensor | undefined> {
  return {
    queries: gradient.queriesGradient,
    keys: gradient.keysGradient,
    W: gradient.WGradient,
    W_q: gradient.W_qGradient,
    W_k: gradient.W_kGradient,
    v: gradient.vGradient,
    scale: gradient.scaleGradient,
  };
}

function expectZeroRows(tensor: Tensor | undefined, rows: readonly number[]): void {
  tensor?.data.forEach((number: number, index: number) => {
    if (rows.includes(Math.floor(index / tensor.shape[1]))) expectNear('gradient of what is hidden', [number], [0], 0);
  });
}
