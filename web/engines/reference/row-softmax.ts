import type { RowLogits } from './row-logits.ts';

/** One row of weights and the numbers on the way to them. */
export interface RowSoftmax {
  /** [keyCount] */
  readonly exponentials: Float64Array;
  readonly exponentialSum: number;
  /** [keyCount] */
  readonly shiftedExponentials: Float64Array;
  readonly shiftedSum: number;
  /** [keyCount] */
  readonly weights: Float64Array;
  readonly weightSum: number;
  readonly logSumExp: number;
  readonly entropy: number;
  readonly largestKey: number;
}

export function softmaxOfRow(row: RowLogits, visible: Uint8Array): RowSoftmax {
  const { logits, distances, largestLogit, isEmpty, hasNaN } = row;
  const exponentials = logits.map(Math.exp);
  const shiftedExponentials = hasNaN ? distances.map((_, i) => (visible[i] ? NaN : 0)) : distances.map(Math.exp);
  const shiftedSum = sum(shiftedExponentials);
  const weights = isEmpty ? new Float64Array(logits.length) : shiftedExponentials.map((x) => x / shiftedSum);
  if (hasNaN) for (let i = 0; i < weights.length; i++) if (!visible[i]) weights[i] = 0;
  return {
    exponentials,
    exponentialSum: sum(exponentials),
    shiftedExponentials,
    shiftedSum,
    weights,
    weightSum: sum(weights),
    logSumExp: isEmpty ? -Infinity : hasNaN ? NaN : largestLogit + Math.log(shiftedSum),
    entropy: entropyOf(weights),
    largestKey: isEmpty || hasNaN ? -1 : indexOfLargest(weights),
  };
}

/** −Σ α log α in nats, where a weight of 0 adds nothing. Never −0. */
function entropyOf(weights: Float64Array): number {
  let entropy = 0;
  for (const weight of weights) if (weight !== 0) entropy -= weight * Math.log(weight);
  return Math.max(0, entropy);
}

function indexOfLargest(weights: Float64Array): number {
  let largest = 0;
  for (let i = 1; i < weights.length; i++) if (weights[i] > weights[largest]) largest = i;
  return largest;
}

function sum(numbers: Float64Array): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
