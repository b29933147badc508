import type { RecurrentGradientRequest, RecurrentGradientResult, Tensor } from '../../../contract/index.ts';
import { zeroGradient, type CellGradient } from '../recurrence/cell.ts';
import { concatenate, sliceOf, zeros } from '../recurrence/float64-tensor.ts';
import { sequencesOf } from '../recurrence/recurrent-sequences.ts';
import { runSequence, runSequenceBack } from '../recurrence/sequence.ts';

export function recurrentGradient(request: RecurrentGradientRequest): RecurrentGradientResult<Float64Array> {
  const { statesGradient, lastStatesGradient, lastCellsGradient } = request;
  const { shape, cells, visit } = sequencesOf(request);
  const { batchCount, stepCount, directionCount, inputDim, stateDim, gateRows } = shape;
  const gradients = cells.map(zeroGradient);
  const inputsGradient = zeros([batchCount, stepCount, inputDim]);
  const [initialStatesGradient, initialCellsGradient] = [0, 1].map(() => zeros([batchCount, directionCount, stateDim]));
  const lastOf = (tensor: Tensor | undefined, row: number): Float64Array =>
    tensor ? sliceOf(tensor.data, row, stateDim) : new Float64Array(stateDim);

  visit(({ batchIndex, directionIndex, row }, sequence) => {
    const cell = cells[directionIndex];
    const sequenceGradient = new Float64Array(stepCount * inputDim);
    const initial = runSequenceBack(
      cell,
      runSequence(cell, sequence),
      {
        last: { state: lastOf(lastStatesGradient, row), cell: lastOf(lastCellsGradient, row) },
        statesGradientAt: (step) =>
          statesGradient &&
          sliceOf(statesGradient.data, (batchIndex * stepCount + step) * directionCount + directionIndex, stateDim),
      },
      gradients[directionIndex],
      sequenceGradient,
    );
    // Both directions read the same inputs.
    const start = batchIndex * stepCount * inputDim;
    sequenceGradient.forEach((gradient, index) => (inputsGradient.data[start + index] += gradient));
    initialStatesGradient.data.set(initial.state, row * stateDim);
    initialCellsGradient.data.set(initial.cell, row * stateDim);
  });

  const parameter = (name: keyof CellGradient, ...sizes: readonly number[]): Tensor<Float64Array> => ({
    shape: [directionCount, ...sizes],
    data: concatenate(gradients.map((gradient) => gradient[name])),
  });
  return {
    inputsGradient,
    WGradient: parameter('W', gateRows, inputDim),
    RGradient: parameter('R', gateRows, stateDim),
    inputBiasGradient: parameter('inputBias', gateRows),
    recurrentBiasGradient: parameter('recurrentBias', gateRows),
    initialStatesGradient,
    ...(request.cell === 'lstm' ? { initialCellsGradient } : {}),
  };
}
