import type { ProjectionRequest, ProjectionResult, Tensor } from '../../../contract/index.ts';
import { dot, singularValues } from '../linear-algebra/singular-values.ts';
import { rowsOf, tensorOf } from './tensor-rows.ts';

/** A singular value below this share of the largest is rounding. */
const roundingShare = 1e-13;
/** Parts of an axis that are equal up to this share are equally large. */
const tieShare = 1e-6;

export function projection({ points, axisCount = 2, others }: ProjectionRequest): ProjectionResult<Float64Array> {
  const [pointCount, dim] = points.shape;
  const rows = rowsOf(points);
  const mean = rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j], 0) / pointCount);
  const centred = (row: Float64Array): Float64Array => row.map((x, j) => x - mean[j]);
  const { values, right } = singularValues(rows.map(centred));
  const smallest = roundingShare * Math.max(values[0], ...rows.map((row) => Math.hypot(...row)));
  const isVarying = (axis: number): boolean => axis < values.length && values[axis] > smallest;
  const axes = Array.from({ length: axisCount }, (_, axis) =>
    isVarying(axis) ? pointedForward(right[axis]) : new Float64Array(dim),
  );
  const variances = values.map((value, axis) => (isVarying(axis) ? (value * value) / pointCount : 0));
  const whole = variances.reduce((sum, variance) => sum + variance, 0);
  const variance = Float64Array.from({ length: axisCount }, (_, axis) => variances[axis] ?? 0);
  const coordinatesOf = (tensor: Tensor): Tensor<Float64Array> =>
    tensorOf(
      rowsOf(tensor).map((row) => Float64Array.from(axes, (axis) => dot(centred(row), axis))),
      [tensor.shape[0], axisCount],
    );
  return {
    mean: { shape: [dim], data: mean },
    axes: tensorOf(axes, [axisCount, dim]),
    coordinates: coordinatesOf(points),
    ...(others && { otherCoordinates: coordinatesOf(others) }),
    variance: { shape: [axisCount], data: variance },
    explained: { shape: [axisCount], data: variance.map((each) => (whole === 0 ? 0 : each / whole)) },
  };
}

/** An axis and its opposite are as good: the one whose largest part is positive. */
function pointedForward(axis: Float64Array): Float64Array {
  const largest = Math.max(...axis.map(Math.abs));
  const leader = axis.find((part) => Math.abs(part) >= (1 - tieShare) * largest) ?? 1;
  return leader < 0 ? axis.map((part) => -part) : axis;
}
