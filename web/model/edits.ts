import type { ScoreFunction } from '../contract/index.ts';
import type { ScoreParameters, Sentence } from './scene.ts';

export const editableArrays = ['scores', 'encoderStates', 'decoderStates', 'W', 'W_q', 'W_k', 'v'] as const;
export type EditableArray = (typeof editableArrays)[number];

/**
 * Sparse changes on top of the scene, by array. The key is "sentence.row.column" (from 0); for scores
 * "scoreFunction.sentence.row.column", since a typed score stands on the formula under which it was typed. For W, W_q, W_k, v the
 * sentence is always 0, and v has row 0.
 */
export type Edits = { readonly [Name in EditableArray]?: Readonly<Record<string, number>> };

/**
 * The sentence with its edited states, and with the scores that were typed under `given`. Keys outside the arrays,
 * as an old address may hold, are ignored. What was not edited is shared with the original.
 */
export function editedSentence(sentence: Sentence, sentenceIndex: number, edits: Edits): Sentence {
  const { source, target, stateDim } = sentence;
  return {
    ...sentence,
    encoderStates: withCells(
      sentence.encoderStates,
      cellsOf(edits.encoderStates, `${sentenceIndex}.`, source.length, stateDim),
    ),
    decoderStates: withCells(
      sentence.decoderStates,
      cellsOf(edits.decoderStates, `${sentenceIndex}.`, target.length, stateDim),
    ),
    scores: withCells(sentence.scores, typedScores(sentence, sentenceIndex, edits, 'given')),
  };
}

/** The matrices with their edited entries; keys outside them are ignored. */
export function editedParameters(parameters: ScoreParameters, edits: Edits): ScoreParameters {
  const { attentionDim } = parameters;
  const stateDim = Math.sqrt(parameters.W.length);
  return {
    attentionDim,
    W: withCells(parameters.W, cellsOf(edits.W, '0.', stateDim, stateDim)),
    W_q: withCells(parameters.W_q, cellsOf(edits.W_q, '0.', stateDim, attentionDim)),
    W_k: withCells(parameters.W_k, cellsOf(edits.W_k, '0.', stateDim, attentionDim)),
    v: withCells(parameters.v, cellsOf(edits.v, '0.', 1, attentionDim)),
  };
}

/**
 * The scores typed under one score function, by flat index target × source. Under a formula they replace single results
 * of it, so they can be applied only once the formula's scores are known.
 */
export function typedScores(
  sentence: Sentence,
  sentenceIndex: number,
  edits: Edits,
  scoreFunction: ScoreFunction,
): ReadonlyMap<number, number> {
  const prefix = `${scoreFunction}.${sentenceIndex}.`;
  return cellsOf(edits.scores, prefix, sentence.target.length, sentence.source.length);
}

/** Flat index → value of the edits whose key is `prefix` + "row.column" with row < rows and column < columns. */
function cellsOf(
  record: Readonly<Record<string, number>> | undefined,
  prefix: string,
  rows: number,
  columns: number,
): ReadonlyMap<number, number> {
  const cells = new Map<number, number>();
  for (const [key, value] of Object.entries(record ?? {})) {
    if (!key.startsWith(prefix) || Number.isNaN(value)) continue;
    const match = /^(\d+)\.(\d+)$/.exec(key.slice(prefix.length));
    if (!match) continue;
    const [row, column] = [Number(match[1]), Number(match[2])];
    if (row < rows && column < columns) cells.set(row * columns + column, value);
  }
  return cells;
}

function withCells(array: Float64Array, cells: ReadonlyMap<number, number>): Float64Array {
  if (cells.size === 0) return array;
  const copy = array.slice();
  for (const [index, value] of cells) copy[index] = value;
  return copy;
}
