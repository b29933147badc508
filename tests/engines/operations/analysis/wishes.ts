import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Precision } from '../../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import { precisions } from '../../inputs.ts';
import { expectNear } from '../../number-agreement.ts';
import type { UseEngine } from '../../suite.ts';
import { exampleTolerance, roundingUnit } from '../../tolerances.ts';
import { expectResultAgrees } from '../result-agreement.ts';
import { matrices, rowsOf, size, softmaxOf, sumOf, tensor, vectors } from './matrices.ts';

export function describeWishes(useEngine: UseEngine): void {
  describe.each(precisions)('scoresForWeights, %s', (precision) => {
    const near = exampleTolerance[precision];
    const row = (...numbers: number[]) => tensor(precision, [numbers.length], numbers);

    it('41 % on word 3: its score alone moves, and the others share 59 % as before', async () => {
      const scores = row(0.3, 2.1, 0.5);
      const result = await useEngine().run('scoresForWeights', { wishes: row(NaN, NaN, 0.41), scores });
      expect(Array.from(result.scores.data.subarray(0, 2))).toEqual(Array.from(scores.data.subarray(0, 2)));
      const weights = softmaxOf(Array.from(result.scores.data));
      const before = softmaxOf(Array.from(scores.data));
      expectNear('weights', weights, result.weights.data, near);
      expectNear('weights', [weights[2], weights[0] / weights[1]], [0.41, before[0] / before[1]], near);
    });

    it('all wished: the mean of the scores stays, and the temperature counts', async () => {
      const wishes = row(0.2, 0.3, 0.5);
      const { scores } = await useEngine().run('scoresForWeights', { wishes, scores: row(1, 2, 6), temperature: 4 });
      expectNear('weights', softmaxOf(Array.from(scores.data, (score) => score / 4)), [0.2, 0.3, 0.5], 2 * near);
      expectNear('mean', [sumOf(scores.data) / 3], [3], 4 * near);
    });

    it('a wish of 0 is met up to the smallest weight, with finite scores', async () => {
      const { scores, weights, largestError } = await useEngine().run('scoresForWeights', {
        wishes: row(0, 1),
        smallestWeight: 0.001,
      });
      expectNear('largestError', largestError.data, [0.001 / 1.001], near);
      expect(scores.data.every(Number.isFinite)).toBe(true);
      expectNear('weights', weights.data, [0.001 / 1.001, 1 / 1.001], near);
      const room = await useEngine().run('scoresForWeights', { wishes: row(0.9999, NaN, NaN), smallestWeight: 0.01 });
      expectNear('weights', room.weights.data, [0.98, 0.01, 0.01], near);
      expectNear('largestError', room.largestError.data, [0.0199], near);
      const met = await useEngine().run('scoresForWeights', {
        wishes: tensor(precision, [3, 2], [0.41, NaN, NaN, NaN, 0.5, 1]),
      });
      expect(met.largestError.shape).toEqual([3]);
      expectNear('largestError', met.largestError.data, [0, 0, 0], near);
    });

    it('every number is the reference engine’s, and the softmax of the scores is what was wished', async () => {
      const requests = fc.tuple(size(1, 3), size(1, 7)).chain(([rowCount, keyCount]) =>
        fc.record({
          wishes: wishRows(precision, rowCount, keyCount),
          scores: fc.option(matrices(precision, rowCount, keyCount), { nil: undefined }),
          temperature: fc.constantFrom(undefined, 0.5, 3),
        }),
      );
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const got = await useEngine().run('scoresForWeights', request);
          expectResultAgrees(precision, got, await createReferenceEngine().run('scoresForWeights', request), 16);
          const temperature = request.temperature ?? 1;
          rowsOf(got.scores).forEach((scores, index) => {
            const weights = softmaxOf(scores.map((score) => score / temperature));
            const wanted = rowsOf(got.weights)[index];
            expectNear('softmax of scores', weights, wanted, 256 * roundingUnit[precision]);
            rowsOf(request.wishes)[index].forEach((wish, key) => {
              // A wish below the smallest weight, 1e-6, is raised to it.
              if (!Number.isNaN(wish) && keyHasCompany(request.wishes.shape)) {
                expectNear('wish', [wanted[key]], [wish], 1e-5);
              }
            });
          });
        }),
        { numRuns: 60 },
      );
    });

    it('refuses what no weights fulfil', async () => {
      const ask = (...wishes: number[]) => useEngine().run('scoresForWeights', { wishes: row(...wishes) });
      await expect(ask(0.6, 0.6, NaN)).rejects.toThrow(/wishes sum to 1\.2\d* in row 0, but less than 1/);
      await expect(ask(0, 0)).rejects.toThrow('wishes are all 0 in row 0');
      await expect(ask(1.5)).rejects.toThrow('wishes holds 1.5 at index 0, but a number from 0 to 1 or NaN');
    });
  });

  describe.each(precisions)('queryForWeights, %s', (precision) => {
    const near = exampleTolerance[precision];

    it('two keys on two axes: a query that gives 80 % to the first', async () => {
      const { query, weights, residual, largestError } = await useEngine().run('queryForWeights', {
        keys: tensor(precision, [2, 2], [1, 0, 0, 1]),
        wishes: tensor(precision, [2], [0.8, NaN]),
        scoreFunction: 'dot',
      });
      expectNear('query', query.data, [Math.log(2), -Math.log(2)], near);
      expectNear('weights', weights.data, [0.8, 0.2], near);
      expectNear('residual', [residual.data[0], largestError.data[0]], [0, 0], near);
    });

    it('keys that are the same cannot be told apart: the residual says so', async () => {
      const { weights, residual, largestError } = await useEngine().run('queryForWeights', {
        keys: tensor(precision, [2, 2], [1, 2, 1, 2]),
        wishes: tensor(precision, [2], [0.8, 0.2]),
        scoreFunction: 'scaledDot',
      });
      expectNear('weights', weights.data, [0.5, 0.5], near);
      expectNear('largestError', largestError.data, [0.3], near);
      expectNear('residual', residual.data, [Math.log(4) / Math.SQRT2], near);
    });

    it('a query that fulfils the wishes already stays', async () => {
      const query = tensor(precision, [2], [0.25, -0.5]);
      const keys = tensor(precision, [3, 2], [1, 0, 0, 1, 1, 1]);
      const result = await useEngine().run('queryForWeights', {
        keys,
        query,
        wishes: tensor(precision, [3], [NaN, NaN, NaN]),
        scoreFunction: 'dot',
      });
      expectNear('query', result.query.data, query.data, near);
    });

    it('independent keys reach any wish, and the scores are those of the query', async () => {
      const requests = fc.tuple(size(1, 5), size(0, 2)).chain(([keyCount, spare]) => {
        const dim = keyCount + spare;
        // Strong diagonals keep the keys independent.
        const keys = matrices(precision, keyCount, dim).map(({ shape, data }) => ({
          shape,
          data: data.map((x, cell) => x / 8 + (Math.floor(cell / dim) === cell % dim ? 2 : 0)),
        }));
        return fc.record({
          keys,
          wishes: wishRows(precision, 1, keyCount).map(({ data }) => ({ shape: [keyCount], data })),
          scoreFunction: fc.constantFrom('dot', 'scaledDot'),
          temperature: fc.constantFrom(undefined, 0.5, 2),
          scale: fc.constantFrom(undefined, -1, 0.5),
          query: fc.option(vectors(precision, dim), { nil: undefined }),
        });
      });
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const got = await useEngine().run('queryForWeights', request);
          expectNear('residual', got.residual.data, [0], 1e4 * roundingUnit[precision]);
          expectNear('weights', got.weights.data, got.wishes.data, 1e4 * roundingUnit[precision]);
          const keyDim = request.keys.shape[1];
          const scale = request.scale ?? (request.scoreFunction === 'scaledDot' ? 1 / Math.sqrt(keyDim) : 1);
          const scores = rowsOf(request.keys).map((key) => scale * sumOf(key.map((x, j) => x * got.query.data[j])));
          expectNear('scores', got.scores.data, scores, 4e3 * roundingUnit[precision]);
        }),
        { numRuns: 60 },
      );
    });

    it('every number is the reference engine’s, through a matrix and with too few dimensions as well', async () => {
      const requests = fc.tuple(size(1, 6), size(1, 4), size(1, 4)).chain(([keyCount, keyDim, queryDim]) =>
        fc.record({
          keys: matrices(precision, keyCount, keyDim),
          W: matrices(precision, queryDim, keyDim),
          wishes: wishRows(precision, 1, keyCount).map(({ data }) => ({ shape: [keyCount], data })),
          scoreFunction: fc.constant('bilinear' as const),
          query: fc.option(vectors(precision, queryDim), { nil: undefined }),
        }),
      );
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const got = await useEngine().run('queryForWeights', request);
          const want = await createReferenceEngine().run('queryForWeights', request);
          // A nearly dependent direction makes a long query whose digits are few; what it fulfils is what counts.
          if (Math.hypot(...want.query.data) > 100) return;
          const slack = precision === 'float64' ? 1e-6 : 1e-3;
          expectNear('query', got.query.data, want.query.data, slack);
          expectNear('weights', got.weights.data, want.weights.data, slack);
          expectNear('residual', got.residual.data, want.residual.data, slack);
          expectNear('wishes', got.wishes.data, want.wishes.data, 64 * roundingUnit[precision]);
        }),
        { numRuns: 60 },
      );
    });

    it('refuses scores that are no products, and sizes that do not fit', async () => {
      const keys = tensor(precision, [2, 2], [1, 0, 0, 1]);
      const wishes = tensor(precision, [2], [0.5, 0.5]);
      const additive = 'additive' as 'dot';
      await expect(useEngine().run('queryForWeights', { keys, wishes, scoreFunction: additive })).rejects.toThrow(
        'scoreFunction is "additive", but one of dot, scaledDot, bilinear was expected.',
      );
      await expect(useEngine().run('queryForWeights', { keys, wishes, scoreFunction: 'bilinear' })).rejects.toThrow(
        'W is absent, but scoreFunction is bilinear.',
      );
      const short = tensor(precision, [1], [1]);
      await expect(useEngine().run('queryForWeights', { keys, wishes: short, scoreFunction: 'dot' })).rejects.toThrow(
        'wishes has shape [1], but [keyCount 2] was expected.',
      );
    });
  });
}

/** One key alone has weight 1, whatever is wished. */
const keyHasCompany = (shape: readonly number[]): boolean => shape.at(-1)! > 1;

/** Rows that can be fulfilled: parts of 1, of which some are wished for. */
function wishRows(precision: Precision, rowCount: number, keyCount: number) {
  const entry = fc.record({ part: fc.double({ min: 0.01, max: 1, noNaN: true }), isWished: fc.boolean() });
  const row = fc.array(entry, { minLength: keyCount, maxLength: keyCount }).map((entries) => {
    const sum = sumOf(entries.map(({ part }) => part));
    return entries.map(({ part, isWished }) => (isWished ? part / sum : NaN));
  });
  return fc
    .array(row, { minLength: rowCount, maxLength: rowCount })
    .map((rows) => tensor(precision, [rowCount, keyCount], rows.flat()));
}
