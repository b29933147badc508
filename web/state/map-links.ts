import type { MapSize } from '../model/map-viewport.ts';
import type { RowFacts } from './map-computation.ts';

/** The largest weight of a row. */
export interface MapLink {
  readonly query: number;
  readonly key: number;
  readonly weight: number;
  /** How many times an even share over the keys that the row sees. */
  readonly lift: number;
}

/**
 * The rows, of those that are known, whose largest weight is the most times an even share: a row that sees two keys has
 * large weights whatever it looks for. The strongest first.
 */
export function strongestLinks(
  { isKnown, largestKey, largestWeight }: RowFacts,
  { queryCount, keyCount }: MapSize,
  isCausal: boolean,
  count: number,
): readonly MapLink[] {
  const links: MapLink[] = [];
  for (let query = 0; query < queryCount; query++) {
    if (isKnown[query] === 0 || largestKey[query] < 0) continue;
    const seen = isCausal ? query + keyCount - queryCount + 1 : keyCount;
    const weight = largestWeight[query];
    links.push({ query, key: largestKey[query], weight, lift: weight * seen });
  }
  return links.sort((a, b) => b.lift - a.lift || a.query - b.query).slice(0, count);
}
