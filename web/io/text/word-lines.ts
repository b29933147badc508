import type { WordList } from '../arrays/parsed-file.ts';

/** Longer lines are no sentences. */
const maxLineLength = 20_000;
const maxBytes = 8 * 1024 * 1024;

/** A text of one sentence a line, words parted by spaces, as it stands beside arrays without words. Null: this is none. */
export function parseWordLines(bytes: Uint8Array, name: string): WordList | null {
  if (bytes.length > maxBytes) return null;
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
  if (text.includes('\0') || text.trim() === '') return null;
  const lines = text.trimEnd().split(/\r\n|\r|\n/);
  if (lines.some(({ length }) => length > maxLineLength)) return null;
  return { name, sentences: lines.map((line) => line.trim().split(/\s+/)) };
}
