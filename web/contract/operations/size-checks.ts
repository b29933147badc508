import { EngineError } from '../engine-error.ts';
import type { NamedSize } from './checks.ts';

/** A size over an operation's own limit. */
export function checkMost([name, size]: NamedSize, most: number): void {
  if (size <= most) return;
  throw new EngineError('tooLarge', `${name} is ${size}, but at most ${most} is supported.`);
}

/** A whole number that must be there and serves as a size. */
export function checkSize([name, size]: NamedSize, most: number): void {
  if (!Number.isInteger(size) || size < 1) {
    throw new EngineError('badValue', `${name} is ${size}, but a whole number from 1 to ${most} was expected.`);
  }
  checkMost([name, size], most);
}

/** A size that must be there and be even. */
export function checkEven([name, size]: NamedSize, most: number): void {
  if (Number.isInteger(size) && size >= 2 && size <= most && size % 2 === 0) return;
  throw new EngineError('badValue', `${name} is ${size}, but an even number from 2 to ${most} was expected.`);
}
