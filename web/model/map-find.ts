import { tokenLabel } from './token-label.ts';

/** Where a text stands among tokens, as they are shown; capitals don't count. */
export function positionsOf(tokens: readonly string[], text: string): Int32Array {
  const wanted = text.trim().normalize('NFC').toLowerCase();
  if (wanted === '') return new Int32Array(0);
  /** Words are told again and again in a long text. */
  const known = new Map<string, boolean>();
  const matches = (token: string): boolean => {
    let isMatch = known.get(token);
    if (isMatch === undefined) {
      isMatch = [token, tokenLabel(token).label].some((shown) => shown.normalize('NFC').toLowerCase().includes(wanted));
      known.set(token, isMatch);
    }
    return isMatch;
  };
  const found: number[] = [];
  for (const [index, token] of tokens.entries()) if (matches(token)) found.push(index);
  return Int32Array.from(found);
}

/** The place in `positions` of the next one after `position`, or before it; round the end to the beginning. −1: there is none. */
export function nextPosition(positions: Int32Array, position: number, by: 1 | -1): number {
  if (positions.length === 0) return -1;
  if (by > 0) {
    const next = positions.findIndex((each) => each > position);
    return next < 0 ? 0 : next;
  }
  const before = positions.findLastIndex((each) => each < position);
  return before < 0 ? positions.length - 1 : before;
}
