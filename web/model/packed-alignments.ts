import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';
import { alignmentLimits, type ImportedSentence } from '../contract/index.ts';
import { problemOf } from './check-alignments.ts';
import type { ModelProblem } from './problem.ts';

/**
 * Sentences as text for an address: JSON, deflated, base64url. Numbers are written so that they read back as the same double.
 * Scores are told from weights by a fourth entry, and −Infinity among them is null.
 */
export function pack(alignments: readonly ImportedSentence[]): string {
  const json = JSON.stringify(
    alignments.map((sentence) =>
      'weights' in sentence
        ? [sentence.source, sentence.target, Array.from(sentence.weights)]
        : [sentence.source, sentence.target, Array.from(sentence.scores), scoresMark],
    ),
  );
  return toBase64Url(deflateSync(strToU8(json), { level: 9 }));
}

const scoresMark = 'scores';

/** What `pack` wrote. An address comes from outside, so everything is checked, and unfolding stops at `alignmentLimits.maxBytes`. */
export function unpack(packed: string): ImportedSentence[] | ModelProblem {
  const limitBytes = alignmentLimits.maxBytes;
  if (packed.length > limitBytes) return { code: 'packedTooLarge', limitBytes };
  const bytes = fromBase64Url(packed);
  const json = bytes && inflateUpTo(bytes, limitBytes);
  if (!json) return { code: 'packedUnreadable' };
  if (json === 'tooLarge') return { code: 'packedTooLarge', limitBytes };
  const alignments = alignmentsIn(json);
  return alignments ? (problemOf(alignments) ?? alignments) : { code: 'packedUnreadable' };
}

function alignmentsIn(bytes: Uint8Array): ImportedSentence[] | null {
  let value: unknown;
  try {
    value = JSON.parse(strFromU8(bytes));
  } catch {
    return null;
  }
  if (!Array.isArray(value)) return null;
  const alignments: ImportedSentence[] = [];
  for (const entry of value as unknown[]) {
    if (!Array.isArray(entry) || (entry.length !== 3 && entry[3] !== scoresMark)) return null;
    const [source, target, numbers] = entry as unknown[];
    if (!isArrayOf(source, 'string') || !isArrayOf(target, 'string') || !Array.isArray(numbers)) return null;
    if (entry.length === 3) {
      if (!isArrayOf(numbers, 'number')) return null;
      alignments.push({ source, target, weights: Float64Array.from(numbers) });
    } else {
      const scores = numbers.map((score: unknown) => (score === null ? -Infinity : score));
      if (!isArrayOf(scores, 'number')) return null;
      alignments.push({ source, target, scores: Float64Array.from(scores) });
    }
  }
  return alignments;
}

function isArrayOf(value: unknown, type: 'string'): value is string[];
function isArrayOf(value: unknown, type: 'number'): value is number[];
function isArrayOf(value: unknown, type: string): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === type);
}

/** Feeds the stream in small pieces, so that a few bytes that unfold without end are noticed soon. */
function inflateUpTo(bytes: Uint8Array, limitBytes: number): Uint8Array | 'tooLarge' | null {
  const pieceLength = 1024;
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isComplete = false;
  const stream = new Inflate((piece, isFinal) => {
    pieces.push(piece);
    length += piece.length;
    isComplete = isFinal;
  });
  try {
    for (let start = 0; start < bytes.length; start += pieceLength) {
      stream.push(bytes.subarray(start, start + pieceLength), start + pieceLength >= bytes.length);
      if (length > limitBytes) return 'tooLarge';
    }
  } catch {
    return null;
  }
  if (!isComplete) return null;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
