import { alignmentLimits } from '../contract/index.ts';
import { parseCsv } from './csv.ts';
import { parseJson } from './json.ts';
import type { ImportedText, ImportProblem } from './problem.ts';
import { isHeaderLine, parseTranslationText } from './translation-text.ts';

/**
 * Reads a person's file or pasted text. The format is found by the name's ending or, without one that says it, by how the text
 * begins: `[[` or `{` is JSON, a line with `|||` a translation system's alignment, anything else a table.
 */
export function parseAlignmentText(text: string, fileName = ''): ImportedText | ImportProblem {
  const limitBytes = alignmentLimits.maxBytes;
  const bytes = text.length > limitBytes ? text.length : new TextEncoder().encode(text).length;
  if (bytes > limitBytes) return { code: 'textTooLarge', bytes, limitBytes };

  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') return { code: 'emptyText' };
  // Text has no NUL: this is a .npy, an archive, an image …
  if (content.includes('\0')) return { code: 'unknownFormat' };

  if (/\.json$/i.test(fileName)) return parseJson(content);
  if (/\.(csv|tsv)$/i.test(fileName)) return parseCsv(content);
  if (/^\s*(\{|\[\s*[[{])/.test(content)) return parseJson(content);
  const firstLine = content.split('\n').find((line) => line.trim() !== '') ?? '';
  return isHeaderLine(firstLine) ? parseTranslationText(content) : parseCsv(content);
}
