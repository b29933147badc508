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
 * From here on threads win over what the way to their worker costs. Measured on two cores in Chromium, traces in float32,
 * width 64: 160 × 160 scores (cost 5 million) take 2.3 ms in the thread and in the pool, 256 × 256 6.0 and 4.5 ms.
 */
const largeCost = 6_000_000;

export function isLarge(input: AttentionInput): boolean {
  return costOf(input) >= largeCost;
}

/**
 * From here on, by costOfRequest, WebGPU computes: the way there and back takes half a millisecond at the least, in which a
 * thread of the CPU does this much. What is larger may still be quicker there, which calibration.ts measures.
 */
export const leastGpuCost = 4_000_000;

/**
 * From here on a call takes most of a frame and more, and is kept away from the thread of the page. Measured on two cores
 * in Chromium: a trace of this cost takes 11 ms (float32, 440 × 440, width 64), fused attention 2 to 5 ms.
 */
export const heavyCost = 36_000_000;
