import type { FloatArray, HullCornersRequest, HullCornersResult } from '../../../contract/index.ts';

export function hullCorners({ points }: HullCornersRequest): HullCornersResult<Float64Array> {
  const { data } = points;
  const unit = unitOf(data);
  const x = (index: number): number => data[2 * index];
  const y = (index: number): number => data[2 * index + 1];
  const order = Array.from({ length: points.shape[0] }, (_, index) => index)
    .sort((a, b) => x(a) - x(b) || y(a) - y(b) || a - b)
    .filter((index, i, all) => i === 0 || x(index) !== x(all[i - 1]) || y(index) !== y(all[i - 1]));
  const xStep = (from: number, to: number): number => x(to) / unit - x(from) / unit;
  const yStep = (from: number, to: number): number => y(to) / unit - y(from) / unit;
  /** Above 0 where the way from a over b to c turns left. */
  const turn = (a: number, b: number, c: number): number => xStep(a, b) * yStep(a, c) - yStep(a, b) * xStep(a, c);
  const chain = (way: readonly number[]): number[] => {
    const corners: number[] = [];
    for (const index of way) {
      while (corners.length > 1 && turn(corners[corners.length - 2], corners[corners.length - 1], index) <= 0) {
        corners.pop();
      }
      corners.push(index);
    }
    return corners;
  };
  const lower = chain(order);
  // A corner below is none above, as rounding could have it of a point that is all but on an edge between two others.
  const below = new Set(lower.slice(1, -1));
  const upper = chain(order.filter((index) => !below.has(index)).reverse());
  const corners = order.length === 1 ? order : [...lower.slice(0, -1), ...upper.slice(0, -1)];
  return { corners: { shape: [corners.length], data: Float64Array.from(corners) } };
}

/**
 * A power of two about as large as the largest coordinate, by which dividing is exact: no product of differences in this
 * unit overflows or vanishes.
 */
function unitOf(coordinates: FloatArray): number {
  let largest = 0;
  for (const coordinate of coordinates) largest = Math.max(largest, Math.abs(coordinate));
  // The logarithm of the largest number of all rounds up to 1024.
  return largest === 0 ? 1 : 2 ** Math.min(1023, Math.floor(Math.log2(largest)));
}
