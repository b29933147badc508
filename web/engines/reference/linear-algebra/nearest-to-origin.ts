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
  // Rows that, rounded, bring the point no nearer: the next best has its turn.
  const passed = new Set<number>();
  for (let step = 0; step < 100 + 10 * rows.length; step++) {
    const direction = acrossPlane(rows, kept, nearest);
    const isOut = (index: number): boolean => passed.has(index) || kept.some((each) => each.index === index);
    const joining = indexOfSmallest(rows.map((row, index) => (isOut(index) ? Infinity : dot(direction, row))));
    const gain = dot(direction, rows[kept[0].index]) - dot(direction, rows[joining]);
    if (isOut(joining) || !(gain > roundingShare * Math.hypot(...direction) * size)) break;
    const settled = settle(rows, [...kept, { index: joining, share: 0 }]);
    const next = mixtureOf(rows, settled);
    if (Math.hypot(...next) < Math.hypot(...nearest)) {
      kept = settled;
      nearest = next;
      passed.clear();
    } else {
      passed.add(joining);
    }
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
    const outside = kept.map((_, i) => i).filter((i) => wished[i] <= 0);
    if (outside.length === 0) return kept.map(({ index }, i) => ({ index, share: wished[i] }));
    const way = (i: number): number => (kept[i].share === 0 ? 0 : kept[i].share / (kept[i].share - wished[i]));
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
  const shares = alongEdges(edgesOf(rows), rows[0]);
  return Float64Array.of(1 - shares.reduce((sum, share) => sum + share, 0), ...shares);
}

/**
 * The part of the point that is perpendicular to the plane through the kept rows. A mixture is off by the rounding of its
 * rows, which in a short vector turns its direction; this is exact in proportion to its length.
 */
function acrossPlane(rows: readonly Float64Array[], kept: readonly Kept[], point: Float64Array): Float64Array {
  if (kept.length === 1) return point;
  const edges = edgesOf(kept.map(({ index }) => rows[index]));
  const shares = alongEdges(edges, point);
  return point.map((x, j) => x + dot(edges[j], shares));
}

/** [dim, rowCount − 1] from the first row to each other, as columns. */
function edgesOf([base, ...others]: readonly Float64Array[]): Float64Array[] {
  return transposed(others.map((row) => row.map((x, j) => x - base[j])));
}

/** How much of each edge takes the point nearest to the origin. */
function alongEdges(edges: readonly Float64Array[], point: Float64Array): Float64Array {
  return leastSquares(
    edges,
    point.map((x) => -x),
    roundingShare,
  );
}

function mixtureOf(rows: readonly Float64Array[], kept: readonly Kept[]): Float64Array {
  return rows[0].map((_, j) => kept.reduce((sum, { index, share }) => sum + share * rows[index][j], 0));
}

function indexOfSmallest(numbers: readonly number[]): number {
  let smallest = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] < numbers[smallest]) smallest = i;
  return smallest;
}
