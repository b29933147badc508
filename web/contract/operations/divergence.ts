import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkRank, checkSameShape } from './checks.ts';
import { checkBase, checkWeights } from './distribution-checks.ts';

/**
 * How far rows of weights p are from rows of weights q:
 *
 *   kullbackLeibler   Σ p log(p / q), with 0 log(0 / q) = 0; Infinity where p > 0 meets q = 0   Kullback, Leibler 1951
 *   jensenShannon     ½ KL(p ‖ m) + ½ KL(q ‖ m) with m = (p + q) / 2: symmetric, 0 … log 2       Lin 1991
 *
 * Never below 0, where rounding alone would put it. A NaN makes the numbers of its row NaN.
 */
export interface DivergenceRequest<A extends FloatArray = FloatArray> {
  /** [..., count], finite and 0 or more, or NaN. */
  readonly p: Tensor<A>;
  /** The shape of p. */
  readonly q: Tensor<A>;
  /** Of the logarithm; above 1. Default e: nats; 2: bits. */
  readonly base?: number | undefined;
  /** Divides each row by its sum first. Default false: rows sum to 1. */
  readonly normalize?: boolean | undefined;
}

export interface DivergenceResult<A extends FloatArray = FloatArray> {
  /** [...] */
  readonly kullbackLeibler: Tensor<A>;
  /** [...] */
  readonly jensenShannon: Tensor<A>;
}

export function validateDivergence({ p, q, base }: DivergenceRequest): void {
  checkRank('p', p, 1);
  checkSameShape('q', q, 'p', p);
  checkWeights('p', p, { allowsNaN: true });
  checkWeights('q', q, { allowsNaN: true });
  checkBase(base);
}
