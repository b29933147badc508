import { limits } from '../limits.ts';
import { checkCellOptions, checkCellParameters, checkHasCells, gateCountOf } from './cell.ts';
import {
  checkKeepMask,
  checkOneOf,
  checkRank,
  checkResultSize,
  checkShape,
  checkWhole,
  type NamedSize,
} from './checks.ts';
import { checkPresent } from './presence.ts';
import { directions, type RecurrentRequest } from './recurrent.ts';

/** The sizes of a recurrent request. */
export interface RecurrentShape {
  readonly batchCount: number;
  readonly stepCount: number;
  readonly directionCount: number;
  readonly inputDim: number;
  readonly stateDim: number;
  /** gateCount · stateDim */
  readonly gateRows: number;
}

/** Refuses a request whose sizes do not fit or whose numbers have no meaning. */
export function recurrentShapeOf(request: RecurrentRequest): RecurrentShape {
  const { cell, direction = 'forward' } = request;
  checkCellOptions(request);
  checkOneOf('direction', direction, directions);
  const inputs = checkPresent('inputs', request.inputs);
  const R = checkPresent('R', request.R);
  checkPresent('W', request.W);
  checkRank('inputs', inputs, 3, 3);
  checkRank('R', R, 3, 3);
  const [batchCount, stepCount, inputDim] = inputs.shape;
  const directionCount = direction === 'bidirectional' ? 2 : 1;
  const stateDim = R.shape[2];
  const shape = { batchCount, stepCount, directionCount, inputDim, stateDim, gateRows: gateCountOf(cell) * stateDim };
  checkCellParameters(request, {
    leading: [['directionCount', directionCount]],
    gateRows: shape.gateRows,
    inputDim: ['inputDim', inputDim],
    stateDim,
  });
  checkSequences(request, shape);
  checkResultSize('gates', [...stepsOf(shape), ['gateCount · stateDim', shape.gateRows]], limits.maxTensorNumbers);
  return shape;
}

function checkSequences(request: RecurrentRequest, shape: RecurrentShape): void {
  const { lengths, stepMask, initialStates, initialCells } = request;
  const [batch, steps] = stepsOf(shape);
  if (lengths) {
    checkShape('lengths', lengths, [batch]);
    checkWhole('lengths', lengths, 0, shape.stepCount);
  }
  if (stepMask) {
    checkShape('stepMask', stepMask, [batch, steps]);
    checkKeepMask('stepMask', stepMask);
  }
  checkHasCells('initialCells', initialCells, request.cell);
  if (initialStates) checkShape('initialStates', initialStates, lastStatesOf(shape));
  if (initialCells) checkShape('initialCells', initialCells, lastStatesOf(shape));
}

/** [batchCount, stepCount, directionCount] */
export function stepsOf({ batchCount, stepCount, directionCount }: RecurrentShape): readonly NamedSize[] {
  return [
    ['batchCount', batchCount],
    ['stepCount', stepCount],
    ['directionCount', directionCount],
  ];
}

/** [batchCount, directionCount, stateDim] */
export function lastStatesOf({ batchCount, directionCount, stateDim }: RecurrentShape): readonly NamedSize[] {
  return [
    ['batchCount', batchCount],
    ['directionCount', directionCount],
    ['stateDim', stateDim],
  ];
}
