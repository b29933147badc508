import type { FloatArray } from '../../../contract/index.ts';

/** Rows after their norm: standard = (x − centre) · factor. */
export interface NormedRows {
  /** [rowCount, rowLength] */
  readonly x: FloatArray;
  /** [rowCount] */
  readonly centres: Float64Array;
  /** [rowCount] */
  readonly factors: Float64Array;
  /** The centre is the row's mean, which moves with x; otherwise it is 0. */
  readonly isCentred: boolean;
}

/** Shaped as x, and [rowLength] for gain and bias. */
export interface NormGradient {
  readonly x: Float64Array;
  readonly gain: Float64Array;
  readonly bias: Float64Array;
}

/** The formulas of LayerNormGradientRequest and RmsNormGradientRequest. */
export function normGradient(
  normalizedGradient: FloatArray,
  gain: FloatArray | undefined,
  { x, centres, factors, isCentred }: NormedRows,
): NormGradient {
  const rowLength = x.length / centres.length;
  const sums = {
    x: new Float64Array(x.length),
    gain: new Float64Array(rowLength),
    bias: new Float64Array(rowLength),
  };
  centres.forEach((centre, row) => {
    const start = row * rowLength;
    const standard = (i: number) => (x[start + i] - centre) * factors[row];
    const gained = (i: number) => normalizedGradient[start + i] * (gain?.[i] ?? 1);
    let mean = 0;
    let meanOfProducts = 0;
    for (let i = 0; i < rowLength; i++) {
      if (isCentred) mean += gained(i) / rowLength;
      meanOfProducts += (gained(i) * standard(i)) / rowLength;
      sums.gain[i] += normalizedGradient[start + i] * standard(i);
      sums.bias[i] += normalizedGradient[start + i];
    }
    for (let i = 0; i < rowLength; i++) {
      sums.x[start + i] = factors[row] * (gained(i) - mean - standard(i) * meanOfProducts);
    }
  });
  return sums;
}
