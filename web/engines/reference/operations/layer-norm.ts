import { defaultEpsilon, normAxis, type LayerNormRequest, type LayerNormResult } from '../../../contract/index.ts';
import { meanOf, sumOf } from './distribution.ts';
import { normRows } from './norm-rows.ts';

export function layerNorm(request: LayerNormRequest): LayerNormResult<Float64Array> {
  const { x, gain, bias, epsilon = defaultEpsilon } = request;
  const { rows, rowLength, keptShape } = normRows(x, normAxis(x, request.axis));
  const mean = Float64Array.from(rows, meanOf);
  const inverseDeviation = Float64Array.from(rows, (row, index) => {
    const variance = sumOf(row.map((number) => (number - mean[index]) ** 2)) / rowLength;
    return 1 / Math.sqrt(variance + epsilon);
  });
  const normalized = Float64Array.from(x.data, (number, cell) => {
    const [row, column] = [Math.floor(cell / rowLength), cell % rowLength];
    const standard = (number - mean[row]) * inverseDeviation[row];
    return standard * (gain?.data[column] ?? 1) + (bias?.data[column] ?? 0);
  });
  return {
    normalized: { shape: x.shape, data: normalized },
    mean: { shape: keptShape, data: mean },
    inverseDeviation: { shape: keptShape, data: inverseDeviation },
  };
}
