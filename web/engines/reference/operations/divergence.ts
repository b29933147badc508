import type { DivergenceRequest, DivergenceResult } from '../../../contract/index.ts';
import { toDistribution } from './distribution.ts';
import { rowsOf } from './tensor-rows.ts';

export function divergence({ p, q, base, normalize = false }: DivergenceRequest): DivergenceResult<Float64Array> {
  const unit = base === undefined ? 1 : Math.log(base);
  const prepare = (row: Float64Array): Float64Array => (normalize ? toDistribution(row) : row);
  const rowsOfP = rowsOf(p).map(prepare);
  const rowsOfQ = rowsOf(q).map(prepare);
  const shape = p.shape.slice(0, -1);
  const tensor = (ofRows: (p: Float64Array, q: Float64Array) => number) => ({
    shape,
    data: Float64Array.from(rowsOfP, (row, index) => nonNegative(ofRows(row, rowsOfQ[index])) / unit),
  });
  return {
    kullbackLeibler: tensor((rowOfP, rowOfQ) => relativeEntropy(rowOfP, rowOfQ, rowOfQ.map(Math.log))),
    jensenShannon: tensor((rowOfP, rowOfQ) => {
      // log((p + q) / 2) without a half that underflows.
      const logMean = rowOfP.map((weight, i) => Math.log(weight + rowOfQ[i]) - Math.LN2);
      return (relativeEntropy(rowOfP, rowOfQ, logMean) + relativeEntropy(rowOfQ, rowOfP, logMean)) / 2;
    }),
  };
}

/** Σ p (log p − log r) in nats, NaN where the other row is: the difference of logarithms, as p / r may overflow. */
function relativeEntropy(p: Float64Array, other: Float64Array, logR: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) {
    if (Number.isNaN(other[i])) return NaN;
    if (p[i] !== 0) sum += p[i] * (Math.log(p[i]) - logR[i]);
  }
  return sum;
}

function nonNegative(sum: number): number {
  return sum <= 0 ? 0 : sum;
}
