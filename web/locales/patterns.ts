import { patterns } from './en-patterns.ts';

/** The texts of the patterns, which come with them and not with the page. */
export type PatternMessages = typeof patterns;

const catalogues: ReadonlyMap<string, PatternMessages> = new Map([['en', patterns]]);

export function patternMessagesFor(lang: string): PatternMessages {
  return catalogues.get(lang) ?? patterns;
}
