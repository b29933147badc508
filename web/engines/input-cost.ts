import { countOf, isTensor, type AttentionInput, type RequestField } from '../contract/index.ts';

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
 * At most how many multiplications an operation takes, but for the factor of an exponential: no operation lets a number
 * meet more others than stand along the longest axis. More than enough of an estimate to tell what is felt from what is
 * not.
 */
export function costOfRequest(request: object): number {
  const tensors = (Object.values(request) as RequestField[]).filter(isTensor);
  const longest = Math.max(1, ...tensors.flatMap(({ shape }) => shape));
  return longest * tensors.reduce((sum, { shape }) => sum + countOf(shape), 0);
}

/**
 * From here on threads win over what the way to their worker costs. Measured on two cores in Chromium, float32, width
 * 64: 128 × 128 scores take 1.6 ms in the thread and 2.4 ms in the pool, 256 × 256 (cost 12 million) 5.3 ms in both.
 */
const largeCost = 12_000_000;

export function isLarge(input: AttentionInput): boolean {
  return costOf(input) >= largeCost;
}

/**
 * From here on a call takes most of a frame and more, and is kept away from the thread of the page. Measured on two cores
 * in Chromium: a trace of this cost takes 11 ms (float32, 440 × 440, width 64), fused attention 2 to 5 ms.
 */
export const heavyCost = 36_000_000;
