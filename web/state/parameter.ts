/** A part of one parameter that could not be taken as it was. Texts are as in the address. */
export interface ValueFault {
  readonly reason: 'notUnderstood' | 'outOfRange' | 'notInThisText' | 'givenTwice' | 'unknownName' | 'garbled';
  readonly given: string;
  /** What stands instead; null where it was left out. */
  readonly shown: string | null;
}

/** What a text should have been, for the sentence that refuses it. */
export type Expected =
  | { readonly kind: 'number' | 'wholeNumber'; readonly lowest: number; readonly highest: number }
  | { readonly kind: 'oneOf'; readonly choices: readonly string[] }
  /** A JSON array of `rows` arrays of `columns` numbers; rows null: of `columns` numbers. */
  | { readonly kind: 'numbers'; readonly rows: number | null; readonly columns: number }
  /** A whole state; `misfits` are the parts of it that stand for nothing here, where it is one at all. */
  | { readonly kind: 'state'; readonly misfits: readonly string[] }
  | { readonly kind: 'words' | 'names' | 'language' | 'text' };

/** One `name=text` of the address, which holds a setting or a part of it. */
export interface Parameter<T> {
  readonly name: string;
  readonly expected: Expected;
  /** Null where there is nothing to say, as for the default. */
  write(value: T): string | null;
  /** `soFar` is the setting as read up to here, at first its default. */
  read(text: string, soFar: T): { readonly value: T; readonly faults: readonly ValueFault[] };
}
