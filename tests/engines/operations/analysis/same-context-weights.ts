import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactSearchCount, type Precision, type Tensor } from '../../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../../inputs.ts';
import { expectNear } from '../../number-agreement.ts';
import type { UseEngine } from '../../suite.ts';
import { exampleTolerance, roundingUnit } from '../../tolerances.ts';
import { distributions, matrices, mixtureOf, rowsOf, size, sumOf, tensor } from './matrices.ts';

export function describeSameContextWeights(useEngine: UseEngine): void {
  describe.each(precisions)('sameContextWeights, %s', (precision) => {
    const near = exampleTolerance[precision];

    it('four words at the corners of a square: one diagonal or the other', async () => {
      const result = await useEngine().run('sameContextWeights', {
        weights: tensor(precision, [4], [0.5, 0, 0.5, 0]),
        values: tensor(precision, [4, 2], [0, 0, 1, 0, 1, 1, 0, 1]),
      });
      expectNear('weights', result.weights.data, [0, 0.5, 0, 0.5], near);
      expectNear('distance', result.distance.data, [1], near);
      expectNear('context', result.context.data, [0.5, 0.5], near);
      expect([result.isUnique.data[0], result.isFarthest.data[0]]).toEqual([0, 1]);
    });

    it('three words on a line: the middle one stands for the outer two', async () => {
      const result = await useEngine().run('sameContextWeights', {
        weights: tensor(precision, [3], [0.25, 0.5, 0.25]),
        values: tensor(precision, [3, 1], [-1, 0, 1]),
      });
      expectNear('distance', result.distance.data, [0.5], near);
      expectNear('middle', [Math.abs(result.weights.data[1] - 0.5)], [0.5], near);
    });

    it('a corner of the hull has one mixture only', async () => {
      const request = {
        weights: tensor(precision, [4], [0, 1, 0, 0]),
        values: tensor(precision, [4, 2], [0, 0, 4, 0, 0, 4, 1, 1]),
      };
      const { isUnique, weights, distance } = await useEngine().run('sameContextWeights', request);
      expect([isUnique.data[0], distance.data[0]]).toEqual([1, 0]);
      expect(weights.data).toEqual(request.weights.data);
    });

    it('two words that mean the same may share in any way', async () => {
      const { weights, distance } = await useEngine().run('sameContextWeights', {
        weights: tensor(precision, [3], [0.6, 0, 0.4]),
        values: tensor(precision, [3, 3], [1, 2, 3, 1, 2, 3, 4, 4, 4]),
      });
      expectNear('weights', weights.data, [0, 0.6, 0.4], near);
      expectNear('distance', distance.data, [0.6], near);
    });

    it('the answer is feasible and makes the same context; up to ten words none is farther', async () => {
      const problems = fc
        .tuple(size(1, 7), size(1, 3))
        .chain(([keyCount, dim]) => problemsOf(precision, keyCount, dim));
      await fc.assert(
        fc.asyncProperty(problems, async (request) => {
          const got = await useEngine().run('sameContextWeights', request);
          expectFeasible(precision, request, got);
          const want = await createReferenceEngine().run('sameContextWeights', request);
          expectNear('distance', got.distance.data, want.distance.data, 1e4 * roundingUnit[precision]);
          expect(got.isUnique.data[0]).toBe(want.isUnique.data[0]);
          expect(got.isFarthest.data[0]).toBe(1);
          expect(got.distance.data[0]).toBeGreaterThanOrEqual(farthestOfAllCorners(request) - 1e-5);
        }),
        { numRuns: 60 },
      );
    });

    it('values in general position: unique up to one word more than dimensions, never beyond', async () => {
      const problems = fc.tuple(size(1, 4), size(1, 6)).chain(([dim, keyCount]) =>
        fc.record({
          values: scattered(precision, keyCount, dim),
          dim: fc.constant(dim),
          keyCount: fc.constant(keyCount),
        }),
      );
      await fc.assert(
        fc.asyncProperty(problems, async ({ values, dim, keyCount }) => {
          const weights = tensor(precision, [keyCount], new Array<number>(keyCount).fill(1 / keyCount));
          const { isUnique } = await useEngine().run('sameContextWeights', { weights, values });
          expect(isUnique.data[0]).toBe(keyCount <= dim + 1 ? 1 : 0);
        }),
        { numRuns: 60 },
      );
    });

    it('many words: feasible, and the same context', async () => {
      await fc.assert(
        fc.asyncProperty(
          manyWords.chain(([count, dim]) => problemsOf(precision, count, dim)),
          async (request) => {
            expectFeasible(precision, request, await useEngine().run('sameContextWeights', request));
          },
        ),
        { numRuns: 15 },
      );
    });

    it('many words with values in general position: as far as the reference', async () => {
      // In special position ways of the search are equally good, and rounding chooses.
      const problems = manyWords.chain(([count, dim]) =>
        fc.record({ weights: distributions(precision, [count]), values: scattered(precision, count, dim) }),
      );
      await fc.assert(
        fc.asyncProperty(problems, async (request) => {
          const got = await useEngine().run('sameContextWeights', request);
          const want = await createReferenceEngine().run('sameContextWeights', request);
          expectNear('distance', got.distance.data, want.distance.data, 1e4 * roundingUnit[precision]);
        }),
        { numRuns: 15 },
      );
    });

    it('refuses too many words', async () => {
      const weights = { shape: [129], data: floats(precision, new Float64Array(129)) };
      const values = { shape: [129, 1], data: floats(precision, new Float64Array(129)) };
      await expect(useEngine().run('sameContextWeights', { weights, values })).rejects.toThrow(
        'keyCount is 129, but at most 128 is supported.',
      );
    });
  });
}

