import { polygonHull } from 'd3-polygon';

/** The part of the plane that is shown: a square around the origin and all points, and the way to pixels and back. */
export interface PlaneScale {
  readonly centreX: number;
  readonly centreY: number;
  readonly halfWidth: number;
  readonly size: number;
}

export type Point = readonly [x: number, y: number];

/** Two coordinates of each row of a row-major matrix [count, dim]. */
export function pointsOf(matrix: ArrayLike<number>, dim: number, planeX: number, planeY: number): Point[] {
  const count = dim > 0 ? matrix.length / dim : 0;
  return Array.from({ length: count }, (_, row) => [matrix[row * dim + planeX] ?? 0, matrix[row * dim + planeY] ?? 0]);
}

/** Holds the origin and every point with a margin; grows in steps so that it stays still while a point is dragged a little. */
export function planeScale(points: readonly Point[], size: number): PlaneScale {
  let reach = 1;
  for (const [x, y] of points) {
    if (Number.isFinite(x)) reach = Math.max(reach, Math.abs(x));
    if (Number.isFinite(y)) reach = Math.max(reach, Math.abs(y));
  }
  const step = 10 ** Math.floor(Math.log10(reach)) / 2;
  return { centreX: 0, centreY: 0, halfWidth: Math.ceil((reach * 1.15) / step) * step, size };
}

export function toPixel([x, y]: Point, { centreX, centreY, halfWidth, size }: PlaneScale): Point {
  const unit = size / (2 * halfWidth);
  return [size / 2 + (x - centreX) * unit, size / 2 - (y - centreY) * unit];
}

export function fromPixel([left, top]: Point, { centreX, centreY, halfWidth, size }: PlaneScale): Point {
  const unit = (2 * halfWidth) / size;
  const round = (value: number): number => Number((Math.round(value / 0.01) * 0.01).toFixed(2));
  return [round(centreX + (left - size / 2) * unit), round(centreY - (top - size / 2) * unit)];
}

/** The convex hull's corners in order; a segment or a point where there are fewer than three distinct ones. */
export function hullOf(points: readonly Point[]): readonly Point[] {
  const hull = polygonHull(points.map(([x, y]) => [x, y] as [number, number]));
  return hull ?? points;
}

/** Round numbers for grid lines within ±halfWidth, without 0. */
export function gridLines(halfWidth: number): number[] {
  const step = 10 ** Math.floor(Math.log10(halfWidth));
  const count = Math.floor(halfWidth / step);
  return Array.from({ length: count }, (_, i) => (i + 1) * step).flatMap((value) => [-value, value]);
}
