import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReferenceEngine } from '../../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../../inputs.ts';
import { expectNear } from '../../number-agreement.ts';
import type { UseEngine } from '../../suite.ts';
import { exampleTolerance, roundingUnit } from '../../tolerances.ts';
import { expectResultAgrees } from '../result-agreement.ts';
import { distance, matrices, mixtureOf, rowsOf, size, sumOf, tensor } from './matrices.ts';

export function describeProjection(useEngine: UseEngine): void {
  describe.each(precisions)('projection, %s', (precision) => {
    const near = exampleTolerance[precision];

    it('of points on a line through three dimensions', async () => {
      const points = tensor(precision, [3, 3], [1, 0, 2, 2, 0, 4, 3, 0, 6]);
      const result = await useEngine().run('projection', { points, others: tensor(precision, [1, 3], [2, 5, 4]) });
      const step = Math.sqrt(5);
      expectNear('mean', result.mean.data, [2, 0, 4], near);
      expectNear('axes', result.axes.data, [1 / step, 0, 2 / step, 0, 0, 0], near);
      expectNear('coordinates', result.coordinates.data, [-step, 0, 0, 0, step, 0], 4 * near);
      expectNear('variance', result.variance.data, [10 / 3, 0], 8 * near);
      expectNear('explained', result.explained.data, [1, 0], near);
      // Straight above the middle: the plane does not see it.
      expectNear('otherCoordinates', result.otherCoordinates!.data, [0, 0], 4 * near);
    });

    it('all points the same: nothing varies', async () => {
      const points = tensor(precision, [2, 2], [3, 1, 3, 1]);
      const { axes, explained } = await useEngine().run('projection', { points, axisCount: 3 });
      expect(axes.shape).toEqual([3, 2]);
      expect(Array.from(axes.data)).toEqual([0, 0, 0, 0, 0, 0]);
      expect(Array.from(explained.data)).toEqual([0, 0, 0]);
    });

    it('an axis points to its largest part, of equal ones the first', async () => {
      const points = tensor(precision, [2, 2], [-1, 1, 1, -1]);
      const { axes } = await useEngine().run('projection', { points });
      expectNear('axes', axes.data, [Math.SQRT1_2, -Math.SQRT1_2, 0, 0], near);
    });

    it('keeps planar points: back from the plane they are where they were', async () => {
      const planes = size(2, 6).chain((dim) =>
        fc.record({
          inPlane: size(1, 9).chain((count) => matrices('float64', count, 2)),
          directions: matrices('float64', 2, dim),
          origin: matrices('float64', 1, dim),
        }),
      );
      await fc.assert(
        fc.asyncProperty(planes, async ({ inPlane, directions, origin }) => {
          const places = rowsOf(inPlane).map((place) =>
            mixtureOf([1, ...place], [...rowsOf(origin), ...rowsOf(directions)]),
          );
          const points = { shape: [places.length, places[0].length], data: floats(precision, places.flat()) };
          const { coordinates, axes, mean, explained } = await useEngine().run('projection', { points });
          const back = await useEngine().run('backProjection', { coordinates, axes, mean });
          // Up to the square root of rounding, below which a second axis is not told from none.
          const slack = precision === 'float64' ? 1e-11 : 256 * roundingUnit.float32;
          expectNear('points', back.points.data, points.data, slack);
          const varies = sumOf(explained.data) > 0;
          if (varies && precision === 'float64') expectNear('Σ explained', [sumOf(explained.data)], [1], 1e-9);
        }),
        { numRuns: 60 },
      );
    });

    it('variances are the reference engine’s, axes orthonormal, and no distance grows', async () => {
      const clouds = fc
        .tuple(size(2, 9), size(1, 6), size(1, 4))
        .chain(([count, dim, axisCount]) =>
          fc.record({ points: matrices(precision, count, dim), axisCount: fc.constant(axisCount) }),
        );
      await fc.assert(
        fc.asyncProperty(clouds, async (request) => {
          const { variance, explained, axes, mean, coordinates } = await useEngine().run('projection', request);
          const want = await createReferenceEngine().run('projection', request);
          // Axes of equal variance may come in any rotation, so that axes are compared by what they are for.
          expectResultAgrees(
            precision,
            { variance, explained, mean },
            { variance: want.variance, explained: want.explained, mean: want.mean },
          );
          const directions = rowsOf(axes);
          directions.forEach((a, i) => {
            const isNothing = a.every((x) => x === 0);
            directions.forEach((b, j) => {
              const product = sumOf(a.map((x, k) => x * b[k]));
              expectNear('axis · axis', [product], [i === j && !isNothing ? 1 : 0], 64 * roundingUnit[precision]);
            });
          });
          const points = rowsOf(request.points);
          const places = rowsOf(coordinates);
          expect(distance(places[0], places[1])).toBeLessThanOrEqual(distance(points[0], points[1]) + 1e-5);
        }),
        { numRuns: 60 },
      );
    });

    it('refuses more dimensions than the limit', async () => {
      const points = { shape: [1, 257], data: floats(precision, new Float64Array(257)) };
      await expect(useEngine().run('projection', { points })).rejects.toThrow('dim is 257, but at most 256');
    });
  });
}
