import { precisionOf, type HullRequest, type HullResult } from '../../../contract/index.ts';
import { nearestToOrigin } from '../linear-algebra/nearest-to-origin.ts';
import { rowsOf, tensorOf } from './tensor-rows.ts';

const defaultTolerance = { float64: 1e-9, float32: 1e-5 } as const;
const roundingUnit = { float64: 2 ** -53, float32: 2 ** -24 } as const;

export function hull({ points, targets, tolerance }: HullRequest): HullResult<Float64Array> {
  const precision = precisionOf(points.data);
  const rows = rowsOf(points);
  const allowed =
    (tolerance ?? defaultTolerance[precision]) * spreadOf(rows) + roundingUnit[precision] * roundingsOf(rows);
  const [targetCount, dim] = targets.shape;
  const answers = rowsOf(targets).map((target) => {
    const { weights, nearest } = nearestToOrigin(rows.map((row) => row.map((x, j) => x - target[j])));
    return { weights, distance: Math.hypot(...nearest), nearest: nearest.map((x, j) => x + target[j]) };
  });
  const distance = Float64Array.from(answers, (answer) => answer.distance);
  return {
    isInside: { shape: [targetCount], data: distance.map((length) => (length <= allowed ? 1 : 0)) },
    distance: { shape: [targetCount], data: distance },
    nearest: tensorOf(
      answers.map((answer) => answer.nearest),
      [targetCount, dim],
    ),
    weights: tensorOf(
      answers.map((answer) => answer.weights),
      [targetCount, rows.length],
    ),
  };
}

/** The largest distance between a row and their mean. */
function spreadOf(rows: readonly Float64Array[]): number {
  const mean = rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j], 0) / rows.length);
  return Math.max(...rows.map((row) => Math.hypot(...row.map((x, j) => x - mean[j]))));
}

/** How far a mixture of the rows, summed up in any order, may be from where it should be, in units of rounding. */
function roundingsOf(rows: readonly Float64Array[]): number {
  const largest = Math.max(...rows.map((row) => Math.max(...row.map(Math.abs))));
  return (rows.length + 2) * Math.sqrt(rows[0].length) * largest;
}
