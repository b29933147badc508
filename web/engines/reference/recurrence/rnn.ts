import type { CellState, CellStep, CellWeights, PartsGradient } from './cell.ts';
import { addOuterProduct, addTransposedProduct, affine } from './linear.ts';

/** h′ = tanh(a + u) */
export function stepRnn(cell: CellWeights, input: Float64Array, before: CellState): CellStep {
  const a = affine(cell.W, input, cell.inputBias);
  const u = affine(cell.R, before.state, cell.recurrentBias);
  const state = a.map((part, j) => Math.tanh(part + u[j]));
  return { input, before, after: { state, cell: before.cell }, gates: state };
}

export function stepRnnBack(cell: CellWeights, step: CellStep, after: CellState, R: Float64Array): PartsGradient {
  const sums = after.state.map((gradient, j) => gradient * (1 - step.gates[j] ** 2));
  const state = new Float64Array(cell.stateDim);
  addTransposedProduct(cell.R, sums, state);
  addOuterProduct(sums, step.before.state, R);
  return { inputParts: sums, recurrentParts: sums, before: { state, cell: after.cell } };
}
