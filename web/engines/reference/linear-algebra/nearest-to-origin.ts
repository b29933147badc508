import { leastSquares } from './least-squares.ts';
import { dot, transposed } from './singular-values.ts';

/** How much of the largest length counts as rounding. */
const roundingShare = 1e-13;

/**
 * The point of the convex hull of the rows that is nearest to the origin, and its barycentric shares: Wolfe, "Finding
 * the nearest point in a polytope", Mathematical Programming 11, 1976.
 *
 * Kept rows are affinely independent. In turn the row that reaches farthest against the present point joins them, the
 * point of their plane nearest to the origin is found, and where that lies outside their simplex, the way to it is gone
 * up to the border and the row met there leaves.
 */
export function nearestToOrigin(rows: readonly Float64Array[]): { weights: Float64Array; nearest: Float64Array } {
  const size = Math.max(...rows.map((row) => Math.hypot(...row)));
  const start = indexOfSmallest(rows.map((row) => dot(row, row)));
  let kept = [{ index: start, share: 1 }];
  let nearest = rows[start];
  for (let step = 0; step < 100 + 10 * rows.length; step++) {
    const length = Math.hypot(...nearest);
    const reaches = rows.map((row) => dot(nearest, row));
    const joining = indexOfSmallest(reaches);
    if (length * length - reaches[joining] <= roundingShare * length * size) break;
    if (kept.some(({ index }) => index === joining)) break;
    const before = kept;
    kept = settle(rows, [...kept, { index: joining, share: 0 }]);
    const next = mixtureOf(rows, kept);
    if (Math.hypot(...next) >= length) {
      kept = before;
      break;
    }
    nearest = next;
  }
  const weights = new Float64Array(rows.length);
  for (const { index, share } of kept) weights[index] = share;
  return { weights, nearest };
}

interface Kept {
  readonly index: number;
  readonly share: number;
}

/** Drops rows until the nearest point of the plane through the kept ones lies between them. */
function settle(rows: readonly Float64Array[], joined: readonly Kept[]): Kept[] {
  let kept = [...joined];
  for (;;) {
    const wished = sharesInPlane(kept.map(({ index }) => rows[index]));
    const outside = kept.map((_, i) => i).filter((i) => wished[i] <= roundingShare);
    if (outside.length === 0) return kept.map(({ index }, i) => ({ index, share: wished[i] }));
    const way = (i: number): number => kept[i].share / (kept[i].share - wished[i]);
    const leaving = outside.reduce((first, i) => (way(i) < way(first) ? i : first));
    const part = Math.min(1, Math.max(0, way(leaving)));
    kept = kept
      .map(({ index, share }, i) => ({ index, share: share + part * (wished[i] - share) }))
      .filter((_, i) => i !== leaving);
    if (kept.length === 1) return [{ index: kept[0].index, share: 1 }];
  }
}

/** Shares of sum 1, of any sign, whose mixture is nearest to the origin. */
function sharesInPlane(rows: readonly Float64Array[]): Float64Array {
  if (rows.length === 1) return Float64Array.of(1);
  const [base, ...others] = rows;
  const edges = transposed(others.map((row) => row.map((x, j) => x - base[j])));
  const shares = leastSquares(
    edges,
    base.map((x) => -x),
    roundingShare,
  );
  return Float64Array.of(1 - shares.reduce((sum, share) => sum + share, 0), ...shares);
}

function mixtureOf(rows: readonly Float64Array[], kept: readonly Kept[]): Float64Array {
  return rows[0].map((_, j) => kept.reduce((sum, { index, share }) => sum + share * rows[index][j], 0));
}

function indexOfSmallest(numbers: readonly number[]): number {
  let smallest = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] < numbers[smallest]) smallest = i;
  return smallest;
}
