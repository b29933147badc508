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

/**
 * From here on threads win over what the way to their worker costs. Measured on two cores in Chromium, float32, width
 * 64: 128 × 128 scores take 1.6 ms in the thread and 2.4 ms in the pool, 256 × 256 (cost 12 million) 5.3 ms in both.
 */
const largeCost = 12_000_000;

export function isLarge(input: AttentionInput): boolean {
  return costOf(input) >= largeCost;
}
