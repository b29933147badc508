import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../../inputs.ts';
import { expectNear } from '../../number-agreement.ts';
import type { UseEngine } from '../../suite.ts';
import { exampleTolerance, roundingUnit } from '../../tolerances.ts';
import { expectResultAgrees } from '../result-agreement.ts';
import { parts } from '../tensors.ts';
import { distributions, matrices, rowsOf, size, tensor, vectors } from './matrices.ts';

export function describeLeaveOneOut(useEngine: UseEngine): void {
  describe.each(precisions)('leaveOneOut, %s', (precision) => {
    const near = exampleTolerance[precision];

    it('0.5, 0.25, 0.25 over 0, 4, 8: worked by hand', async () => {
      const result = await useEngine().run('leaveOneOut', {
        weights: tensor(precision, [1, 3], [0.5, 0.25, 0.25]),
        values: tensor(precision, [3, 1], [0, 4, 8]),
        W: tensor(precision, [1, 2], [1, -2]),
        b: tensor(precision, [2], [1, 1]),
      });
      const [third, twoThirds] = [1 / 3, 2 / 3];
      expectNear('weights', result.weights.data, [0, 0.5, 0.5, twoThirds, 0, third, twoThirds, third, 0], near);
      expectNear('contextChanges', result.contextChanges.data, [3, -third, -5 / 3], 4 * near);
      expectNear('contextEffects', result.contextEffects.data, [3, third, 5 / 3], 4 * near);
      expectNear('outputs', result.outputs!.data, [4, -5], 4 * near);
      expectNear('outputChanges', result.outputChanges!.data.subarray(0, 2), [3, -6], 4 * near);
      expectNear('outputEffects', result.outputEffects!.data.subarray(0, 1), [Math.hypot(3, 6)], 8 * near);
    });

    it('the only word, and one that has all the weight, leave nothing', async () => {
      const { weights, contextChanges, isEmpty } = await useEngine().run('leaveOneOut', {
        weights: tensor(precision, [1, 2], [1, 0]),
        values: tensor(precision, [2, 1], [3, NaN]),
      });
      expect(Array.from(isEmpty.data)).toEqual([1, 0]);
      expect(Array.from(weights.data)).toEqual([0, 0, 1, 0]);
      // What is hidden has weight 0, and its NaN does not leak.
      expectNear('contextChanges', contextChanges.data, [-3, 0], 0);
    });

    it('a word with nearly all the weight: the others keep their digits', async () => {
      const tiny = 2 ** -60;
      const { weights } = await useEngine().run('leaveOneOut', {
        weights: tensor(precision, [1, 3], [1, tiny, 3 * tiny]),
        values: tensor(precision, [3, 1], [0, 0, 0]),
      });
      expectNear('weights', weights.data.subarray(0, 3), [0, 0.25, 0.75], near);
    });

    it('is the attention over the other words: recomputed without each', async () => {
      const problems = fc.tuple(size(1, 3), size(2, 6), size(1, 4)).chain(([queryCount, keyCount, valueDim]) =>
        fc.record({
          scores: matrices('float64', queryCount, keyCount, parts),
          values: matrices('float64', keyCount, valueDim),
          left: fc.nat({ max: keyCount - 1 }),
        }),
      );
      await fc.assert(
        fc.asyncProperty(problems, async ({ scores, values, left }) => {
          const attend = async (keys: readonly number[]) => {
            const keep = (rows: number[][]) => rows.map((row) => keys.map((key) => row[key])).flat();
            const valueRows = keys.flatMap((key) => rowsOf(values)[key]);
            return useEngine().trace({
              queryCount: scores.shape[0],
              keyCount: keys.length,
              valueDim: values.shape[1],
              values: floats(precision, valueRows),
              score: { scoreFunction: 'given', scores: floats(precision, keep(rowsOf(scores))) },
            });
          };
          const everyKey = rowsOf(values).map((_, key) => key);
          const [all, others] = [await attend(everyKey), await attend(everyKey.filter((key) => key !== left))];
          const result = await useEngine().run('leaveOneOut', {
            weights: { shape: scores.shape, data: all.weights },
            values: { shape: values.shape, data: floats(precision, values.data) },
          });
          const slack = 256 * roundingUnit[precision];
          const [keyCount, valueDim] = values.shape;
          for (let query = 0; query < scores.shape[0]; query++) {
            const entry = query * keyCount + left;
            const weights = rowsOf(result.weights)[entry].filter((_, key) => key !== left);
            expectNear(
              'weights',
              weights,
              others.weights.subarray(query * (keyCount - 1)).subarray(0, keyCount - 1),
              slack,
            );
            const change = Array.from({ length: valueDim }, (_, d) => {
              const place = query * valueDim + d;
              return others.context[place] - all.context[place];
            });
            expectNear('contextChanges', rowsOf(result.contextChanges)[entry], change, slack);
          }
        }),
        { numRuns: 40 },
      );
    });

    it('every number is the reference engine’s', async () => {
      const requests = fc
        .tuple(size(1, 3), size(1, 6), size(1, 4), size(1, 3), size(1, 3))
        .chain(([queryCount, keyCount, valueDim, stateDim, outputDim]) => {
          const shared = {
            weights: distributions(precision, [queryCount, keyCount]),
            values: matrices(precision, keyCount, valueDim),
          };
          return fc.oneof(
            fc.record(shared),
            fc.record({ ...shared, W: matrices(precision, valueDim, outputDim), softmaxOutput: fc.boolean() }),
            fc.record({
              ...shared,
              states: matrices(precision, queryCount, stateDim),
              W: matrices(precision, stateDim + valueDim, outputDim),
              b: vectors(precision, outputDim),
              softmaxOutput: fc.boolean(),
            }),
          );
        });
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const got = await useEngine().run('leaveOneOut', request);
          expectResultAgrees(precision, got, await createReferenceEngine().run('leaveOneOut', request), 64);
        }),
        { numRuns: 60 },
      );
    });

    it('refuses a matrix that does not fit, and an output without one', async () => {
      const weights = tensor(precision, [1, 2], [0.5, 0.5]);
      const values = tensor(precision, [2, 1], [1, 2]);
      const W = tensor(precision, [2, 1], [1, 2]);
      await expect(useEngine().run('leaveOneOut', { weights, values, W })).rejects.toThrow(
        'W has shape [2, 1], but [stateDim + valueDim 1, outputDim 1] was expected.',
      );
      await expect(useEngine().run('leaveOneOut', { weights, values, softmaxOutput: true })).rejects.toThrow(
        'softmaxOutput is given, but W is absent',
      );
    });
  });
}
