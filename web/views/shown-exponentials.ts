import type { AttentionTrace } from '../contract/index.ts';

export interface ShownExponentials {
  /** [keyCount] */
  readonly values: Float64Array;
  readonly sum: number;
  /** True where the plain exponentials would be out of range, so those after subtracting the row's largest logit are shown. */
  readonly isShifted: boolean;
}

const readableSum = { smallest: 1e-3, largest: 1e6 };

/** The exponentials of one row as a person can read them: plain where their sum is, else shifted. Both come from the engine. */
export function shownExponentials(trace: AttentionTrace<Float64Array>, row: number): ShownExponentials {
  const at = row * trace.keyCount;
  const sum = trace.exponentialSums[row];
  const isReadable = (sum >= readableSum.smallest && sum <= readableSum.largest) || trace.isEmpty[row] === 1;
  return isReadable
    ? { values: trace.exponentials.subarray(at, at + trace.keyCount), sum, isShifted: false }
    : {
        values: trace.shiftedExponentials.subarray(at, at + trace.keyCount),
        sum: trace.shiftedSums[row],
        isShifted: true,
      };
}
