import { EngineError } from '../engine-error.ts';
import { shapeText, type Tensor } from '../tensor.ts';
import { checkEqual, checkNumber, checkRank, checkShape } from './checks.ts';

/** queryHeadCount must be a multiple of keyHeadCount. */
export function checkHeadGroups(queryHeadCount: number, keyHeadCount: number): void {
  if (queryHeadCount % keyHeadCount === 0) return;
  throw new EngineError(
    'badShape',
    `queryHeadCount is ${queryHeadCount}, but a multiple of keyHeadCount ${keyHeadCount} was expected.`,
  );
}

/** The heads of one tensor. */
export interface Heads {
  readonly batchCount: number;
  readonly headCount: number;
  readonly count: number;
  readonly dim: number;
}

/** From either layout: [batch, head, position, dim], or [batch, position, head · dim] with the head count beside it. */
export function headsOf(name: string, tensor: Tensor, headCountName: string, headCount: number | undefined): Heads {
  checkRank(name, tensor, 3, 4);
  checkNumber(headCountName, headCount, { least: 1, isWhole: true });
  const { shape } = tensor;
  if (shape.length === 4) {
    if (headCount !== undefined) checkEqual([`the second axis of ${name}`, shape[1]], [headCountName, headCount]);
    return { batchCount: shape[0], headCount: shape[1], count: shape[2], dim: shape[3] };
  }
  if (headCount === undefined) {
    throw new EngineError(
      'badValue',
      `${headCountName} is missing, but ${name} of shape ${shapeText(shape)} holds all heads side by side.`,
    );
  }
  if (shape[2] % headCount !== 0) {
    throw new EngineError(
      'badShape',
      `The last axis of ${name} is ${shape[2]}, but a multiple of ${headCountName} ${headCount} was expected.`,
    );
  }
  return { batchCount: shape[0], headCount, count: shape[1], dim: shape[2] / headCount };
}

/** How many keys stand before the new ones: past is [batch, head, pastCount, dim]. */
export function pastCountOf(
  name: string,
  past: Tensor,
  { batchCount, headCount, dim }: Heads,
  dimName: string,
): number {
  checkRank(name, past, 4, 4);
  const pastCount = past.shape[2];
  checkShape(name, past, [
    ['batchCount', batchCount],
    ['keyHeadCount', headCount],
    ['pastCount', pastCount],
    [dimName, dim],
  ]);
  return pastCount;
}

export function checkSameRank(name: string, tensor: Tensor, values: Tensor): void {
  checkEqual([`the rank of ${name}`, tensor.shape.length], ['the rank of values', values.shape.length]);
}
