import type { CellGradient, CellState, CellStep, CellWeights } from './cell.ts';
import { stepGru, stepGruBack } from './gru.ts';
import { add, addOuterProduct, addTransposedProduct } from './linear.ts';
import { stepLstm, stepLstmBack } from './lstm.ts';
import { stepRnn, stepRnnBack } from './rnn.ts';

export function stepCell(cell: CellWeights, input: Float64Array, before: CellState): CellStep {
  return { rnn: stepRnn, gru: stepGru, lstm: stepLstm }[cell.cell](cell, input, before);
}

/** From the gradient of the step's result to that of its input and of the state before; adds to the parameters'. */
export function stepCellBack(
  cell: CellWeights,
  step: CellStep,
  after: CellState,
  gradient: CellGradient,
): { readonly input: Float64Array; readonly before: CellState } {
  const back = { rnn: stepRnnBack, gru: stepGruBack, lstm: stepLstmBack }[cell.cell];
  const { inputParts, recurrentParts, before } = back(cell, step, after, gradient.R);
  addOuterProduct(inputParts, step.input, gradient.W);
  add(inputParts, gradient.inputBias);
  add(recurrentParts, gradient.recurrentBias);
  const input = new Float64Array(cell.inputDim);
  addTransposedProduct(cell.W, inputParts, input);
  return { input, before };
}
