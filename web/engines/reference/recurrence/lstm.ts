import { sigmoid, type CellState, type CellStep, type CellWeights, type PartsGradient } from './cell.ts';
import { addOuterProduct, addTransposedProduct, affine } from './linear.ts';

/** i, o, f = σ(a + u), c̃ = tanh(a + u), c′ = f ⊙ c + i ⊙ c̃, h′ = o ⊙ tanh(c′) */
export function stepLstm(weights: CellWeights, input: Float64Array, before: CellState): CellStep {
  const { stateDim } = weights;
  const a = affine(weights.W, input, weights.inputBias);
  const u = affine(weights.R, before.state, weights.recurrentBias);
  const gates = a.map((part, row) => (row < 3 * stateDim ? sigmoid : Math.tanh)(part + u[row]));
  const [i, o, f, candidate] = split(gates, stateDim);
  const cell = before.cell.map((c, j) => f[j] * c + i[j] * candidate[j]);
  const state = cell.map((c, j) => o[j] * Math.tanh(c));
  return { input, before, after: { state, cell }, gates };
}

export function stepLstmBack(weights: CellWeights, step: CellStep, after: CellState, R: Float64Array): PartsGradient {
  const { stateDim } = weights;
  const [i, o, f, candidate] = split(step.gates, stateDim);
  const sums = new Float64Array(4 * stateDim);
  const [iSum, oSum, fSum, candidateSum] = split(sums, stateDim);
  const before: CellState = { state: new Float64Array(stateDim), cell: new Float64Array(stateDim) };
  for (let j = 0; j < stateDim; j++) {
    const tanh = Math.tanh(step.after.cell[j]);
    const cell = after.cell[j] + after.state[j] * o[j] * (1 - tanh ** 2);
    iSum[j] = cell * candidate[j] * i[j] * (1 - i[j]);
    oSum[j] = after.state[j] * tanh * o[j] * (1 - o[j]);
    fSum[j] = cell * step.before.cell[j] * f[j] * (1 - f[j]);
    candidateSum[j] = cell * i[j] * (1 - candidate[j] ** 2);
    before.cell[j] = cell * f[j];
  }
  addTransposedProduct(weights.R, sums, before.state);
  addOuterProduct(sums, step.before.state, R);
  return { inputParts: sums, recurrentParts: sums, before };
}

/** Views of the four gates. */
function split(gates: Float64Array, stateDim: number): Float64Array[] {
  return [0, 1, 2, 3].map((gate) => gates.subarray(gate * stateDim, (gate + 1) * stateDim));
}
