import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { limits } from '../limits.ts';
import { checkRank, checkResultSize, checkShape } from './checks.ts';

/** From a picture made by `projection` back: mean + Σ coordinate · axis. Gives the points again if they lie in its plane. */
export interface BackProjectionRequest<A extends FloatArray = FloatArray> {
  /** [pointCount, axisCount] */
  readonly coordinates: Tensor<A>;
  /** [axisCount, dim] */
  readonly axes: Tensor<A>;
  /** [dim] */
  readonly mean: Tensor<A>;
}

export interface BackProjectionResult<A extends FloatArray = FloatArray> {
  /** [pointCount, dim] */
  readonly points: Tensor<A>;
}

export function validateBackProjection({ coordinates, axes, mean }: BackProjectionRequest): void {
  checkRank('coordinates', coordinates, 2, 2);
  checkRank('axes', axes, 2, 2);
  const [pointCount, axisCount] = coordinates.shape;
  const dim = axes.shape[1];
  checkShape('axes', axes, [
    ['axisCount', axisCount],
    ['dim', dim],
  ]);
  checkShape('mean', mean, [['dim', dim]]);
  checkResultSize(
    'points',
    [
      ['pointCount', pointCount],
      ['dim', dim],
    ],
    limits.maxTensorNumbers,
  );
}
