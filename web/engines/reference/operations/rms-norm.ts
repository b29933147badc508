import { defaultEpsilon, normAxis, type RmsNormRequest, type RmsNormResult } from '../../../contract/index.ts';
import { sumOf } from './distribution.ts';
import { normRows } from './norm-rows.ts';

export function rmsNorm(request: RmsNormRequest): RmsNormResult<Float64Array> {
  const { x, gain, epsilon = defaultEpsilon } = request;
  const { rows, rowLength, keptShape } = normRows(x, normAxis(x, request.axis));
  const inverseRms = Float64Array.from(
    rows,
    (row) => 1 / Math.sqrt(sumOf(row.map((number) => number * number)) / rowLength + epsilon),
  );
  const normalized = Float64Array.from(
    x.data,
    (number, cell) => number * inverseRms[Math.floor(cell / rowLength)] * (gain?.data[cell % rowLength] ?? 1),
  );
  return {
    normalized: { shape: x.shape, data: normalized },
    inverseRms: { shape: keptShape, data: inverseRms },
  };
}
