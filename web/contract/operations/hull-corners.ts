import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { limits } from '../limits.ts';
import { checkFinite, checkRank, checkShape } from './checks.ts';
import { checkMost } from './size-checks.ts';

/**
 * The outline of points in the plane: Andrew's monotone chain, 1979. Points on an edge and repeated points are no
 * corners. One corner where all points are the same, two where they lie on a line. pointCount ≤ limits.maxCount.
 */
export interface HullCornersRequest<A extends FloatArray = FloatArray> {
  /** [pointCount, 2], finite */
  readonly points: Tensor<A>;
}

export interface HullCornersResult<A extends FloatArray = FloatArray> {
  /** [cornerCount] row numbers of points, counter-clockwise (y upwards), from the leftmost, of those the lowest. */
  readonly corners: Tensor<A>;
}

export function validateHullCorners({ points }: HullCornersRequest): void {
  checkRank('points', points, 2, 2);
  const [pointCount] = points.shape;
  checkShape('points', points, [
    ['pointCount', pointCount],
    ['dim', 2],
  ]);
  checkMost(['pointCount', pointCount], limits.maxCount);
  checkFinite('points', points);
}
