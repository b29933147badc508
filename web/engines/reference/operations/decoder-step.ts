import type { DecoderStepRequest, DecoderStepResult, Tensor } from '../../../contract/index.ts';
import { asSequence } from '../../../contract/operations/decoder-step.ts';
import { decoder } from './decoder.ts';

/** One step is a sequence of one, whose results lose the axis of steps. */
export function decoderStep(request: DecoderStepRequest): DecoderStepResult<Float64Array> {
  const fields = Object.entries(decoder(asSequence(request))) as [string, Tensor<Float64Array>][];
  return Object.fromEntries(
    fields.map(([name, tensor]) => [name, withoutStepAxis(tensor)]),
  ) as unknown as DecoderStepResult<Float64Array>;
}

function withoutStepAxis({ shape, data }: Tensor<Float64Array>): Tensor<Float64Array> {
  return { shape: [shape[0], ...shape.slice(2)], data };
}
