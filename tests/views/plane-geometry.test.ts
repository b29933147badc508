import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromPixel,
  gridLines,
  hullOf,
  planeScale,
  pointsOf,
  toPixel,
  type Point,
} from '../../web/views/plane-geometry.ts';

const size = 320;
const coordinate = fc.integer({ min: -2000, max: 2000 }).map((hundredths) => hundredths / 100);
const point: fc.Arbitrary<Point> = fc.tuple(coordinate, coordinate);

describe('the plane and its pixels', () => {
  it('a point comes back from its pixel', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1 }), (points) => {
        const scale = planeScale(points, size);
        for (const each of points) expect(fromPixel(toPixel(each, scale), scale)).toEqual([each[0] + 0, each[1] + 0]);
      }),
    );
  });

  it('holds every point and the origin, y upwards', () => {
    fc.assert(
      fc.property(fc.array(point), (points) => {
        const scale = planeScale(points, size);
        for (const each of [...points, [0, 0] as const]) {
          for (const pixel of toPixel(each, scale)) expect(pixel > 0 && pixel < size).toBe(true);
        }
        expect(toPixel([0, 0.5], scale)[1]).toBeLessThan(toPixel([0, 0], scale)[1]);
      }),
    );
  });

  it('stays still while a point moves a little', () => {
    expect(planeScale([[1.2, 0.9]], size)).toEqual(planeScale([[1.25, 0.9]], size));
  });

  it('is not thrown off by what is no number', () => {
    expect(planeScale([[NaN, Infinity]], size).halfWidth).toBe(planeScale([], size).halfWidth);
  });
});

describe('pointsOf', () => {
  it('takes two coordinates of each row', () => {
    expect(pointsOf([1, 2, 3, 4, 5, 6], 3, 2, 0)).toEqual([
      [3, 1],
      [6, 4],
    ]);
  });
});

describe('hullOf', () => {
  it('holds every weighted mean of its points', () => {
    const mean = (points: readonly Point[], weights: readonly number[]): Point => {
      const sum = weights.reduce((total, weight) => total + weight, 0);
      const along = (axis: 0 | 1): number =>
        points.reduce((total, each, index) => total + (each[axis] * weights[index]) / sum, 0);
      return [along(0), along(1)];
    };
    /** The corners turn one way; a point inside is never on the other side of an edge. */
    const side = (a: Point, b: Point, p: Point): number =>
      (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    const weighted = fc.tuple(point, fc.double({ min: 0.01, max: 1, noNaN: true }));
    fc.assert(
      fc.property(fc.array(weighted, { minLength: 3, maxLength: 12 }), (pairs) => {
        const points = pairs.map(([each]) => each);
        const inside = mean(
          points,
          pairs.map(([, weight]) => weight),
        );
        const corners = hullOf(points);
        const sides = corners.map((corner, index) => side(corner, corners[(index + 1) % corners.length], inside));
        const isOneSided = sides.every((value) => value >= -1e-6) || sides.every((value) => value <= 1e-6);
        expect(isOneSided).toBe(true);
      }),
    );
  });

  it('leaves out what lies inside, and takes fewer than three points as they are', () => {
    const corners: Point[] = [
      [0, 0],
      [4, 0],
      [0, 4],
    ];
    const hull = hullOf([...corners, [1, 1]]);
    expect(hull).toHaveLength(3);
    expect(hull).toEqual(expect.arrayContaining(corners));
    expect(hullOf([[1, 2]])).toEqual([[1, 2]]);
    expect(hullOf([])).toEqual([]);
  });
});

describe('gridLines', () => {
  it('are round numbers on both sides, within the plane', () => {
    expect(gridLines(1.5).toSorted((a, b) => a - b)).toEqual([-1, 1]);
    expect(gridLines(30).toSorted((a, b) => a - b)).toEqual([-30, -20, -10, 10, 20, 30]);
  });
});
