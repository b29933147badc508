import { EngineError } from '../engine-error.ts';
import { shapeText, type Tensor } from '../tensor.ts';
import { checkNumber, checkShape } from './checks.ts';

export const defaultEpsilon = 1e-5;

/** The first axis of x that a norm takes in, 0 … rank − 1. */
export function normAxis({ shape }: Tensor, axis = -1): number {
  const rank = shape.length;
  if (!Number.isInteger(axis) || axis < -rank || axis >= rank) {
    throw new EngineError(
      'badValue',
      `axis is ${axis}, but a whole number from ${-rank} to ${rank - 1} was expected, for x of shape ${shapeText(shape)}.`,
    );
  }
  return axis < 0 ? axis + rank : axis;
}

/** gain and bias have the shape of x from the axis on. */
export function checkRowShape(name: string, tensor: Tensor, x: Tensor, axis: number): void {
  const sizes = x.shape.slice(axis).map((size, index) => [`axis ${axis + index}`, size] as const);
  checkShape(name, tensor, sizes);
}

export function checkEpsilon(epsilon: number | undefined): void {
  checkNumber('epsilon', epsilon, { least: 0 });
}
