import type { Scene, Sentence } from '../model/scene.ts';
import type { AttributeRefusal } from './attributes.ts';
import { withEntry, withoutEntry, type Entry } from './entries.ts';
import type { Expected } from './parameter.ts';
import { entryLimit, type EditableArray, type Edits, type Settings } from './settings.ts';

/** Attributes that hold numbers as JSON. They become what a person would have typed over the numbers of the scene. */
export const attributeArrays = ['scores', 'query', 'keys'] as const;
export type AttributeArray = (typeof attributeArrays)[number];

export const isArrayAttribute = (name: string): name is AttributeArray =>
  (attributeArrays as readonly string[]).includes(name);

/** Which rows of which array an attribute speaks of. */
interface Place {
  readonly array: EditableArray;
  readonly rows: readonly number[];
  readonly columns: number;
  /** The numbers before anything was typed, [all rows, columns]; null where a formula makes them. */
  readonly base: Float64Array | null;
}

/**
 * Rows of `scores` are [keyCount]: one array is the current step, an array of arrays is all steps. `query` is the decoder
 * state [stateDim] of the current step; `keys` are all encoder states [keyCount, stateDim].
 */
function placeOf(settings: Settings, name: AttributeArray, sentence: Sentence, isNested: boolean): Place {
  const { source, target, stateDim } = sentence;
  const all = (count: number): number[] => Array.from({ length: count }, (_, row) => row);
  switch (name) {
    case 'scores':
      return {
        array: 'scores',
        rows: isNested ? all(target.length) : [settings.step],
        columns: source.length,
        base: settings.scoreFunction === 'given' ? sentence.scores : null,
      };
    case 'query':
      return { array: 'decoderStates', rows: [settings.step], columns: stateDim, base: sentence.decoderStates };
    case 'keys':
      return { array: 'encoderStates', rows: all(source.length), columns: stateDim, base: sentence.encoderStates };
  }
}

/** The settings with the array in them; text null takes back what was typed there. */
export function withArray(
  settings: Settings,
  name: AttributeArray,
  text: string | null,
  scene: Scene,
  refuse: (expected: Expected) => AttributeRefusal,
): Settings | AttributeRefusal {
  const sentence = scene.sentences[settings.sentence];
  const given = text === null ? null : parsed(text);
  const isNested = name === 'keys' || (name === 'scores' && (given === null || given.some(Array.isArray)));
  const place = placeOf(settings, name, sentence, isNested);
  const { columns } = place;
  if (text === null) return { ...settings, edits: withRows(settings, place, () => null) };
  const rows = isNested ? given : [given];
  const fits =
    given !== null &&
    rows?.length === place.rows.length &&
    rows.every((row) => Array.isArray(row) && row.length === columns && row.every(isEntry));
  if (!fits) return refuse({ kind: 'numbers', rows: isNested ? place.rows.length : null, columns });
  return { ...settings, edits: withRows(settings, place, (row, column) => (rows as number[][])[row][column]) };
}

function parsed(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as unknown[]) : null;
  } catch {
    return null;
  }
}

const isEntry = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= entryLimit;

/** `valueAt` counts the rows of the place; null, or the number that stands there anyway, is no edit. */
function withRows(
  settings: Settings,
  { array, rows, columns, base }: Place,
  valueAt: (row: number, column: number) => number | null,
): Edits {
  let { edits } = settings;
  rows.forEach((row, index) => {
    for (let column = 0; column < columns; column++) {
      const entry: Entry = { array, row, column };
      const value = valueAt(index, column);
      const isEdit = value !== null && value !== base?.[row * columns + column];
      // −0 looks and reads as 0.
      edits = isEdit ? withEntry(edits, settings, entry, value + 0) : withoutEntry(edits, settings, entry);
    }
  });
  return edits;
}
