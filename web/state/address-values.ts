import { wellFormed } from './address-text.ts';
import type { Expected } from './parameter.ts';

/** One value as text in the address. */
export interface AddressValue<T> {
  readonly expected: Expected;
  write(value: T): string;
  /** Undefined where the text means nothing. */
  read(text: string): T | undefined;
  /** The nearest value that is allowed; the same one where it already is. */
  clamp(value: T): T;
}

/** The shortest decimal that reads back as the same double. Without `+`, which stands for a space in an address. */
export const writeNumber = (value: number): string => String(value).replace('e+', 'e');

/** A decimal number as people write it; NaN, hexadecimal and words mean nothing. */
export function readNumber(text: string): number | undefined {
  return /^[ +-]?(\d+\.?\d*|\.\d+)(e[ +-]?\d+)?$/i.test(text) ? Number(text.replaceAll(' ', '+')) + 0 : undefined;
}

/** Into the range; −0 becomes 0, which looks and reads the same. NaN has no nearest number and must not come here. */
export const clampNumber = (value: number, lowest: number, highest: number): number =>
  Math.min(highest, Math.max(lowest, value)) + 0;

export function numberIn(lowest: number, highest: number): AddressValue<number> {
  return {
    expected: { kind: 'number', lowest, highest },
    write: writeNumber,
    read: readNumber,
    clamp: (value) => clampNumber(value, lowest, highest),
  };
}

/** As numberIn from 0 up; a negative number is refused, since 0 would be something quite different from what was meant. */
export function nonNegativeUpTo(highest: number): AddressValue<number> {
  return {
    ...numberIn(0, highest),
    read(text) {
      const value = readNumber(text);
      return value === undefined || value < 0 ? undefined : value;
    },
  };
}

/** Counted from 1 in the address, from 0 inside. */
export const ordinal: AddressValue<number> = {
  expected: { kind: 'wholeNumber', lowest: 1, highest: 999_999_999 },
  write: (index) => String(index + 1),
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) - 1 : undefined),
  clamp: (index) => index,
};

export function oneOf<T extends string>(choices: readonly T[]): AddressValue<T> {
  return {
    expected: { kind: 'oneOf', choices },
    write: (choice) => choice,
    read: (text) => choices.find((choice) => choice === text),
    clamp: (choice) => choice,
  };
}

export const onOff: AddressValue<boolean> = {
  expected: { kind: 'oneOf', choices: ['on', 'off'] },
  write: (isOn) => (isOn ? 'on' : 'off'),
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
  clamp: (isOn) => isOn,
};

/** Any text of a person. */
export const freeText: AddressValue<string> = {
  expected: { kind: 'text' },
  write: wellFormed,
  read: wellFormed,
  clamp: (text) => text,
};

export function textLike(pattern: RegExp, kind: 'text' | 'language' = 'text'): AddressValue<string> {
  return {
    expected: { kind },
    write: (text) => text,
    read: (text) => (pattern.test(text) ? text : undefined),
    clamp: (text) => text,
  };
}

/** Words joined by commas. */
export const wordList: AddressValue<readonly string[]> = {
  expected: { kind: 'names' },
  write: (words) => words.join(','),
  read: (text) => (/^[a-z][a-z-]*(,[a-z][a-z-]*)*$/i.test(text) ? text.split(',') : undefined),
  clamp: (words) => words,
};
