/** The vertical axis of the score bars: pixels from the zero line, up is positive. */
export interface ScoreScale {
  readonly height: number;
  /** The score at the upper edge; its negative stands at the lower. */
  readonly range: number;
}

const smallestRange = 3;

/** A range that holds every finite score, in steps, so that it doesn't jump with each change. */
export function scoreRange(scores: Iterable<number>): number {
  let largest = smallestRange / 1.1;
  for (const score of scores) if (Number.isFinite(score)) largest = Math.max(largest, Math.abs(score));
  const padded = largest * 1.1;
  const step = 10 ** Math.floor(Math.log10(padded));
  return Math.ceil(padded / step) * step;
}

/** −1 … 1: where a score lies between the lower and upper edge; beyond them it stops at the edge. */
export function scorePosition(score: number, { range }: ScoreScale): number {
  if (Number.isNaN(score)) return 0;
  return Math.max(-1, Math.min(1, score / range));
}

/** The score under a point `offset` pixels below the upper edge, rounded to what a pixel can tell. */
export function scoreAtOffset(offset: number, { height, range }: ScoreScale): number {
  const exact = range * (1 - (2 * offset) / height);
  const step = range > 30 ? 1 : range > 10 ? 0.1 : 0.05;
  return Math.round(exact / step) * step === 0 ? 0 : Number((Math.round(exact / step) * step).toFixed(4));
}
