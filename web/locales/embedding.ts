import { embedding } from './en-embedding.ts';

/** The texts of the dialog that embeds, which come with it and not with the page. */
export type EmbeddingMessages = typeof embedding;

const catalogues: ReadonlyMap<string, EmbeddingMessages> = new Map([['en', embedding]]);

export function embeddingMessagesFor(lang: string): EmbeddingMessages {
  return catalogues.get(lang) ?? embedding;
}
