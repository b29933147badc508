import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { limits } from '../limits.ts';
import { checkFinite, checkRank, checkResultSize } from './checks.ts';
import { checkPositive } from './distribution-checks.ts';
import { checkEven } from './size-checks.ts';

/** The angles that `rotaryEncoding` turns by: position · base^(−2i / rotaryDim) for pair i (Su et al. 2021, eq. 15). */
export interface RotaryTableRequest<A extends FloatArray = FloatArray> {
  /** [positionCount], finite */
  readonly positions: Tensor<A>;
  /** Even. */
  readonly rotaryDim: number;
  /** Positive. Default 10 000. */
  readonly base?: number | undefined;
}

export interface RotaryTableResult<A extends FloatArray = FloatArray> {
  /** [positionCount, rotaryDim / 2] */
  readonly cosines: Tensor<A>;
  /** [positionCount, rotaryDim / 2] */
  readonly sines: Tensor<A>;
}

export function validateRotaryTable({ positions, rotaryDim, base }: RotaryTableRequest): void {
  checkRank('positions', positions, 1, 1);
  checkEven(['rotaryDim', rotaryDim], limits.maxDim);
  checkResultSize(
    'cosines',
    [
      ['positionCount', positions.shape[0]],
      ['rotaryDim / 2', rotaryDim / 2],
    ],
    limits.maxTensorNumbers,
  );
  checkFinite('positions', positions);
  checkPositive('base', base);
}
