import { EngineError } from '../engine-error.ts';
import { isTensor } from './fields.ts';
import type { Tensor } from '../tensor.ts';

/** A tensor that an operation cannot do without. `reason` ends the sentence: `but cell "gru" needs it`. */
export function checkPresent(name: string, tensor: Tensor | undefined, reason = 'it is needed'): Tensor {
  if (isTensor(tensor)) return tensor;
  throw new EngineError('badShape', `${name} is missing, but ${reason}.`);
}

/** A tensor that would be ignored where it was given, which can only be a mistake. */
export function checkAbsent(name: string, tensor: Tensor | undefined, reason: string): void {
  if (tensor === undefined) return;
  throw new EngineError('badShape', `${name} was given, but ${reason}.`);
}

/** A choice that has no default. */
export function checkChosen(name: string, choice: string | undefined, choices: readonly string[]): void {
  if (choice !== undefined && choices.includes(choice)) return;
  const what = choice === undefined ? 'missing' : `"${choice}"`;
  throw new EngineError('badValue', `${name} is ${what}, but one of ${choices.join(', ')} was expected.`);
}
