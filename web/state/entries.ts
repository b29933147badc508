import type { Scene } from '../model/scene.ts';
import type { EditableArray, Edits, Settings } from './settings.ts';

/** Rows and columns of an array that can be typed into; null where the scene has no such sentence. */
export function entryShape(
  scene: Scene,
  array: EditableArray,
  sentenceIndex: number,
): readonly [number, number] | null {
  const sentence = scene.sentences[sentenceIndex];
  if (!sentence) return null;
  const { source, target, stateDim } = sentence;
  const { attentionDim } = scene.parameters;
  const shapes: Record<EditableArray, readonly [number, number]> = {
    scores: [target.length, source.length],
    encoderStates: [source.length, stateDim],
    decoderStates: [target.length, stateDim],
    W: [stateDim, stateDim],
    W_q: [stateDim, attentionDim],
    W_k: [stateDim, attentionDim],
    v: [1, attentionDim],
  };
  return shapes[array];
}

type Place = Pick<Settings, 'sentence' | 'scoreFunction'>;

/** What the keys of this array's edits begin with, for the sentence and score function in view. */
function keyPrefix(array: EditableArray, { sentence, scoreFunction }: Place): string {
  if (array === 'scores') return `${scoreFunction}.${sentence}.`;
  return array === 'encoderStates' || array === 'decoderStates' ? `${sentence}.` : '0.';
}

export interface Entry {
  readonly array: EditableArray;
  readonly row: number;
  readonly column: number;
}

const entryKey = ({ array, row, column }: Entry, place: Place): string => `${keyPrefix(array, place)}${row}.${column}`;

/** The same edits, not a copy, where nothing changes. */
export function withEntry(edits: Edits, place: Place, entry: Entry, value: number): Edits {
  const key = entryKey(entry, place);
  return edits[entry.array]?.[key] === value
    ? edits
    : { ...edits, [entry.array]: { ...edits[entry.array], [key]: value } };
}

export function withoutEntry(edits: Edits, place: Place, entry: Entry): Edits {
  const key = entryKey(entry, place);
  return keep(edits, (array, other) => array !== entry.array || other !== key);
}

/** Without all that was typed into what is in view: this sentence, under this score function, and the matrices. */
export function withoutEntriesInView(edits: Edits, place: Place): Edits {
  return keep(edits, (array, key) => !key.startsWith(keyPrefix(array, place)));
}

/** Parted into the entries that the scene has a place for, and the others. */
export function entriesWithin(scene: Scene, edits: Edits): { readonly inside: Edits; readonly outside: Edits } {
  const isInside = (array: EditableArray, key: string): boolean => {
    const [sentence, row, column] = key.split('.').slice(-3).map(Number) as [number, number, number];
    const shape = entryShape(scene, array, sentence);
    return shape !== null && row < shape[0] && column < shape[1];
  };
  return { inside: keep(edits, isInside), outside: keep(edits, (array, key) => !isInside(array, key)) };
}

function keep(edits: Edits, isKept: (array: EditableArray, key: string) => boolean): Edits {
  let isSame = true;
  const kept: Record<string, Record<string, number>> = {};
  for (const [array, entries] of Object.entries(edits) as [EditableArray, Readonly<Record<string, number>>][]) {
    const left = Object.entries(entries).filter(([key]) => isKept(array, key));
    if (left.length < Object.keys(entries).length) isSame = false;
    if (left.length > 0) kept[array] = Object.fromEntries(left);
  }
  return isSame ? edits : kept;
}
