/** A part of one parameter that could not be taken as it was. Texts are as in the address. */
export interface ValueFault {
  readonly reason: 'notUnderstood' | 'outOfRange' | 'notInThisText' | 'givenTwice' | 'unknownName' | 'garbled';
  readonly given: string;
  /** What stands instead; null where it was left out. */
  readonly shown: string | null;
}

/** One `name=text` of the address, which holds a setting or a part of it. */
export interface Parameter<T> {
  readonly name: string;
  /** Null where there is nothing to say, as for the default. */
  write(value: T): string | null;
  /** `soFar` is the setting as read up to here, at first its default. */
  read(text: string, soFar: T): { readonly value: T; readonly faults: readonly ValueFault[] };
}
