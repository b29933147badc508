import type { HullCornersRequest, HullCornersResult } from '../../../contract/index.ts';

export function hullCorners({ points }: HullCornersRequest): HullCornersResult<Float64Array> {
  const { data } = points;
  const x = (index: number): number => data[2 * index];
  const y = (index: number): number => data[2 * index + 1];
  const order = Array.from({ length: points.shape[0] }, (_, index) => index)
    .sort((a, b) => x(a) - x(b) || y(a) - y(b) || a - b)
    .filter((index, i, all) => i === 0 || x(index) !== x(all[i - 1]) || y(index) !== y(all[i - 1]));
  /** Above 0 where the way from a over b to c turns left. */
  const turn = (a: number, b: number, c: number): number =>
    (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a));
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
  const upper = chain([...order].reverse());
  const corners = order.length === 1 ? order : [...lower.slice(0, -1), ...upper.slice(0, -1)];
  return { corners: { shape: [corners.length], data: Float64Array.from(corners) } };
}
