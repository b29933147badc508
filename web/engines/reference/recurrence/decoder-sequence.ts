import type { DecoderOrder } from '../../../contract/index.ts';
import { align, type Alignment, type Source } from './alignment.ts';
import type { CellState, CellStep, CellWeights } from './cell.ts';
import { affine, join } from './linear.ts';
import { stepCell } from './step-cell.ts';

/** A decoder before one sequence of a batch, in float64; matrices shaped as in DecoderOptions. */
export interface Decoder {
  readonly order: DecoderOrder;
  readonly cell: CellWeights;
  readonly source: Source;
  readonly W_c: Float64Array | undefined;
  readonly feedsInput: boolean;
  readonly W_o: Float64Array | undefined;
  readonly b_o: Float64Array | undefined;
}

/** What goes from step to step. */
export interface DecoderState {
  readonly recurrent: CellState;
  /** [attentionalDim] */
  readonly attentional: Float64Array;
}

export interface DecoderStep {
  readonly alignment: Alignment;
  readonly cellStep: CellStep;
  /** [attentionalDim], empty without W_c. */
  readonly attentional: Float64Array;
  /** [readoutDim] */
  readonly readout: Float64Array;
  /** [outputDim], empty without W_o. */
  readonly logits: Float64Array;
  /** [outputDim], empty without W_o. */
  readonly outputs: Float64Array;
}

const nothing = new Float64Array(0);

export function stepDecoder(
  decoder: Decoder,
  input: Float64Array,
  given: Float64Array,
  before: DecoderState,
): DecoderStep {
  const { order, cell, source, W_c, feedsInput, W_o, b_o } = decoder;
  const { state } = before.recurrent;
  let alignment: Alignment;
  let cellStep: CellStep;
  if (order === 'bahdanau') {
    alignment = align(source, state, given);
    cellStep = stepCell(cell, join(input, alignment.context), before.recurrent);
  } else {
    cellStep = stepCell(cell, feedsInput ? join(input, before.attentional) : input, before.recurrent);
    alignment = align(source, cellStep.after.state, given);
  }
  const attentional = W_c
    ? affine(W_c, join(alignment.context, cellStep.after.state), undefined).map(Math.tanh)
    : nothing;
  const readout = W_c ? attentional : join(cellStep.after.state, alignment.context);
  const logits = W_o ? affine(W_o, readout, b_o) : nothing;
  return { alignment, cellStep, attentional, readout, logits, outputs: softmaxOf(logits) };
}

function softmaxOf(logits: Float64Array): Float64Array {
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const exponentials = logits.map((logit) => Math.exp(logit - largest));
  const sum = exponentials.reduce((total, each) => total + each, 0);
  return exponentials.map((each) => each / sum);
}
