import type { RecurrentRequest, RecurrentResult } from '../../../contract/index.ts';
import { sequencesOf } from '../recurrence/recurrent-sequences.ts';
import { zeros } from '../recurrence/float64-tensor.ts';
import { runSequence } from '../recurrence/sequence.ts';

export function recurrent(request: RecurrentRequest): RecurrentResult<Float64Array> {
  const { shape, cells, visit } = sequencesOf(request);
  const { batchCount, stepCount, directionCount, stateDim, gateRows } = shape;
  const stepPlaces = [batchCount, stepCount, directionCount];
  const [states, stepCells] = [0, 1].map(() => zeros([...stepPlaces, stateDim]));
  const [lastStates, lastCells] = [0, 1].map(() => zeros([batchCount, directionCount, stateDim]));
  const gates = zeros([...stepPlaces, gateRows]);
  visit(({ batchIndex, directionIndex, row }, sequence) => {
    const steps = runSequence(cells[directionIndex], sequence);
    for (const { stepIndex, after, computed } of steps) {
      const place = (batchIndex * stepCount + stepIndex) * directionCount + directionIndex;
      states.data.set(after.state, place * stateDim);
      stepCells.data.set(after.cell, place * stateDim);
      if (computed) gates.data.set(computed.gates, place * gateRows);
    }
    const last = steps.at(-1)?.after ?? sequence.initial;
    lastStates.data.set(last.state, row * stateDim);
    lastCells.data.set(last.cell, row * stateDim);
  });
  const hasCells = request.cell === 'lstm';
  return { states, lastStates, gates, ...(hasCells ? { cells: stepCells, lastCells } : {}) };
}
