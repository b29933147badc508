/**
 * Which scores are computed when not all are: a band around the diagonal (Luong et al. 2015, "local"; Beltagy et al. 2020),
 * the band and every so-many-th key (Child et al. 2019, "strided"), or the largest of each row.
 */
export const patternNames = ['full', 'window', 'strided', 'topK'] as const;
export type PatternName = (typeof patternNames)[number];

export interface PatternSizes {
  /** window: keys to each side of a query's place. */
  readonly radius: number;
  /** strided: keys less far than this, and then each one this far further. */
  readonly stride: number;
  /** topK: keys of a row that stay. */
  readonly topCount: number;
}

export interface PatternInput {
  readonly queryCount: number;
  readonly keyCount: number;
  /** [queryCount, keyCount] of full attention. */
  readonly weights: ArrayLike<number>;
  /** [queryCount, keyCount] 0: hidden there too. */
  readonly visible: ArrayLike<number>;
}

/** The key beside which a query stands: on the diagonal, whatever the lengths. */
export function placeOf(query: number, queryCount: number, keyCount: number): number {
  return Math.floor(((query + 0.5) * keyCount) / queryCount);
}

/** [queryCount, keyCount] 1 where the pattern lets a query see a key that full attention shows it. */
export function patternMask(name: PatternName, input: PatternInput, sizes: PatternSizes): Uint8Array {
  const { queryCount, keyCount, weights, visible } = input;
  const mask = new Uint8Array(queryCount * keyCount);
  for (let query = 0; query < queryCount; query++) {
    const row = query * keyCount;
    const keys = Array.from({ length: keyCount }, (_, key) => key).filter((key) => visible[row + key] !== 0);
    const seen =
      name === 'topK'
        ? // A stable sort: of equal weights the first stay.
          keys.sort((a, b) => weights[row + b] - weights[row + a]).slice(0, sizes.topCount)
        : keys.filter((key) => isInPattern(name, key - placeOf(query, queryCount, keyCount), sizes));
    for (const key of seen) mask[row + key] = 1;
  }
  return mask;
}

function isInPattern(name: Exclude<PatternName, 'topK'>, distance: number, { radius, stride }: PatternSizes): boolean {
  switch (name) {
    case 'full':
      return true;
    case 'window':
      return Math.abs(distance) <= radius;
    case 'strided':
      return Math.abs(distance) < stride || distance % stride === 0;
  }
}

/** The pairs of a text of `count` tokens that looks at itself without a mask: what patternMask would let through. */
export function pairCount(name: PatternName, count: number, { radius, stride, topCount }: PatternSizes): number {
  switch (name) {
    case 'full':
      return count * count;
    case 'window': {
      const reach = Math.min(radius, count - 1);
      return count * (2 * reach + 1) - reach * (reach + 1);
    }
    case 'strided':
      return stridedPairs(count, stride);
    case 'topK':
      return count * Math.min(topCount, count);
  }
}

function stridedPairs(count: number, stride: number): number {
  const near = pairCount('window', count, { radius: stride - 1, stride, topCount: 0 });
  let far = 0;
  for (let distance = stride; distance < count; distance += stride) far += 2 * (count - distance);
  return near + far;
}

/** Where a text is long, the stride that computes least: near and far keys are then about as many. */
export function bestStride(count: number): number {
  return Math.max(1, Math.round(Math.sqrt(count / 2)));
}

/** Sizes that show what a pattern does, be the text short or long. */
export function fittingSizes(keyCount: number): PatternSizes {
  return {
    radius: Math.max(1, Math.round(keyCount / 12)),
    stride: Math.max(2, bestStride(keyCount)),
    topCount: Math.max(1, Math.round(keyCount / 12) + 1),
  };
}
