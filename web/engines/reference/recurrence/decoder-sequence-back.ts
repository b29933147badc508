import { gradientThroughWeights } from '../operations/softmax-backward.ts';
import { alignBack, type Alignment, type SourceGradient } from './alignment.ts';
import type { CellGradient, CellState } from './cell.ts';
import type { Decoder, DecoderState, DecoderStep } from './decoder-sequence.ts';
import { add, addOuterProduct, addTransposedProduct, join } from './linear.ts';
import { stepCellBack } from './step-cell.ts';

/** Gradients of what all steps share, which each of them adds to. */
export interface DecoderGradient {
  readonly cell: CellGradient;
  readonly source: SourceGradient;
  readonly W_c: Float64Array;
  readonly W_o: Float64Array;
  readonly b_o: Float64Array;
}

/** Gradients of what one step shows. */
export type StepGradient = Pick<Alignment, 'scores' | 'weights' | 'context'> &
  Pick<DecoderStep, 'attentional' | 'logits' | 'outputs'> & { readonly state: Float64Array };

/** What one step passes on. */
export interface StepBack {
  readonly input: Float64Array;
  readonly given: Float64Array;
  readonly before: DecoderState;
}

/** `after` is the gradient that comes from the steps that follow. */
export function stepDecoderBack(
  decoder: Decoder,
  step: DecoderStep,
  shown: StepGradient,
  after: DecoderState,
  gradient: DecoderGradient,
): StepBack {
  const { order, cell, source, feedsInput } = decoder;
  const { stateDim } = cell;
  const fromReadout = readoutBack(decoder, step, shown, after.attentional, gradient);
  const context = sumOf(shown.context, fromReadout.context);
  const state = sumOf(sumOf(shown.state, fromReadout.state), after.recurrent.state);
  const afterCell = (total: Float64Array): CellState => ({ state: total, cell: after.recurrent.cell });

  if (order === 'luong') {
    const alignment = alignBack(source, step.alignment, { ...shown, context }, gradient.source);
    const back = stepCellBack(cell, step.cellStep, afterCell(sumOf(state, alignment.query)), gradient.cell);
    const inputDim = feedsInput ? cell.inputDim - after.attentional.length : cell.inputDim;
    return {
      input: back.input.subarray(0, inputDim),
      given: alignment.given,
      before: {
        recurrent: back.before,
        attentional: feedsInput ? back.input.subarray(inputDim) : new Float64Array(after.attentional.length),
      },
    };
  }
  const back = stepCellBack(cell, step.cellStep, afterCell(state), gradient.cell);
  const inputDim = cell.inputDim - context.length;
  const alignment = alignBack(
    source,
    step.alignment,
    { ...shown, context: sumOf(context, back.input.subarray(inputDim)) },
    gradient.source,
  );
  const before = new Float64Array(stateDim);
  add(back.before.state, before);
  add(alignment.query, before);
  return {
    input: back.input.subarray(0, inputDim),
    given: alignment.given,
    before: { recurrent: { state: before, cell: back.before.cell }, attentional: after.attentional },
  };
}

/** From outputs, logits and the attentional state to the context and the state. */
function readoutBack(
  { W_c, W_o, cell }: Decoder,
  { alignment, cellStep, attentional, readout, outputs }: DecoderStep,
  shown: StepGradient,
  fedAttentional: Float64Array,
  gradient: DecoderGradient,
): { readonly context: Float64Array; readonly state: Float64Array } {
  const readoutGradient = new Float64Array(readout.length);
  if (W_o) {
    const logits = shown.logits.slice();
    gradientThroughWeights(outputs, shown.outputs, logits);
    addTransposedProduct(W_o, logits, readoutGradient);
    addOuterProduct(logits, readout, gradient.W_o);
    add(logits, gradient.b_o);
  }
  const { stateDim } = cell;
  if (!W_c) {
    return { state: readoutGradient.subarray(0, stateDim), context: readoutGradient.subarray(stateDim) };
  }
  const contextDim = alignment.context.length;
  const sums = attentional.map(
    (a, j) => (readoutGradient[j] + shown.attentional[j] + fedAttentional[j]) * (1 - a ** 2),
  );
  const joined = new Float64Array(contextDim + stateDim);
  addTransposedProduct(W_c, sums, joined);
  addOuterProduct(sums, join(alignment.context, cellStep.after.state), gradient.W_c);
  return { context: joined.subarray(0, contextDim), state: joined.subarray(contextDim) };
}

function sumOf(first: Float64Array, second: Float64Array): Float64Array {
  return first.map((x, j) => x + second[j]);
}
