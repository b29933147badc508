import type { RotaryTableRequest, RotaryTableResult } from '../../../contract/index.ts';

export function rotaryTable({
  positions,
  rotaryDim,
  base = 10_000,
}: RotaryTableRequest): RotaryTableResult<Float64Array> {
  const pairCount = rotaryDim / 2;
  const shape = [positions.data.length, pairCount];
  const angles = Float64Array.from({ length: positions.data.length * pairCount }, (_, cell) => {
    const pair = cell % pairCount;
    return positions.data[Math.floor(cell / pairCount)] * Math.pow(base, (-2 * pair) / rotaryDim);
  });
  return { cosines: { shape, data: angles.map(Math.cos) }, sines: { shape, data: angles.map(Math.sin) } };
}
