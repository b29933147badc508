import { EngineError } from '../engine-error.ts';
import { countOf, shapeText, type Tensor } from '../tensor.ts';
import { checkPresent } from './presence.ts';

/*
 * What validators of operations say most often. Each throws an EngineError that names the value and what was expected.
 * That every tensor is one, and all of one precision, has been checked before (see fields.ts). Checks of a shape refuse a
 * tensor that is missing too, as a caller without types may leave it out.
 */

/** A size with its name, so that a refusal can say both: `['keyCount', 3]`. */
export type NamedSize = readonly [name: string, size: number];

/** From `least` to `most` axes. */
export function checkRank(name: string, tensor: Tensor | undefined, least: number, most = Infinity): void {
  const { shape } = checkPresent(name, tensor);
  if (shape.length >= least && shape.length <= most) return;
  const expected = least === most ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  throw new EngineError(
    'badShape',
    `${name} has shape ${shapeText(shape)} with ${shape.length} axes, but ${expected} were expected.`,
  );
}

/** The shape must be exactly these sizes. */
export function checkShape(name: string, tensor: Tensor | undefined, sizes: readonly NamedSize[]): void {
  const { shape } = checkPresent(name, tensor);
  if (shape.length === sizes.length && sizes.every(([, size], axis) => size === shape[axis])) return;
  const expected = sizes.map(([sizeName, size]) => `${sizeName} ${size}`).join(', ');
  throw new EngineError('badShape', `${name} has shape ${shapeText(shape)}, but [${expected}] was expected.`);
}

export function checkSameShape(
  name: string,
  tensor: Tensor | undefined,
  otherName: string,
  other: Tensor | undefined,
): void {
  const { shape } = checkPresent(name, tensor);
  const { shape: otherShape } = checkPresent(otherName, other);
  if (shape.length === otherShape.length && shape.every((size, axis) => size === otherShape[axis])) return;
  throw new EngineError(
    'badShape',
    `${name} has shape ${shapeText(shape)}, but ${otherName} has ${shapeText(otherShape)}, and both must be the same.`,
  );
}

/** The mask must fit the shape under NumPy's rule: from the last axis on, sizes are equal or the mask's is 1. */
export function checkBroadcast(name: string, { shape }: Tensor, sizes: readonly NamedSize[]): void {
  const offset = sizes.length - shape.length;
  const fits = offset >= 0 && shape.every((size, axis) => size === 1 || size === sizes[axis + offset][1]);
  if (fits) return;
  const expected = sizes.map(([sizeName, size]) => `${sizeName} ${size}`).join(', ');
  throw new EngineError(
    'badShape',
    `${name} has shape ${shapeText(shape)}, which cannot be repeated to [${expected}].`,
  );
}

/** Two sizes that must agree, each with its name. */
export function checkEqual([name, size]: NamedSize, [otherName, other]: NamedSize): void {
  if (size === other) return;
  throw new EngineError('badShape', `${name} is ${size}, but ${otherName} is ${other}, and both must be equal.`);
}

/** For results that an operation would make: more numbers than a tensor may hold are refused before they are asked for. */
export function checkResultSize(name: string, sizes: readonly NamedSize[], most: number): void {
  const count = countOf(sizes.map(([, size]) => size));
  if (count <= most) return;
  const product = sizes.map(([sizeName, size]) => `${sizeName} ${size}`).join(' × ');
  throw new EngineError('tooLarge', `${name} would hold ${product} = ${count} numbers, but at most ${most} fit.`);
}

export function checkFinite(name: string, { data }: Tensor): void {
  refuseEntry(name, data, (number) => Number.isFinite(number), 'parameters must be finite numbers');
}

export function checkKeepMask(name: string, { data }: Tensor): void {
  refuseEntry(name, data, (number) => number === 0 || number === 1, '0 (hide) or 1 (keep) was expected');
}

export function checkAdditiveMask(name: string, { data }: Tensor): void {
  refuseEntry(name, data, (number) => number < Infinity, 'a finite number or -Infinity was expected');
}

/** Whole numbers carried as floats, such as lengths and positions. */
export function checkWhole(name: string, { data }: Tensor, least: number, most: number): void {
  refuseEntry(
    name,
    data,
    (number) => Number.isInteger(number) && number >= least && number <= most,
    `a whole number from ${least} to ${most} was expected`,
  );
}

/** No number may be less than the one before. */
export function checkNotFalling(name: string, { data }: Tensor): void {
  const culprit = data.findIndex((number, index) => number < data[index - 1]);
  if (culprit < 0) return;
  throw new EngineError(
    'badValue',
    `${name} holds ${data[culprit]} at index ${culprit} after ${data[culprit - 1]}, but none may be less than the one before.`,
  );
}

/** An attribute that is absent is fine. */
export function checkNumber(
  name: string,
  number: number | undefined,
  { least = -Infinity, most = Infinity, isWhole = false }: { least?: number; most?: number; isWhole?: boolean } = {},
): void {
  if (number === undefined) return;
  const fits = Number.isFinite(number) && number >= least && number <= most && (!isWhole || Number.isInteger(number));
  if (fits) return;
  const kind = isWhole ? 'a whole number' : 'a finite number';
  const range = most !== Infinity ? ` from ${least} to ${most}` : least !== -Infinity ? `, ${least} or more,` : '';
  throw new EngineError('badValue', `${name} is ${number}, but ${kind}${range} was expected.`);
}

export function checkOneOf(name: string, text: string | undefined, choices: readonly string[]): void {
  if (text === undefined || choices.includes(text)) return;
  throw new EngineError('badValue', `${name} is "${text}", but one of ${choices.join(', ')} was expected.`);
}

function refuseEntry(
  name: string,
  data: Tensor['data'],
  isAllowed: (number: number) => boolean,
  expectation: string,
): void {
  const culprit = data.findIndex((number) => !isAllowed(number));
  if (culprit < 0) return;
  throw new EngineError('badValue', `${name} holds ${data[culprit]} at index ${culprit}, but ${expectation}.`);
}
