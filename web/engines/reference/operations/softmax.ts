import type { FullyMaskedPolicy, SoftmaxRequest, SoftmaxResult } from '../../../contract/index.ts';
import { computeRowLogits } from '../row-logits.ts';
import { softmaxOfRow } from '../row-softmax.ts';

/** What each key of a row gets that sees no key at all. */
export const fillings: Readonly<Record<FullyMaskedPolicy, (keyCount: number) => number>> = {
  zeros: () => 0,
  uniform: (keyCount) => 1 / keyCount,
  nan: () => NaN,
};

export function softmax(request: SoftmaxRequest): SoftmaxResult<Float64Array> {
  const { scores, keepMask, additiveMask, temperature = 1, fullyMasked = 'zeros' } = request;
  const { shape } = scores;
  const keyCount = shape[shape.length - 1];
  const rowCount = scores.data.length / keyCount;
  const probabilities = new Float64Array(scores.data.length);
  const logSumExp = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const [begin, end] = [row * keyCount, (row + 1) * keyCount];
    const added = additiveMask?.data.subarray(begin, end);
    const visible = Uint8Array.from({ length: keyCount }, (_, i) =>
      keepMask?.data[begin + i] === 0 || added?.[i] === -Infinity ? 0 : 1,
    );
    const logits = computeRowLogits(Float64Array.from(scores.data.subarray(begin, end)), visible, added, temperature);
    const { weights, logSumExp: sum } = softmaxOfRow(logits, visible);
    probabilities.set(logits.isEmpty ? weights.fill(fillings[fullyMasked](keyCount)) : weights, begin);
    logSumExp[row] = sum;
  }
  return {
    probabilities: { shape, data: probabilities },
    logSumExp: { shape: shape.slice(0, -1), data: logSumExp },
  };
}
