import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attentionShapeOf, type AttentionRequest, type Tensor } from '../../../web/contract/index.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { attentionTolerances } from '../tolerances.ts';
import { attentionRequests, vectorScoreFunctions } from './attention-requests.ts';
import { concatenateAlong, fillAt, pick, range } from './tensor-axes.ts';

const fewRuns = { numRuns: 40 };

/** What is hidden stays hidden. */
export function describeAttentionMasks(useEngine: UseEngine): void {
  describe.each(precisions)('masks, %s', (precision) => {
    const run = (request: AttentionRequest) => useEngine().run('attention', request);
    const requests = attentionRequests({ precision, scoreFunctions: vectorScoreFunctions });

    it('causality: what comes later never moves an earlier row', async () => {
      await fc.assert(
        fc.asyncProperty(
          requests,
          fc.constantFrom('topLeft', 'bottomRight'),
          fc.nat(),
          async (random, causal, number) => {
            const request: AttentionRequest = { ...random, causal, keyLengths: undefined, fullyMasked: undefined };
            const { queryCount, newKeyCount, pastCount, keyCount } = attentionShapeOf(request);
            const firstChanged = number % newKeyCount;
            const changed = range(newKeyCount).slice(firstChanged);
            const before = await run(request);
            const after = await run({
              ...request,
              keys: fillAt(request.keys!, 2, changed, 3),
              values: fillAt(request.values, 2, changed, -7),
            });
            const firstPosition = causal === 'topLeft' ? pastCount : keyCount - queryCount;
            const unmoved = range(queryCount).filter((t) => firstPosition + t < pastCount + firstChanged);
            for (const field of ['weights', 'context', 'logits', 'logSumExp'] as const) {
              expect(pick(after[field], 2, unmoved), field).toEqual(pick(before[field], 2, unmoved));
            }
          },
        ),
        fewRuns,
      );
    });

    it('padding never moves an answer, whatever it holds', async () => {
      await fc.assert(
        fc.asyncProperty(requests, fc.constantFrom(0, 1000, NaN, Infinity), async (random, padding) => {
          const request: AttentionRequest = {
            ...random,
            keepMask: undefined,
            additiveMask: undefined,
            fullyMasked: undefined,
          };
          const { batchCount, keyCount } = attentionShapeOf(request);
          const keyLengths = request.keyLengths ?? {
            shape: [batchCount],
            data: floats(
              precision,
              range(batchCount).map(() => keyCount),
            ),
          };
          const pad = (tensor: Tensor): Tensor =>
            concatenateAlong(2, tensor, fillAt(pick(tensor, 2, [0, 0]), 2, [0, 1], padding));
          const before = await run({ ...request, keyLengths });
          const after = await run({ ...request, keyLengths, keys: pad(request.keys!), values: pad(request.values) });
          const tolerance = attentionTolerances(request, before);
          expectNear('weights', pick(after.weights, 3, range(keyCount)).data, before.weights.data, tolerance.weights);
          expectNear(
            'padding',
            pick(after.weights, 3, [keyCount, keyCount + 1]).data,
            new Array<number>((after.weights.data.length / (keyCount + 2)) * 2).fill(0),
            0,
          );
          expectNear('context', after.context.data, before.context.data, 2 * tolerance.context);
          expect(after.isEmpty).toEqual(before.isEmpty);
        }),
        fewRuns,
      );
    });

    it.each(['keepMask', 'additiveMask'] as const)('NaN, Infinity and 1e30 behind %s never leak', async (field) => {
      await fc.assert(
        fc.asyncProperty(
          requests,
          fc.constantFrom(NaN, Infinity, -Infinity, 1e30),
          fc.nat(),
          async (random, intruder, number) => {
            const { keyCount, newKeyCount, pastCount } = attentionShapeOf(random);
            const hidden = number % newKeyCount;
            const [hides, shows] = field === 'keepMask' ? [0, 1] : [-Infinity, 0];
            const data = floats(
              precision,
              range(keyCount).map((i) => (i === pastCount + hidden ? hides : shows)),
            );
            const request: AttentionRequest = {
              ...random,
              [field]: { shape: [1, 1, 1, keyCount], data },
              fullyMasked: undefined,
            };
            const before = await run(request);
            const after = await run({
              ...request,
              keys: fillAt(request.keys!, 2, [hidden], intruder),
              values: fillAt(request.values, 2, [hidden], intruder),
            });
            const tolerance = attentionTolerances(request, before);
            for (const name of ['weights', 'logits', 'logSumExp', 'isEmpty'] as const)
              expect(after[name], name).toEqual(before[name]);
            // Values that are all finite are added in another order than others.
            expectNear('context', after.context.data, before.context.data, 2 * tolerance.context);
          },
        ),
        fewRuns,
      );
    });

    it.each([
      ['zeros', [0, 0], 0],
      ['uniform', [0.5, 0.5], 6],
      ['nan', [NaN, NaN], NaN],
    ] as const)(
      'a row that sees nothing is %s where asked for, and its neighbour stays',
      async (fullyMasked, weights, context) => {
        const tensor = (shape: readonly number[], ...numbers: number[]): Tensor => ({
          shape,
          data: floats(precision, numbers),
        });
        const result = await run({
          scoreFunction: 'given',
          scores: tensor([1, 1, 2, 2], 1, 2, 3, 3),
          values: tensor([1, 1, 2, 1], 5, 7),
          keepMask: tensor([2, 1], 0, 1),
          fullyMasked,
        });
        expectNear('weights', result.weights.data, [...weights, 0.5, 0.5], 0);
        expectNear('context', result.context.data, [context, 6], 0);
        expectNear('isEmpty', result.isEmpty.data, [1, 0], 0);
        expect(result.logSumExp.data[0]).toBe(-Infinity);
      },
    );
  });
}
