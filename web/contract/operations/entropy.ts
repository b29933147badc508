import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkRank } from './checks.ts';
import { checkBase, checkWeights } from './distribution-checks.ts';

/**
 * How spread out rows of weights are:
 *
 *   entropy              −Σ α log α, with 0 log 0 = 0 and no epsilon            Shannon 1948
 *   effectiveCount       exp(entropy in nats): as many words, equally attended, have this entropy   Hill 1973, N₁
 *   participationCount   1 / Σ α²                                              Hill 1973, N₂; Simpson 1949
 *
 * A row of one weight 1 has entropy 0, never −0, and both counts 1. A row of zeros, which sees nothing, has 0, 0 and 0.
 * A NaN makes the three numbers of its row NaN.
 */
export interface EntropyRequest<A extends FloatArray = FloatArray> {
  /** [..., count], finite and 0 or more, or NaN. */
  readonly weights: Tensor<A>;
  /** Of the logarithm; above 1. Default e: nats; 2: bits. */
  readonly base?: number | undefined;
  /** Divides each row by its sum first. Default false: rows sum to 1. */
  readonly normalize?: boolean | undefined;
}

export interface EntropyResult<A extends FloatArray = FloatArray> {
  /** [...] 0 or more */
  readonly entropy: Tensor<A>;
  /** [...] 1 … count, whatever the base */
  readonly effectiveCount: Tensor<A>;
  /** [...] 1 … count */
  readonly participationCount: Tensor<A>;
}

export function validateEntropy({ weights, base }: EntropyRequest): void {
  checkRank('weights', weights, 1);
  checkWeights('weights', weights, { allowsNaN: true });
  checkBase(base);
}
