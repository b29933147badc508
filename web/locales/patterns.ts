import { patterns } from './en-patterns.ts';

/** The texts of the patterns, which come with them and not with the page. */
export type PatternMessages = typeof patterns;

const catalogues: Readonly<Record<string, PatternMessages>> = { en: patterns };

export function patternMessagesFor(lang: string): PatternMessages {
  return catalogues[lang] ?? patterns;
}
