import type { SoftmaxGradientRequest, SoftmaxJacobianRequest } from '../../../contract/index.ts';
import { computeRowLogits } from '../row-logits.ts';
import { softmaxOfRow } from '../row-softmax.ts';
import type { SoftmaxRow } from './softmax-backward.ts';

/** The rows of a softmax request for a backward pass: what went in, what was seen and what came out. */
export function* softmaxRows(
  request: SoftmaxGradientRequest | SoftmaxJacobianRequest,
): Generator<SoftmaxRow & { readonly begin: number; readonly end: number }> {
  const { keepMask, additiveMask, temperature = 1 } = request;
  const { shape, data } = request.scores;
  const keyCount = shape[shape.length - 1];
  for (let begin = 0; begin < data.length; begin += keyCount) {
    const end = begin + keyCount;
    const scores = Float64Array.from(data.subarray(begin, end));
    const added = additiveMask?.data.subarray(begin, end);
    const visible = Uint8Array.from({ length: keyCount }, (_, i) =>
      keepMask?.data[begin + i] === 0 || added?.[i] === -Infinity ? 0 : 1,
    );
    const { weights } = softmaxOfRow(computeRowLogits(scores, visible, added, temperature), visible);
    yield { scores, weights, visible, temperature, begin, end };
  }
}
