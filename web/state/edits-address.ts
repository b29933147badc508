import { scoreFunctions, type ScoreFunction } from '../contract/index.ts';
import { clampNumber, readNumber, writeNumber } from './address-values.ts';
import type { Parameter, ValueFault } from './parameter.ts';
import { entryLimit, type EditableArray, type Edits } from './settings.ts';

/**
 * Typed-in numbers in the address, counted from 1:
 * `scores=2.1.3:0.5;…` sentence.step.word:value, `scores.dot=…` the same on top of another score function,
 * `encoderStates=1.2.1:0.5` sentence.word.coordinate, `W=1.2:0.5` row.column, `v_a=1:0.5` column; `v` is the version.
 */
export const editParameters: readonly Parameter<Edits>[] = [
  ...scoreFunctions.map((scoreFunction) =>
    entries(scoreFunction === 'given' ? 'scores' : `scores.${scoreFunction}`, 'scores', 3, scoreFunction),
  ),
  entries('encoderStates', 'encoderStates', 3),
  entries('decoderStates', 'decoderStates', 3),
  entries('W', 'W', 2),
  entries('W_q', 'W_q', 2),
  entries('W_k', 'W_k', 2),
  entries('v_a', 'v', 1),
];

/** `indexCount`: how many of sentence, row and column are written, from the right; those left out are 0. */
function entries(
  name: string,
  array: EditableArray,
  indexCount: number,
  scoreFunction?: ScoreFunction,
): Parameter<Edits> {
  const prefix = scoreFunction === undefined ? '' : `${scoreFunction}.`;
  const pattern = new RegExp(`^${Array(indexCount).fill('([1-9]\\d{0,5})').join('\\.')}:(.+)$`);
  return {
    name,
    expected: { kind: 'text' },
    write(edits) {
      const written = Object.entries(edits[array] ?? {})
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => byPosition(a, b))
        .map(([key, value]) => `${writeIndices(key.slice(prefix.length), indexCount)}:${writeNumber(value)}`);
      return written.length > 0 ? written.join(';') : null;
    },
    read(text, edits) {
      const faults: ValueFault[] = [];
      const changed: Record<string, number> = { ...edits[array] };
      for (const entry of text.split(';').filter((part) => part !== '')) {
        const match = pattern.exec(entry);
        const value = match ? readNumber(match[indexCount + 1]) : undefined;
        if (!match || value === undefined) {
          faults.push({ reason: 'notUnderstood', given: entry, shown: null });
          continue;
        }
        const clamped = clampNumber(value, -entryLimit, entryLimit);
        if (clamped !== value) faults.push({ reason: 'outOfRange', given: entry, shown: writeNumber(clamped) });
        const indices = match.slice(1, indexCount + 1).map((digits) => Number(digits) - 1);
        changed[prefix + [...Array<number>(3 - indexCount).fill(0), ...indices].join('.')] = clamped;
      }
      return { value: Object.keys(changed).length > 0 ? { ...edits, [array]: changed } : edits, faults };
    },
  };
}

/** Equal edits make equal addresses, in whatever order they were typed. */
const byPosition = new Intl.Collator('en', { numeric: true }).compare;

const writeIndices = (key: string, count: number): string =>
  key
    .split('.')
    .slice(-count)
    .map((index) => Number(index) + 1)
    .join('.');
