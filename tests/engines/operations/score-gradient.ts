import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  scoreFieldsOf,
  scoreFormulas,
  scoreSourceOf,
  type AttentionInput,
  type Precision,
  type ScoreFields,
  type ScoreGradientRequest,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { inputs } from '../arbitraries.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance } from '../tolerances.ts';
import { expectGradients } from './finite-differences.ts';
import { numberField, numberOf, seed, smoothed } from './gradient-requests.ts';
import { expectResultAgrees } from './result-agreement.ts';
import { scoreGradients } from './trace-gradient.ts';

export function describeScoreGradient(useEngine: UseEngine): void {
  describe('scoreGradient', () => {
    it.each(scoreFormulas)('%s: is the slope of the scores, in float64', async (scoreFunction) => {
      const smooth = inputs({ precision: 'float64', scoreFunctions: [scoreFunction], isPlain: true }).map(smoothed);
      await fc.assert(
        fc.asyncProperty(smooth, async (input) => {
          const request = requestOf('float64', input);
          const gradient = await useEngine().run('scoreGradient', request);
          await expectGradients({
            run: async (moved) => {
              const fields = { ...(moved as unknown as ScoreFields), scale: numberOf(moved.scale) };
              const { scores } = await useEngine().trace({ ...input, score: scoreSourceOf(fields).source });
              return { scores: { data: scores } };
            },
            request: {
              ...request,
              scale: numberField(
                request.scale ?? (scoreFunction === 'scaledDot' ? 1 / Math.sqrt(request.keys!.shape[1]) : 1),
              ),
            },
            seeds: { scores: request.scoresGradient },
            gradients: scoreGradients(gradient),
          });
        }),
        { numRuns: 25 },
      );
    });

    describe.each(precisions)('%s', (precision) => {
      const tensor = (shape: readonly number[], ...numbers: number[]): Tensor => ({
        shape,
        data: floats(precision, numbers),
      });

      it('dot: a query’s gradient is the key, a key’s the query', async () => {
        const { queriesGradient, keysGradient, scaleGradient } = await useEngine().run('scoreGradient', {
          scoreFunction: 'dot',
          queries: tensor([1, 2], 1, 2),
          keys: tensor([1, 2], 3, 5),
          scale: 2,
          scoresGradient: tensor([1, 1], 10),
        });
        expect(
          [queriesGradient?.data, keysGradient?.data, scaleGradient?.data].map((data) => Array.from(data!)),
        ).toEqual([[60, 100], [20, 40], [130]]);
      });

      it('cosine: no gradient along a vector, none at all where a norm is 0', async () => {
        const { queriesGradient, keysGradient } = await useEngine().run('scoreGradient', {
          scoreFunction: 'cosine',
          queries: tensor([2, 2], 0, 2, 0, 0),
          keys: tensor([2, 2], 3, 4, 0, 0),
          scoresGradient: tensor([2, 2], 1, 1, 1, 1),
        });
        expectNear('queriesGradient', queriesGradient!.data, [0.3, 0, 0, 0], exampleTolerance[precision]);
        expectNear('keysGradient', keysGradient!.data, [-0.096, 0.072, 0, 0], exampleTolerance[precision]);
      });

      it('every number is the reference engine’s', async () => {
        const all = inputs({ precision, scoreFunctions: scoreFormulas, isPlain: true }).map(smoothed);
        await fc.assert(
          fc.asyncProperty(all, async (input) => {
            const request = requestOf(precision, input);
            const want = await createReferenceEngine().run('scoreGradient', request);
            expectResultAgrees(precision, await useEngine().run('scoreGradient', request), want, 2048);
          }),
          { numRuns: 100 },
        );
      });

      it.each(scoreFormulas)(
        'F1: %s: vectors whose every gradient is 0 take no part, be they NaN',
        async (scoreFunction) => {
          const request = {
            scoreFunction,
            queries: tensor([2, 2], 1, -2, NaN, Infinity),
            keys: tensor([2, 2], 0.5, 1, NaN, -Infinity),
            W: tensor([2, 2], 1, 2, 3, 4),
            W_q: tensor([2, 1], 1, 2),
            W_k: tensor([2, 1], -1, 1),
            v: tensor([1], 0.5),
          };
          const got = await useEngine().run('scoreGradient', {
            ...request,
            scoresGradient: tensor([2, 2], 2, 0, 0, 0),
          });
          for (const { data } of Object.values(got) as Tensor[]) expect(data.every(Number.isFinite)).toBe(true);
          const firstRow = ({ data }: Tensor): Tensor => ({ shape: [1, 2], data: data.slice(0, 2) });
          const alone = await useEngine().run('scoreGradient', {
            ...request,
            queries: firstRow(request.queries),
            keys: firstRow(request.keys),
            scoresGradient: tensor([1, 1], 2),
          });
          expectNear('queriesGradient', got.queriesGradient!.data, [...alone.queriesGradient!.data, 0, 0], 0);
          expectNear('keysGradient', got.keysGradient!.data, [...alone.keysGradient!.data, 0, 0], 0);
          expect({ ...got, queriesGradient: alone.queriesGradient, keysGradient: alone.keysGradient }).toEqual(alone);
        },
      );
    });

    it('refuses given scores, which have nothing behind them, and gradients of another shape', async () => {
      const request = { queries: seed('float64', [2, 3], 1), keys: seed('float64', [4, 3], 1) };
      await expect(
        useEngine().run('scoreGradient', {
          ...request,
          scoreFunction: 'given' as 'dot',
          scoresGradient: seed('float64', [2, 4], 1),
        }),
      ).rejects.toThrow('scoreFunction is "given", but one of dot,');
      await expect(
        useEngine().run('scoreGradient', {
          ...request,
          scoreFunction: 'dot',
          scoresGradient: seed('float64', [4, 2], 1),
        }),
      ).rejects.toThrow('scoresGradient has shape [4, 2], but [queryCount 2, keyCount 4] was expected.');
    });
  });
}

function requestOf(precision: Precision, { score, queryCount, keyCount }: AttentionInput): ScoreGradientRequest {
  const fields = scoreFieldsOf(score, queryCount, keyCount) as Omit<ScoreGradientRequest, 'scoresGradient'>;
  return { ...fields, scoresGradient: seed(precision, [queryCount, keyCount], 1) };
}
