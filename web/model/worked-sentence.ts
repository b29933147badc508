import { dotScores } from './embeddings.ts';
import type { Sentence, Token } from './scene.ts';

/** Marks the places that fill a short sentence up to the longest of its batch. */
export const paddingText = '<pad>';

/** A word and its hand-chosen state, one line of an example. */
export type WordState = readonly [word: string, ...state: number[]];

/**
 * A sentence whose states are written out word by word; the typed scores are their dot products to four decimals, so
 * `given` and `dot` start from the same picture. `<pad>` is padding.
 */
export function workedSentence(
  source: readonly WordState[],
  target: readonly WordState[],
  startStep: number,
): Sentence {
  const stateDim = source[0].length - 1;
  const encoderStates = statesOf(source);
  const decoderStates = statesOf(target);
  return {
    source: source.map(([word]) => tokenOf(word)),
    target: target.map(([word]) => tokenOf(word)),
    stateDim,
    encoderStates,
    decoderStates,
    scores: dotScores(decoderStates, encoderStates, stateDim, 4),
    startStep,
  };
}

export function tokenOf(text: string): Token {
  return { text, isPadding: text === paddingText };
}

function statesOf(words: readonly WordState[]): Float64Array {
  return Float64Array.from(words.flatMap(([, ...state]) => state));
}
