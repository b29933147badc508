import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { limits } from '../limits.ts';
import { checkFinite, checkRank, checkResultSize } from './checks.ts';
import { checkPositive } from './distribution-checks.ts';
import { checkSize } from './size-checks.ts';

/**
 * Positions as waves (Vaswani et al. 2017, §3.5): sin(position · base^(−2i / dim)) and the cosine of the same angle.
 * pointwise, so that any position has an encoding, also 2.5 or −1.
 */
export interface SinusoidalEncodingRequest<A extends FloatArray = FloatArray> {
  /** [positionCount], finite */
  readonly positions: Tensor<A>;
  /** Where odd, the last cosine is left out. */
  readonly dim: number;
  /** Positive. Default 10 000. */
  readonly base?: number | undefined;
  /**
   * true, the default: sin, cos, sin, cos …, as the paper writes it. false: all sines, then all cosines, as its first
   * implementation does.
   */
  readonly interleaved?: boolean | undefined;
}

export interface SinusoidalEncodingResult<A extends FloatArray = FloatArray> {
  /** [positionCount, dim] */
  readonly encoding: Tensor<A>;
}

export function validateSinusoidalEncoding({ positions, dim, base }: SinusoidalEncodingRequest): void {
  checkRank('positions', positions, 1, 1);
  checkSize(['dim', dim], limits.maxDim);
  checkResultSize(
    'encoding',
    [
      ['positionCount', positions.shape[0]],
      ['dim', dim],
    ],
    limits.maxTensorNumbers,
  );
  checkFinite('positions', positions);
  checkPositive('base', base);
}
