import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkAdditiveMask, checkKeepMask, checkNumber, checkOneOf, checkRank, checkSameShape } from './checks.ts';

/** What becomes of a row whose every key is hidden. */
export const fullyMaskedPolicies = ['zeros', 'uniform', 'nan'] as const;
export type FullyMaskedPolicy = (typeof fullyMaskedPolicies)[number];

/**
 * softmax(x)_i = exp(x_i) / Σ_j exp(x_j) over the last axis, with x = scores / temperature + additiveMask and the sum
 * over the keys that are kept. Computed with the row's largest x subtracted, so that nothing overflows.
 *
 * What is hidden takes no part: NaN and Infinity behind a mask never leak. A kept NaN makes its row's kept
 * probabilities NaN; kept scores of +Infinity share the row. Bridle 1990, "Probabilistic interpretation of feedforward
 * classification network outputs".
 */
export interface SoftmaxRequest<A extends FloatArray = FloatArray> {
  /** [..., keyCount] at least one axis. */
  readonly scores: Tensor<A>;
  /** Shape of scores: 0 hides, 1 keeps. Default: all are kept. */
  readonly keepMask?: Tensor<A> | undefined;
  /** Shape of scores: added to scores / temperature; finite, or −Infinity, which hides. Default: none. */
  readonly additiveMask?: Tensor<A> | undefined;
  /** Positive; 0 is the limit, all weight on the largest score (shared where they tie). Default 1. */
  readonly temperature?: number | undefined;
  /** A row that keeps no key: zeros (the default), 1/keyCount for every key, or NaN for every key. */
  readonly fullyMasked?: FullyMaskedPolicy | undefined;
}

export interface SoftmaxResult<A extends FloatArray = FloatArray> {
  /** Shape of scores; each row sums to 1, or follows `fullyMasked`. */
  readonly probabilities: Tensor<A>;
  /** [...] log Σ exp(x); −Infinity where a row keeps no key, whatever the policy. */
  readonly logSumExp: Tensor<A>;
}

export function validateSoftmax(request: SoftmaxRequest): void {
  const { scores, keepMask, additiveMask, temperature, fullyMasked } = request;
  checkRank('scores', scores, 1);
  if (keepMask) {
    checkSameShape('keepMask', keepMask, 'scores', scores);
    checkKeepMask('keepMask', keepMask);
  }
  if (additiveMask) {
    checkSameShape('additiveMask', additiveMask, 'scores', scores);
    checkAdditiveMask('additiveMask', additiveMask);
  }
  checkNumber('temperature', temperature, { least: 0 });
  checkOneOf('fullyMasked', fullyMasked, fullyMaskedPolicies);
}
