import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import type { CellOptions, CellParameters } from './cell.ts';

/** `reverse` reads each sequence from its last step to its first; `bidirectional` is both, forward first. */
export const directions = ['forward', 'reverse', 'bidirectional'] as const;
export type Direction = (typeof directions)[number];

/**
 * A recurrent network over a batch of sequences. directionCount is 2 for `bidirectional`, 1 otherwise; each direction
 * has parameters of its own. `states` [batchCount, stepCount, directionCount, stateDim] reads without a copy as encoder
 * states [batchCount, stepCount, directionCount · stateDim].
 *
 * Two ways to leave steps out, alone or together. In both the state stays what it was, and the input of the step is not
 * read, be it NaN:
 * - from `lengths` on a sequence is padding, and its states are zeros (the rule of ONNX);
 * - where `stepMask` is 0 the states show the state that is held (the rule of Keras).
 *
 * Parameters are finite; inputs and initial states may hold NaN, which stays in its sequence.
 */
export interface RecurrentRequest<A extends FloatArray = FloatArray> extends CellOptions, CellParameters<A> {
  /** [batchCount, stepCount, inputDim] */
  readonly inputs: Tensor<A>;
  /** Default forward. */
  readonly direction?: Direction | undefined;
  /** [batchCount] whole numbers from 0 to stepCount. Default: stepCount. */
  readonly lengths?: Tensor<A> | undefined;
  /** [batchCount, stepCount] 0 or 1. Default: ones. */
  readonly stepMask?: Tensor<A> | undefined;
  /** [batchCount, directionCount, stateDim]. Default zeros. */
  readonly initialStates?: Tensor<A> | undefined;
  /** lstm: [batchCount, directionCount, stateDim]. Default zeros. */
  readonly initialCells?: Tensor<A> | undefined;
}

export interface RecurrentResult<A extends FloatArray = FloatArray> {
  /** [batchCount, stepCount, directionCount, stateDim] */
  readonly states: Tensor<A>;
  /** [batchCount, directionCount, stateDim] after the last step that was read: the first one of a reverse direction. */
  readonly lastStates: Tensor<A>;
  /** lstm: [batchCount, stepCount, directionCount, stateDim] */
  readonly cells?: Tensor<A> | undefined;
  /** lstm: [batchCount, directionCount, stateDim] */
  readonly lastCells?: Tensor<A> | undefined;
  /** [batchCount, stepCount, directionCount, gateCount · stateDim] what σ and tanh gave, in the order of the rows of W; zeros where a step was left out. */
  readonly gates: Tensor<A>;
}
