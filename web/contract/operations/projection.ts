import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkEqual, checkFinite, checkRank } from './checks.ts';
import { checkMost, checkSize } from './size-checks.ts';

/**
 * The flat picture that keeps most of the variance of the points: principal component analysis (Pearson 1901) by the
 * singular value decomposition of points − mean.
 *
 * An axis points to where its largest part is positive; among parts that are the largest up to one in a million, the
 * first counts. Axes of equal variance may come in any rotation. Where nothing is left to vary, also beyond the
 * dimensions there are, an axis is zeros, and so are the coordinates along it.
 *
 * pointCount ≤ 4096, dim ≤ 256.
 */
export interface ProjectionRequest<A extends FloatArray = FloatArray> {
  /** [pointCount, dim], finite: what the picture is made for */
  readonly points: Tensor<A>;
  /** Default 2. At most 256. */
  readonly axisCount?: number | undefined;
  /** [otherCount, dim], finite: shown in the same picture without a say in it */
  readonly others?: Tensor<A> | undefined;
}

export interface ProjectionResult<A extends FloatArray = FloatArray> {
  /** [dim] */
  readonly mean: Tensor<A>;
  /** [axisCount, dim] orthonormal rows, by falling variance */
  readonly axes: Tensor<A>;
  /** [pointCount, axisCount] (point − mean) · axis */
  readonly coordinates: Tensor<A>;
  /** [otherCount, axisCount]; absent without others */
  readonly otherCoordinates?: Tensor<A> | undefined;
  /** [axisCount] Σ coordinate² / pointCount */
  readonly variance: Tensor<A>;
  /** [axisCount] the share of the whole variance, 0 where all points are the same */
  readonly explained: Tensor<A>;
}

/** The same numbers as in wasm/include/attn/projection.hpp. */
export const projectionLimits = { maxPointCount: 4096, maxDim: 256 } as const;

export function validateProjection({ points, axisCount, others }: ProjectionRequest): void {
  checkRank('points', points, 2, 2);
  const [pointCount, dim] = points.shape;
  checkMost(['pointCount', pointCount], projectionLimits.maxPointCount);
  checkMost(['dim', dim], projectionLimits.maxDim);
  checkFinite('points', points);
  if (axisCount !== undefined) checkSize(['axisCount', axisCount], projectionLimits.maxDim);
  if (!others) return;
  checkRank('others', others, 2, 2);
  checkEqual(['the width of others', others.shape[1]], ['the width of points', dim]);
  checkMost(['otherCount', others.shape[0]], projectionLimits.maxPointCount);
  checkFinite('others', others);
}
