interface Point {
  readonly size: number;
  readonly milliseconds: number;
}

/**
 * How many times as long twice the size takes: 2 to the slope of the straight line that fits log time over log size best
 * (least squares). Null with fewer than three points, through which anything fits.
 */
export function growthPerDoubling(points: readonly Point[]): number | null {
  if (points.length < 3) return null;
  const [xs, ys] = [points.map(({ size }) => Math.log(size)), points.map(({ milliseconds }) => Math.log(milliseconds))];
  const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;
  const [x, y] = [mean(xs), mean(ys)];
  const across = xs.reduce((sum, each, i) => sum + (each - x) * (ys[i] - y), 0);
  const along = xs.reduce((sum, each) => sum + (each - x) ** 2, 0);
  return along === 0 ? null : 2 ** (across / along);
}

/** How many times as long `slow` takes as `quick`, in the middle of the largest sizes that both have; null without any. */
export function ratioOfLargest<P extends Point>(
  slow: readonly P[],
  quick: readonly P[],
): { readonly ratio: number; readonly first: number; readonly last: number } | null {
  const common = largestPoints(slow.filter(({ size }) => quick.some((point) => point.size === size)));
  if (common.length === 0) return null;
  const ratios = common
    .map(({ size, milliseconds }) => milliseconds / quick.find((point) => point.size === size)!.milliseconds)
    .sort((a, b) => a - b);
  return { ratio: ratios[ratios.length >> 1], first: common[0].size, last: common.at(-1)!.size };
}

/** The largest three: small calls measure the way in and out. */
export function largestPoints<P extends Point>(points: readonly P[]): readonly P[] {
  return points.toSorted((a, b) => a.size - b.size).slice(-3);
}
