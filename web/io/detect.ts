import { alignmentLimits } from '../contract/index.ts';
import { alignmentsOf } from './alignments.ts';
import { importLimits } from './arrays/import-limits.ts';
import { isNpy, parseNpy } from './arrays/npy.ts';
import { parseNpz } from './arrays/npz.ts';
import type { Parsed } from './arrays/parsed-file.ts';
import { isSafetensors, parseSafetensors } from './arrays/safetensors.ts';
import { isZip } from './arrays/zip.ts';
import { parseCsv } from './csv.ts';
import { parseJson } from './json.ts';
import { otherFormatOf } from './other-formats.ts';
import type { ImportedText, ImportProblem } from './problem.ts';
import { parseEmbedded } from './text/embedded.ts';
import { isMarianLine, parseMarianText } from './marian-text.ts';
import { isHeaderLine, parseTranslationText } from './translation-text.ts';

/**
 * Takes a person's file apart. The format is found by how the bytes begin, and by the name's ending where they do not say it. A
 * bad file is a problem with a code, never an exception.
 */
export function parseFile(bytes: Uint8Array, fileName = ''): Parsed {
  const limitBytes = importLimits.maxBytes;
  if (bytes.length > limitBytes) return { code: 'textTooLarge', bytes: bytes.length, limitBytes };
  if (isNpy(bytes)) return parseNpy(bytes);
  if (isZip(bytes)) return parseNpz(bytes);
  if (isSafetensors(bytes)) return parseSafetensors(bytes);
  if (bytes.length > 0) {
    if (/\.npy$/i.test(fileName)) return { code: 'badFileHeader', format: 'npy', name: '' };
    if (/\.npz$/i.test(fileName)) return { code: 'badFileHeader', format: 'npz', name: '' };
    if (/\.safetensors$/i.test(fileName)) return { code: 'badFileHeader', format: 'safetensors', name: '' };
  }
  const format = otherFormatOf(bytes);
  if (format !== null) return { code: 'otherFormat', format };
  if (bytes.length > importLimits.maxTextBytes) {
    return { code: 'textTooLarge', bytes: bytes.length, limitBytes: importLimits.maxTextBytes };
  }
  return parseText(decoded(bytes), fileName);
}

/**
 * The same for pasted text. `[[` or `{` begins JSON, `<` a saved page that holds data, a line with `|||` a translation system's
 * alignment, anything else is a table.
 */
export function parseText(text: string, fileName = ''): Parsed {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') return { code: 'emptyText' };
  // Text has no NUL.
  if (content.includes('\0')) return { code: 'unknownFormat' };

  if (/\.json$/i.test(fileName)) return parseJson(content);
  if (/\.(csv|tsv)$/i.test(fileName)) return parseCsv(content);
  if (/^\s*(\{|\[\s*[[{])/.test(content)) return parseJson(content);
  const firstLine = /^\s*(.*)/.exec(content)?.[1] ?? '';
  if (/^(<|(export|const|let|var|window)\b)/.test(firstLine)) {
    const embedded = parseEmbedded(content);
    if (!('code' in embedded)) return embedded;
    // Tables and sentences begin with such words too: <s>, let.
    const lines = parseLines(content, firstLine);
    return 'code' in lines && !looksLikeRow(firstLine) ? embedded : lines;
  }
  return parseLines(content, firstLine);
}

/** A page or script without data is told to be unknown, and not that its second line is a bad row. */
const looksLikeRow = (line: string): boolean => /[\t;,]/.test(line) && !line.includes('=');

function parseLines(content: string, firstLine: string): Parsed {
  if (isHeaderLine(firstLine)) return parseTranslationText(content);
  return isMarianLine(firstLine) ? parseMarianText(content) : parseCsv(content);
}

/** Text that holds matrices of weights between words and nothing else, of at most `alignmentLimits`. */
export function parseAlignmentText(text: string, fileName = ''): ImportedText | ImportProblem {
  const limitBytes = alignmentLimits.maxBytes;
  const bytes = text.length > limitBytes ? text.length : new TextEncoder().encode(text).length;
  if (bytes > limitBytes) return { code: 'textTooLarge', bytes, limitBytes };
  const parsed = parseText(text, fileName);
  return 'code' in parsed ? parsed : alignmentsOf(parsed);
}

/** UTF-8, or the UTF-16 that spreadsheets call Unicode text and mark by its first two bytes. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}
