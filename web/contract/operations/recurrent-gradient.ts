import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkShape } from './checks.ts';
import { checkHasCells } from './cell.ts';
import { lastStatesOf, recurrentShapeOf, stepsOf } from './recurrent-shape.ts';
import type { RecurrentRequest } from './recurrent.ts';

/**
 * Backpropagation through time (Werbos 1990): from ∂L/∂(what `recurrent` gives) to ∂L/∂(what it takes), with the same
 * request. What is left out counts as zeros.
 */
export interface RecurrentGradientRequest<A extends FloatArray = FloatArray> extends RecurrentRequest<A> {
  /** [batchCount, stepCount, directionCount, stateDim] */
  readonly statesGradient?: Tensor<A> | undefined;
  /** [batchCount, directionCount, stateDim] */
  readonly lastStatesGradient?: Tensor<A> | undefined;
  /** lstm: [batchCount, directionCount, stateDim] */
  readonly lastCellsGradient?: Tensor<A> | undefined;
}

/**
 * Each of the shape of what it is the gradient of, and there whether that was given or left to its default. A step that
 * was left out has an input gradient of exactly 0.
 */
export interface RecurrentGradientResult<A extends FloatArray = FloatArray> {
  readonly inputsGradient: Tensor<A>;
  readonly WGradient: Tensor<A>;
  readonly RGradient: Tensor<A>;
  readonly inputBiasGradient: Tensor<A>;
  readonly recurrentBiasGradient: Tensor<A>;
  readonly initialStatesGradient: Tensor<A>;
  /** lstm only. */
  readonly initialCellsGradient?: Tensor<A> | undefined;
}

export function validateRecurrentGradient(request: RecurrentGradientRequest): void {
  const shape = recurrentShapeOf(request);
  const { statesGradient, lastStatesGradient, lastCellsGradient } = request;
  checkHasCells('lastCellsGradient', lastCellsGradient, request.cell);
  if (statesGradient) checkShape('statesGradient', statesGradient, [...stepsOf(shape), ['stateDim', shape.stateDim]]);
  if (lastStatesGradient) checkShape('lastStatesGradient', lastStatesGradient, lastStatesOf(shape));
  if (lastCellsGradient) checkShape('lastCellsGradient', lastCellsGradient, lastStatesOf(shape));
}
