import { mulberry32 } from './random.ts';

/**
 * Vectors from spelling by a stated rule: nothing here is learned, and the page says so.
 *
 * Encoder state of a word: its spelling (NFC, lower case) is hashed with FNV-1a, the hash starts a small random generator
 * (mulberry32), whose numbers give a direction; the state has that direction and the length `stateLength`. Equal words
 * have equal states.
 * Decoder state of a target word: `wordShare` · the word's own state + `alignedShare` · the encoder state of the
 * source word it is aligned with, so that the dot product prefers that word.
 * All entries are rounded to two decimals, so that the arithmetic on screen is exact.
 */
const stateLength = 1.5;
const wordShare = 0.3;
const alignedShare = 1.7;

/** Width of these states unless a scene says otherwise: a dozen words part well, and four terms can be written out. */
export const spelledStateDim = 4;

/** [stateDim] */
export function encoderState(word: string, stateDim: number): Float64Array {
  const random = mulberry32(fnv1a(word.normalize('NFC').toLowerCase()));
  const direction = Float64Array.from({ length: stateDim }, () => 2 * random() - 1);
  const norm = Math.hypot(...direction) || 1;
  return direction.map((x) => roundTo(2, (stateLength * x) / norm));
}

/** [stateDim] for a target word aligned with a source word whose encoder state is `aligned`. */
export function decoderState(word: string, aligned: Float64Array): Float64Array {
  const own = encoderState(word, aligned.length);
  return own.map((x, d) => roundTo(2, wordShare * x + alignedShare * aligned[d]));
}

/** The states of a whole sentence, row-major; `alignedWith[t]` is the source index target word t is aligned with. */
export function statesFromSpelling(
  source: readonly string[],
  target: readonly string[],
  stateDim: number,
  alignedWith: readonly number[],
): { encoderStates: Float64Array; decoderStates: Float64Array } {
  const encoder = source.map((word) => encoderState(word, stateDim));
  const decoder = target.map((word, t) => decoderState(word, encoder[alignedWith[t]]));
  return { encoderStates: concatenate(encoder, stateDim), decoderStates: concatenate(decoder, stateDim) };
}

/** For each target position the source position at the same share of the sentence. */
export function diagonalAlignment(sourceCount: number, targetCount: number): number[] {
  const step = targetCount > 1 ? (sourceCount - 1) / (targetCount - 1) : 0;
  return Array.from({ length: targetCount }, (_, t) => Math.round(t * step));
}

/** [rows, columns] dot products q·k of row-major states, rounded to `decimals`. */
export function dotScores(queries: Float64Array, keys: Float64Array, stateDim: number, decimals: number): Float64Array {
  const [rows, columns] = [queries.length / stateDim, keys.length / stateDim];
  return Float64Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    let sum = 0;
    for (let d = 0; d < stateDim; d++) sum += queries[row * stateDim + d] * keys[column * stateDim + d];
    return roundTo(decimals, sum);
  });
}

/** The double nearest to x with that many decimals; never −0, which would show as "-0". */
function roundTo(decimals: number, x: number): number {
  const factor = 10 ** decimals;
  return Math.round(x * factor) / factor + 0;
}

function concatenate(rows: readonly Float64Array[], stateDim: number): Float64Array {
  const all = new Float64Array(rows.length * stateDim);
  rows.forEach((row, index) => all.set(row, index * stateDim));
  return all;
}

/** 32-bit FNV-1a over UTF-16 code units (Fowler, Noll and Vo; http://www.isthe.com/chongo/tech/comp/fnv/). */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
