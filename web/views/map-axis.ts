/** Labels along an axis: which of them are written, so that none stands nearer to the next than `gap` pixels. */
export interface AxisLabels {
  /** Positions from 0. Where not every position is written, those whose number, counted from 1, is round. */
  readonly positions: readonly number[];
  /** 1: every position in view has a label. */
  readonly stride: number;
}

export function axisLabels(first: number, end: number, pixelsPerPair: number, gap: number): AxisLabels {
  const stride = roundStride(gap / pixelsPerPair);
  const positions: number[] = [];
  for (let number = Math.max(1, Math.ceil((first + 1) / stride)) * stride; number <= end; number += stride) {
    positions.push(number - 1);
  }
  return { positions, stride };
}

/** The least of 1, 2, 5, 10, 20, 50 … that is not below `least`. */
export function roundStride(least: number): number {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const slack = 1 - 1e-9;
  return ([1, 2, 5, 10].find((digit) => digit * power >= least * slack) ?? 10) * power;
}
