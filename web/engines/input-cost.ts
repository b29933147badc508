import type { AttentionInput } from '../contract/index.ts';

/**
 * About how many multiplications a trace takes. Two exponentials and a logarithm's share cost about 60 a pair, a tanh
 * about 16.
 */
export function costOf({ queryCount, keyCount, valueDim, score }: AttentionInput): number {
  const perScore =
    score.scoreFunction === 'given' ? 0 : score.scoreFunction === 'additive' ? 16 * score.attentionDim : score.keyDim;
  return queryCount * keyCount * (perScore + valueDim + 60);
}

/** From here on threads may win over what the way to their worker costs; below, an answer comes sooner without them. */
const largeCost = 5_000_000;

export function isLarge(input: AttentionInput): boolean {
  return costOf(input) >= largeCost;
}
