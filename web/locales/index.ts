import { en } from './en.ts';

/** Every catalogue has the shape of the English one; the compiler finds a missing text. */
export type Messages = typeof en;

const catalogues: ReadonlyMap<string, Messages> = new Map([['en', en]]);

export const languages = [...catalogues.keys()];

export function messagesFor(lang: string): Messages {
  return catalogues.get(lang) ?? en;
}
