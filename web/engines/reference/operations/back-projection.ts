import type { BackProjectionRequest, BackProjectionResult } from '../../../contract/index.ts';
import { rowsOf, tensorOf } from './tensor-rows.ts';

export function backProjection({ coordinates, axes, mean }: BackProjectionRequest): BackProjectionResult<Float64Array> {
  const [pointCount] = coordinates.shape;
  const [dim] = mean.shape;
  const directions = rowsOf(axes);
  const points = rowsOf(coordinates).map((coordinate) =>
    Float64Array.from(mean.data, (start, j) =>
      directions.reduce((sum, direction, axis) => sum + coordinate[axis] * direction[j], start),
    ),
  );
  return { points: tensorOf(points, [pointCount, dim]) };
}
