import { sigmoid, type CellState, type CellStep, type CellWeights, type PartsGradient } from './cell.ts';
import { addOuterProduct, addTransposedProduct, affine } from './linear.ts';

/** z, r = σ(a + u); h̃ = tanh(a + R (r ⊙ h) + recurrentBias) or tanh(a + r ⊙ u); h′ = (1 − z) ⊙ h̃ + z ⊙ h */
export function stepGru(cell: CellWeights, input: Float64Array, before: CellState): CellStep {
  const { stateDim, reset } = cell;
  const h = before.state;
  const gates = affine(cell.W, input, cell.inputBias);
  const u = affine(cell.R, h, cell.recurrentBias);
  const [z, r, candidate] = split(gates, cell);
  for (let row = 0; row < 2 * stateDim; row++) gates[row] = sigmoid(gates[row] + u[row]);
  const [, , candidateProduct] =
    reset === 'after' ? split(u, cell) : split(affine(cell.R, resetState(r, h), cell.recurrentBias), cell);
  const state = new Float64Array(stateDim);
  for (let j = 0; j < stateDim; j++) {
    const factor = reset === 'after' ? r[j] : 1;
    candidate[j] = Math.tanh(candidate[j] + factor * candidateProduct[j]);
    state[j] = (1 - z[j]) * candidate[j] + z[j] * h[j];
  }
  return { input, before, after: { state, cell: before.cell }, gates, candidateProduct };
}

export function stepGruBack(cell: CellWeights, step: CellStep, after: CellState, R: Float64Array): PartsGradient {
  const { stateDim, reset } = cell;
  const h = step.before.state;
  const [z, r, candidate] = split(step.gates, cell);
  const inputParts = new Float64Array(3 * stateDim);
  const recurrentParts = new Float64Array(3 * stateDim);
  const [zSum, rSum, candidateSum] = split(inputParts, cell);
  const [, , candidateProductGradient] = split(recurrentParts, cell);
  const state = new Float64Array(stateDim);
  for (let j = 0; j < stateDim; j++) {
    zSum[j] = after.state[j] * (h[j] - candidate[j]) * z[j] * (1 - z[j]);
    candidateSum[j] = after.state[j] * (1 - z[j]) * (1 - candidate[j] ** 2);
    candidateProductGradient[j] = candidateSum[j] * (reset === 'after' ? r[j] : 1);
    state[j] = after.state[j] * z[j];
  }
  // Through the candidate's product to what it read: the state itself, or the reset state.
  const readByCandidate = reset === 'after' ? h : resetState(r, h);
  const read = new Float64Array(stateDim);
  addTransposedProduct(candidateRows(cell.R, cell), candidateProductGradient, read);
  addOuterProduct(candidateProductGradient, readByCandidate, candidateRows(R, cell));
  for (let j = 0; j < stateDim; j++) {
    const resetGradient = reset === 'after' ? candidateSum[j] * step.candidateProduct![j] : read[j] * h[j];
    rSum[j] = resetGradient * r[j] * (1 - r[j]);
    state[j] += reset === 'after' ? read[j] : read[j] * r[j];
  }
  // The other two gates read the state itself.
  const sigmoidRows = 2 * stateDim;
  recurrentParts.set(inputParts.subarray(0, sigmoidRows));
  addTransposedProduct(cell.R.subarray(0, sigmoidRows * stateDim), recurrentParts.subarray(0, sigmoidRows), state);
  addOuterProduct(recurrentParts.subarray(0, sigmoidRows), h, R.subarray(0, sigmoidRows * stateDim));
  return { inputParts, recurrentParts, before: { state, cell: after.cell } };
}

/** r ⊙ h */
function resetState(r: Float64Array, h: Float64Array): Float64Array {
  return h.map((number, j) => r[j] * number);
}

/** Views of z, r and the candidate, which is last in both gate orders. */
function split(gates: Float64Array, { stateDim, gateOrder }: CellWeights): [Float64Array, Float64Array, Float64Array] {
  const gate = (index: number) => gates.subarray(index * stateDim, (index + 1) * stateDim);
  return gateOrder === 'rzn' ? [gate(1), gate(0), gate(2)] : [gate(0), gate(1), gate(2)];
}

/** The candidate's rows of a matrix [3 · stateDim, stateDim]. */
function candidateRows(matrix: Float64Array, { stateDim }: CellWeights): Float64Array {
  return matrix.subarray(2 * stateDim * stateDim);
}
