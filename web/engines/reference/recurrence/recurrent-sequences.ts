import type { RecurrentRequest } from '../../../contract/index.ts';
import { recurrentShapeOf, type RecurrentShape } from '../../../contract/operations/recurrent-shape.ts';
import { sliceOf } from './float64-tensor.ts';
import type { CellWeights } from './cell.ts';
import type { Sequence } from './sequence.ts';

/** A recurrent request taken apart into the sequences of its batch, each of them once a direction. */
export interface RecurrentSequences {
  readonly shape: RecurrentShape;
  /** [directionCount] */
  readonly cells: readonly CellWeights[];
  /** Each with its place: row = batchIndex · directionCount + directionIndex. */
  readonly visit: (
    each: (place: { batchIndex: number; directionIndex: number; row: number }, sequence: Sequence) => void,
  ) => void;
}

export function sequencesOf(request: RecurrentRequest): RecurrentSequences {
  const shape = recurrentShapeOf(request);
  const { batchCount, stepCount, directionCount, inputDim, stateDim } = shape;
  const { inputs, lengths, stepMask, initialStates, initialCells, direction } = request;
  const zeros = new Float64Array(stateDim);
  return {
    shape,
    cells: Array.from({ length: directionCount }, (_, d) => cellOf(request, shape, d)),
    visit: (each) => {
      for (let row = 0; row < batchCount * directionCount; row++) {
        const [batchIndex, directionIndex] = [Math.floor(row / directionCount), row % directionCount];
        each(
          { batchIndex, directionIndex, row },
          {
            inputs: sliceOf(inputs.data, batchIndex, stepCount * inputDim),
            isReverse: direction === 'reverse' || directionIndex === 1,
            length: lengths?.data[batchIndex] ?? stepCount,
            isRead: (step) => stepMask?.data[batchIndex * stepCount + step] !== 0,
            initial: {
              state: initialStates ? sliceOf(initialStates.data, row, stateDim) : zeros,
              cell: initialCells ? sliceOf(initialCells.data, row, stateDim) : zeros,
            },
          },
        );
      }
    },
  };
}

function cellOf(request: RecurrentRequest, shape: RecurrentShape, directionIndex: number): CellWeights {
  const { cell, reset, gateOrder, W, R, inputBias, recurrentBias } = request;
  const { inputDim, stateDim, gateRows } = shape;
  return {
    cell,
    reset,
    gateOrder,
    inputDim,
    stateDim,
    W: sliceOf(W.data, directionIndex, gateRows * inputDim),
    R: sliceOf(R.data, directionIndex, gateRows * stateDim),
    inputBias: inputBias && sliceOf(inputBias.data, directionIndex, gateRows),
    recurrentBias: recurrentBias && sliceOf(recurrentBias.data, directionIndex, gateRows),
  };
}
