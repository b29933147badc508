import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkEqual, checkFinite, checkNumber, checkRank, checkResultSize } from './checks.ts';
import { checkMost } from './size-checks.ts';

/**
 * Is a target a mixture of the points, as every context is of the values? Finds the nearest point of their convex hull
 * and the mixture that makes it, by the algorithm of Wolfe, "Finding the nearest point in a polytope", 1976: least
 * squares over affinely independent points, of which those with negative shares are dropped. Where the points are
 * affinely dependent other mixtures make the same nearest point; at most dim + 1 shares are above 0.
 *
 * pointCount ≤ 128, dim ≤ 256, targetCount × pointCount ≤ 8192: each target costs pointCount steps of least squares.
 */
export interface HullRequest<A extends FloatArray = FloatArray> {
  /** [pointCount, dim], finite */
  readonly points: Tensor<A>;
  /** [targetCount, dim], finite */
  readonly targets: Tensor<A>;
  /**
   * A target is inside up to this distance, as a share of the largest distance between a point and the mean of the
   * points, beside the rounding of a mixture: (pointCount + 2) √dim units of the largest number. Default 1e-9 in float64,
   * 1e-5 in float32.
   */
  readonly tolerance?: number | undefined;
}

export interface HullResult<A extends FloatArray = FloatArray> {
  /** [targetCount] 1 inside, 0 outside */
  readonly isInside: Tensor<A>;
  /** [targetCount] to the nearest point of the hull */
  readonly distance: Tensor<A>;
  /** [targetCount, dim] */
  readonly nearest: Tensor<A>;
  /** [targetCount, pointCount] the barycentric shares of the nearest point: 0 or more, of sum 1 */
  readonly weights: Tensor<A>;
}

/** The same numbers as in wasm/include/attn/hull.hpp. */
export const hullLimits = { maxPointCount: 128, maxDim: 256, maxPairs: 8192 } as const;

export function validateHull({ points, targets, tolerance }: HullRequest): void {
  checkRank('points', points, 2, 2);
  checkRank('targets', targets, 2, 2);
  const [pointCount, dim] = points.shape;
  const [targetCount, targetDim] = targets.shape;
  checkEqual(['the width of targets', targetDim], ['the width of points', dim]);
  checkMost(['pointCount', pointCount], hullLimits.maxPointCount);
  checkMost(['dim', dim], hullLimits.maxDim);
  checkResultSize(
    'weights',
    [
      ['targetCount', targetCount],
      ['pointCount', pointCount],
    ],
    hullLimits.maxPairs,
  );
  checkFinite('points', points);
  checkFinite('targets', targets);
  checkNumber('tolerance', tolerance, { least: 0 });
}
