import {
  firstPositionInTile,
  weightTileShapeOf,
  type WeightTileRequest,
  type WeightTileResult,
} from '../../../contract/index.ts';
import { rowMasksOf } from './fused-attention-visibility.ts';
import { scoreRowsOf } from './fused-scores.ts';

/** Row by row: all scores, their weights if these are asked for, each into its cell. */
export function weightTile(request: WeightTileRequest): WeightTileResult<Float64Array> {
  const shape = weightTileShapeOf(request);
  const { queryCount, keyCount, queriesPerCell, keysPerCell, cellRowCount, cellColumnCount } = shape;
  const scoresOf = scoreRowsOf(request, shape);
  const rowMaskOf = rowMasksOf(
    { ...request, firstPosition: firstPositionInTile(request, shape) },
    { ...shape, headShape: [] },
  );
  const isOfScores = request.quantity === 'scores';
  const cellCount = cellRowCount * cellColumnCount;
  const max = new Float64Array(cellCount).fill(isOfScores ? -Infinity : 0);
  const sums = new Float64Array(cellCount);
  const counts = new Float64Array(cellCount);
  for (let t = 0; t < queryCount; t++) {
    const scores = scoresOf(t);
    const { visible, added } = rowMaskOf(0, t);
    const cellRow = Math.floor(t / queriesPerCell) * cellColumnCount;
    for (let i = 0; i < keyCount; i++) {
      const score = visible[i] ? scores[i] + (added?.[i] ?? 0) : -Infinity;
      if (isOfScores && score === -Infinity) continue;
      const number = isOfScores ? score : visible[i] ? weightOf(score, request.logSumExp!.data[t]) : 0;
      const cell = cellRow + Math.floor(i / keysPerCell);
      // Math.max keeps NaN.
      max[cell] = Math.max(max[cell], number);
      sums[cell] += number;
      counts[cell]++;
    }
  }
  const tensor = (data: Float64Array) => ({ shape: [cellRowCount, cellColumnCount], data });
  return {
    max: tensor(max),
    mean: tensor(sums.map((sum, cell) => (counts[cell] === 0 ? -Infinity : sum / counts[cell]))),
  };
}

/** Of a key that is seen. */
function weightOf(score: number, logSumExp: number): number {
  if (logSumExp === -Infinity) return 0;
  return logSumExp === Infinity ? NaN : Math.exp(Math.min(0, score - logSumExp));
}
