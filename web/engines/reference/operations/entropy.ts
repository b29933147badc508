import type { EntropyRequest, EntropyResult } from '../../../contract/index.ts';
import { sumOf, toDistribution } from './distribution.ts';
import { rowsOf } from './tensor-rows.ts';

export function entropy({ weights, base, normalize = false }: EntropyRequest): EntropyResult<Float64Array> {
  const unit = base === undefined ? 1 : Math.log(base);
  const rows = rowsOf(weights).map((row) => (normalize ? toDistribution(row) : row));
  const shape = weights.shape.slice(0, -1);
  const tensor = (ofRow: (row: Float64Array) => number) => ({ shape, data: Float64Array.from(rows, ofRow) });
  return {
    entropy: tensor((row) => nats(row) / unit),
    effectiveCount: tensor((row) => (sumOf(row) === 0 ? 0 : Math.exp(nats(row)))),
    participationCount: tensor((row) => {
      const squares = sumOf(row.map((weight) => weight * weight));
      return squares === 0 ? 0 : 1 / squares;
    }),
  };
}

function nats(row: Float64Array): number {
  let sum = 0;
  for (const weight of row) if (weight !== 0) sum -= weight * Math.log(weight);
  // Also turns −0 into 0; a NaN stays.
  return sum <= 0 ? 0 : sum;
}
