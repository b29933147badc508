import { EngineError } from '../engine-error.ts';
import type { Tensor } from '../tensor.ts';
import { checkNumber } from './checks.ts';

/** Rows of weights: 0 or more and finite. NaN may pass where it only spoils its row. */
export function checkWeights(name: string, { data }: Tensor, { allowsNaN = false, most = Infinity } = {}): void {
  const isAllowed = (number: number): boolean =>
    (number >= 0 && number <= most && number < Infinity) || (allowsNaN && Number.isNaN(number));
  const culprit = data.findIndex((number) => !isAllowed(number));
  if (culprit < 0) return;
  const range = most === Infinity ? 'a finite number, 0 or more,' : `a number from 0 to ${most}`;
  throw new EngineError(
    'badValue',
    `${name} holds ${data[culprit]} at index ${culprit}, but ${range}${allowsNaN ? ' or NaN' : ''} was expected.`,
  );
}

/** Absent, or above 0 and finite. */
export function checkPositive(name: string, number: number | undefined): void {
  checkNumber(name, number);
  if (number === undefined || number > 0) return;
  throw new EngineError('badValue', `${name} is ${number}, but a positive number was expected.`);
}

/** Of a logarithm; absent, or above 1. */
export function checkBase(base: number | undefined): void {
  checkNumber('base', base);
  if (base === undefined || base > 1) return;
  throw new EngineError('badValue', `base is ${base}, but a number above 1 was expected.`);
}
