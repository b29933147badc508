import type { DecoderRequest, Tensor } from '../../../contract/index.ts';
import { decoderShapeOf, type DecoderShape } from '../../../contract/operations/decoder-shape.ts';
import { stepDecoder, type Decoder, type DecoderState, type DecoderStep } from './decoder-sequence.ts';
import { sliceOf } from './float64-tensor.ts';

/** One sequence of a decoder's batch, with all that its steps gave. */
export interface DecodedSequence {
  readonly batchIndex: number;
  readonly decoder: Decoder;
  readonly initial: DecoderState;
  readonly steps: readonly DecoderStep[];
}

/** Decodes the sequences of a batch, one after another. */
export function* decodeBatch(request: DecoderRequest): Generator<DecodedSequence> {
  const shape = decoderShapeOf(request);
  const { batchCount, stepCount, sourceCount, inputDim, stateDim, attentionalDim } = shape;
  const { initialStates, initialCells, initialAttentional, inputs, scores } = request;
  for (let batchIndex = 0; batchIndex < batchCount; batchIndex++) {
    const decoder = decoderOf(request, shape, batchIndex);
    const initial = {
      recurrent: {
        state: entryOf(initialStates, batchIndex, stateDim),
        cell: entryOf(initialCells, batchIndex, stateDim),
      },
      attentional: entryOf(initialAttentional, batchIndex, attentionalDim),
    };
    const steps: DecoderStep[] = [];
    let before: DecoderState = initial;
    for (let t = 0; t < stepCount; t++) {
      const index = batchIndex * stepCount + t;
      const given = entryOf(scores, index, sourceCount);
      const step = stepDecoder(decoder, sliceOf(inputs.data, index, inputDim), given, before);
      steps.push(step);
      before = { recurrent: step.cellStep.after, attentional: step.attentional };
    }
    yield { batchIndex, decoder, initial, steps };
  }
}

/** Zeros where the tensor is left out. */
export function entryOf(tensor: Tensor | undefined, index: number, length: number): Float64Array {
  return tensor ? sliceOf(tensor.data, index, length) : new Float64Array(length);
}

function decoderOf(request: DecoderRequest, shape: DecoderShape, batchIndex: number): Decoder {
  const { cell, reset, gateOrder, order, scoreFunction, scale, temperature = 1, encoderMask } = request;
  const { sourceCount, encoderDim, stateDim, attentionDim, cellInputDim } = shape;
  const all = (tensor: Tensor | undefined) => tensor && Float64Array.from(tensor.data);
  const orEmpty = (tensor: Tensor | undefined) => all(tensor) ?? new Float64Array(0);
  return {
    order,
    cell: {
      cell,
      reset,
      gateOrder,
      inputDim: cellInputDim,
      stateDim,
      W: Float64Array.from(request.W.data),
      R: Float64Array.from(request.R.data),
      inputBias: all(request.inputBias),
      recurrentBias: all(request.recurrentBias),
    },
    source: {
      scoreFunction,
      scale,
      temperature,
      encoderDim,
      stateDim,
      attentionDim,
      encoderStates: sliceOf(request.encoderStates.data, batchIndex, sourceCount * encoderDim),
      visible: Uint8Array.from({ length: sourceCount }, (_, i) =>
        encoderMask?.data[batchIndex * sourceCount + i] === 0 ? 0 : 1,
      ),
      W_a: orEmpty(request.W_a),
      W_q: orEmpty(request.W_q),
      W_k: orEmpty(request.W_k),
      v: orEmpty(request.v),
    },
    W_c: all(request.W_c),
    feedsInput: request.feedsInput ?? false,
    W_o: all(request.W_o),
    b_o: all(request.b_o),
  };
}
