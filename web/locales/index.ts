import { en } from './en.ts';

/** Every catalogue has the shape of the English one; the compiler finds a missing text. */
export type Messages = typeof en;

const catalogues: Readonly<Record<string, Messages>> = { en };

export const languages = Object.keys(catalogues);

export function messagesFor(lang: string): Messages {
  return catalogues[lang] ?? en;
}