const manyWords = fc.tuple(size(exactSearchCount + 1, 24), size(1, 12));

interface Problem {
  readonly weights: Tensor;
  readonly values: Tensor;
}

function problemsOf(precision: Precision, keyCount: number, dim: number): fc.Arbitrary<Problem> {
  return fc.record({
    weights: distributions(precision, [keyCount]),
    // Small whole numbers put values in special positions, too.
    values: fc.oneof(
      matrices(precision, keyCount, dim, fc.integer({ min: -2, max: 2 })),
      scattered(precision, keyCount, dim),
    ),
  });
}

/** Numbers of a coarse grid that no small equation connects. */
function scattered(precision: Precision, keyCount: number, dim: number): fc.Arbitrary<Tensor> {
  return fc.integer({ min: 1, max: 1000 }).map((seed) =>
    tensor(
      precision,
      [keyCount, dim],
      Array.from({ length: keyCount * dim }, (_, cell) => Math.fround(Math.sin(seed + cell * cell * 1.7 + cell))),
    ),
  );
}

function expectFeasible(
  precision: Precision,
  { weights, values }: Problem,
  got: { readonly weights: Tensor; readonly distance: Tensor; readonly contextError: Tensor; readonly context: Tensor },
): void {
  const slack = 1e4 * roundingUnit[precision];
  const found = Array.from(got.weights.data);
  expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
  expectNear('Σ weights', [sumOf(found)], [sumOf(weights.data)], slack);
  expectNear('context', mixtureOf(found, rowsOf(values)), mixtureOf(Array.from(weights.data), rowsOf(values)), slack);
  expectNear('contextError', got.contextError.data, [0], slack);
  const away = sumOf(found.map((weight, key) => Math.abs(weight - weights.data[key]))) / 2;
  expectNear('distance', got.distance.data, [away], slack);
}

/** The farthest corner by trying every set of as many words as there are equations: what the search must not miss. */
function farthestOfAllCorners({ weights, values }: Problem): number {
  const given = Array.from(weights.data);
  const rows = rowsOf(values);
  const target = [sumOf(given), ...mixtureOf(given, rows)];
  const columns = rows.map((row) => [1, ...row]);
  let farthest = 0;
  for (let set = 1; set < 2 ** given.length; set++) {
    const support = given.map((_, key) => key).filter((key) => (set >> key) & 1);
    if (support.length > target.length) continue;
    const shares = solve(
      support.map((key) => columns[key]),
      target,
    );
    if (!shares || shares.some((share) => share < -1e-9)) continue;
    const corner = given.map(() => 0);
    support.forEach((key, i) => (corner[key] = shares[i]));
    const away = sumOf(corner.map((weight, key) => Math.abs(weight - given[key]))) / 2;
    farthest = Math.max(farthest, away);
  }
  return farthest;
}

/** Σ shares · column = target by elimination; undefined where the columns are dependent or do not reach it. */
function solve(columns: readonly (readonly number[])[], target: readonly number[]): number[] | undefined {
  const rows = target.map((goal, i) => [...columns.map((column) => column[i]), goal]);
  columns.forEach((_, j) => {
    const pivot = rows.slice(j).reduce((best, row) => (Math.abs(row[j]) > Math.abs(best[j]) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(j, 0, pivot);
    if (Math.abs(pivot[j]) < 1e-7) return;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[j] / pivot[j];
      for (let k = 0; k < row.length; k++) row[k] -= factor * pivot[k];
    }
  });
  const count = columns.length;
  if (columns.some((_, j) => Math.abs(rows[j][j]) < 1e-7)) return undefined;
  if (rows.slice(count).some((row) => Math.abs(row[count]) > 1e-7)) return undefined;
  return columns.map((_, j) => rows[j][count] / rows[j][j]);
}
