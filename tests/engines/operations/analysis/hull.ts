import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Precision, Tensor } from '../../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../../inputs.ts';
import { expectNear } from '../../number-agreement.ts';
import type { UseEngine } from '../../suite.ts';
import { exampleTolerance, roundingUnit } from '../../tolerances.ts';
import { parts } from '../tensors.ts';
import { distance, distributions, matrices, mixtureOf, rowsOf, size, sumOf, tensor, vectors } from './matrices.ts';

export function describeHull(useEngine: UseEngine): void {
  describe.each(precisions)('hull, %s', (precision) => {
    const near = exampleTolerance[precision];

    it('of a triangle: inside, on an edge, at a corner, outside', async () => {
      const result = await useEngine().run('hull', {
        points: tensor(precision, [3, 2], [0, 0, 4, 0, 0, 4]),
        targets: tensor(precision, [4, 2], [1, 1, 2, 2, 4, 0, 5, 5]),
      });
      expect(Array.from(result.isInside.data)).toEqual([1, 1, 1, 0]);
      expectNear('distance', result.distance.data, [0, 0, 0, Math.hypot(3, 3)], near);
      expectNear('nearest', result.nearest.data, [1, 1, 2, 2, 4, 0, 2, 2], 4 * near);
      const weights = [0.5, 0.25, 0.25, 0, 0.5, 0.5, 0, 1, 0, 0, 0.5, 0.5];
      expectNear('weights', result.weights.data, weights, 4 * near);
    });

    it('all points the same', async () => {
      const { isInside, distance: away } = await useEngine().run('hull', {
        points: tensor(precision, [2, 2], [1, 1, 1, 1]),
        targets: tensor(precision, [2, 2], [1, 1, 1, 3]),
      });
      expect(Array.from(isInside.data)).toEqual([1, 0]);
      expectNear('distance', away.data, [0, 2], near);
    });

    it('a mixture of points that are all but the same is inside, as far as rounding goes', async () => {
      const step = 2 * roundingUnit[precision];
      const points = tensor(precision, [3, 1], [1, 1 + step, 1 + 2 * step]);
      const mixture = (1 + (1 + step) + (1 + 2 * step)) / 3;
      const { isInside } = await useEngine().run('hull', {
        points,
        targets: tensor(precision, [2, 1], [mixture + 2 * step, 1 + 20 * step]),
      });
      expect(Array.from(isInside.data)).toEqual([1, 0]);
    });

    it('mixtures of the points are inside, and what lies beyond a supporting plane is outside', async () => {
      await fc.assert(
        fc.asyncProperty(pointsAndMixtures(precision), async ({ points, weights, direction }) => {
          const rows = rowsOf(points);
          const mixtures = rowsOf(weights).map((each) => mixtureOf(each, rows));
          const length = Math.hypot(...direction.data);
          const unit = Array.from(direction.data, (x) => (length === 0 ? 0 : x / length));
          const reach = Math.max(...rows.map((row) => sumOf(row.map((x, j) => x * unit[j]))));
          // One step beyond the farthest point in that direction.
          const outside = unit.map((x) => x * (reach + 1));
          const targets = length === 0 ? mixtures : [...mixtures, outside];
          const request = {
            points,
            targets: { shape: [targets.length, rows[0].length], data: floats(precision, targets.flat()) },
          };
          const got = await useEngine().run('hull', request);
          expect(Array.from(got.isInside.data)).toEqual(targets.map((target) => (target === outside ? 0 : 1)));
          if (length > 0) expect(got.distance.data.at(-1)!).toBeGreaterThanOrEqual(1 - near);

          // The nearest point is what the shares say it is, and no point of the hull is nearer.
          const want = await createReferenceEngine().run('hull', request);
          expectNear('distance', got.distance.data, want.distance.data, 8 * near);
          rowsOf(got.weights).forEach((shares, index) => {
            const nearest = rowsOf(got.nearest)[index];
            expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
            expectNear('Σ weights', [sumOf(shares)], [1], 64 * roundingUnit[precision]);
            expectNear('nearest', mixtureOf(shares, rows), nearest, 256 * roundingUnit[precision]);
            expectNear('distance', [distance(nearest, targets[index])], [got.distance.data[index]], 8 * near);
          });
        }),
        { numRuns: 60 },
      );
    });

    it('refuses widths that differ and too many points, naming both', async () => {
      const points = tensor(precision, [1, 2], [0, 0]);
      const targets = tensor(precision, [1, 3], [0, 0, 0]);
      await expect(useEngine().run('hull', { points, targets })).rejects.toThrow(
        'the width of targets is 3, but the width of points is 2',
      );
      const many = { shape: [129, 2], data: floats(precision, new Float64Array(258)) };
      await expect(useEngine().run('hull', { points: many, targets: points })).rejects.toThrow(
        'pointCount is 129, but at most 128 is supported.',
      );
    });
  });

  describe.each(precisions)('hullCorners, %s', (precision) => {
    const cornersOf = async (points: readonly (readonly number[])[]): Promise<number[]> => {
      const request = { points: tensor(precision, [points.length, 2], points.flat()) };
      const { corners } = await useEngine().run('hullCorners', request);
      expect(corners.shape).toEqual([corners.data.length]);
      return Array.from(corners.data);
    };

    it.each([['a square with a point inside, one on an edge and one twice', [1, 0, 3, 4]]] as const)(
      '%s',
      async (_, want) => {
        const points = [
          [4, 0],
          [0, 0],
          [2, 2],
          [4, 4],
          [0, 4],
          [0, 2],
          [4, 4],
        ];
        expect(await cornersOf(points)).toEqual(want);
      },
    );

    it('one point, and points on a line', async () => {
      expect(await cornersOf([[3, 3]])).toEqual([0]);
      expect(
        await cornersOf([
          [3, 3],
          [3, 3],
        ]),
      ).toEqual([0]);
      expect(
        await cornersOf([
          [1, 1],
          [3, 3],
          [2, 2],
          [0, 0],
        ]),
      ).toEqual([3, 1]);
    });

    it.each([
      ['overflow', { float64: 1.5e308, float32: 3e38 }],
      ['vanish', { float64: 5e-324, float32: 1.4e-45 }],
    ] as const)('coordinates whose products %s', async (_, sizes) => {
      const far = sizes[precision];
      expect(
        await cornersOf([
          [-far, -far],
          [far, -far],
          [far, far],
          [-far, far],
          [0, 0],
        ]),
      ).toEqual([0, 1, 2, 3]);
    });

    it('no point is two corners, whatever rounding makes of points that are all but on a line', async () => {
      const alongLine = fc
        .record({ slope: parts, places: fc.array(parts, { minLength: 1, maxLength: 12 }) })
        .map(({ slope, places }) => places.flatMap((x) => [x, slope * x]));
      const anywhere = fc
        .array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 12 })
        .map((numbers) => numbers.flatMap((x) => [x, -x / 3]));
      const clouds = fc.oneof(alongLine, anywhere).map((numbers) => {
        const data = floats(precision, numbers).map((x: number) => (Number.isFinite(x) ? x : 0));
        return { shape: [data.length / 2, 2], data };
      });
      await fc.assert(
        fc.asyncProperty(clouds, async (points) => {
          const corners = Array.from((await useEngine().run('hullCorners', { points })).corners.data);
          expect(new Set(corners).size).toBe(corners.length);
          expect(corners).toEqual(
            Array.from((await createReferenceEngine().run('hullCorners', { points })).corners.data),
          );
        }),
        { numRuns: 60 },
      );
    });

    it('every point is left of each side, as in the reference', async () => {
      const clouds = size(1, 12).chain((count) => matrices(precision, count, 2, fc.integer({ min: -4, max: 4 })));
      await fc.assert(
        fc.asyncProperty(clouds, async (points) => {
          const { corners } = await useEngine().run('hullCorners', { points });
          expect(corners).toEqual((await createReferenceEngine().run('hullCorners', { points })).corners);
          const rows = rowsOf(points);
          const outline = Array.from(corners.data, (index) => rows[index]);
          outline.forEach(([ax, ay], i) => {
            const [bx, by] = outline[(i + 1) % outline.length];
            for (const [x, y] of rows) expect((bx - ax) * (y - ay) - (by - ay) * (x - ax)).toBeGreaterThanOrEqual(0);
          });
        }),
        { numRuns: 60 },
      );
    });
  });
}

function pointsAndMixtures(precision: Precision): fc.Arbitrary<{ points: Tensor; weights: Tensor; direction: Tensor }> {
  return fc.tuple(size(1, 9), size(1, 6), size(1, 3)).chain(([pointCount, dim, targetCount]) =>
    fc.record({
      points: matrices(precision, pointCount, dim),
      weights: distributions('float64', [targetCount, pointCount]),
      direction: vectors('float64', dim),
    }),
  );
}
