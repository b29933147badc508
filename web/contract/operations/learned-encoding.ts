import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { limits } from '../limits.ts';
import { checkRank, checkResultSize, checkWhole } from './checks.ts';

/** Positions by a table that was learned (Gehring et al. 2017; Devlin et al. 2019): row `position` of the table. */
export interface LearnedEncodingRequest<A extends FloatArray = FloatArray> {
  /** [tableLength, dim] */
  readonly table: Tensor<A>;
  /** [positionCount] whole numbers 0 … tableLength − 1 */
  readonly positions: Tensor<A>;
}

export interface LearnedEncodingResult<A extends FloatArray = FloatArray> {
  /** [positionCount, dim] */
  readonly encoding: Tensor<A>;
}

export function validateLearnedEncoding({ table, positions }: LearnedEncodingRequest): void {
  checkRank('table', table, 2, 2);
  checkRank('positions', positions, 1, 1);
  checkResultSize(
    'encoding',
    [
      ['positionCount', positions.shape[0]],
      ['dim', table.shape[1]],
    ],
    limits.maxTensorNumbers,
  );
  checkWhole('positions', positions, 0, table.shape[0] - 1);
}
