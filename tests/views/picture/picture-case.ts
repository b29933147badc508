import { computeRowDetail, computeTrace } from '../../../web/engines/reference/reference-trace.ts';
import type { AttentionInput } from '../../../web/contract/index.ts';
import { frameAt } from '../../../web/timeline/frame.ts';
import type { PictureInput, PictureTexts } from '../../../web/views/picture/picture-input.ts';
import type { StageInput } from '../../../web/views/picture/stage-picture.ts';
import { estimatedWidth } from '../../../web/views/picture/text-width.ts';

const texts: PictureTexts = {
  ...{ rows: 'target (queries)', columns: 'source (keys)', weight: 'weight', hidden: 'hidden', seesNothing: 'nothing' },
  ...{ target: 'target', source: 'source', states: 'states', statesSymbol: 'h, s', scores: 'scores' },
  ...{ exponentials: 'exp', weights: 'weights', contributions: 'weight · state' },
};

const colours: PictureInput['colours'] = {
  ...{ ground: '#fbfaf7', surface: '#ffffff', sunken: '#f2f0ea', hairline: '#dedad0', lineStrong: '#b9b3a4' },
  ...{ text: '#1d1c22', textMuted: '#5f5c66', warning: '#8a3b00', query: '#0072b2', key: '#e69f00' },
  ...{ value: '#009e73', context: '#cc5fa0', scorePositive: '#2b8a83', scoreNegative: '#a8713a' },
  ...{ weight: '#2d2a6e', weightFaint: '#2d2a6e' },
};

/** A picture of these words; every score is another, the last key is hidden where that is asked for. */
export function pictureCase(
  queryLabels: readonly string[],
  keyLabels: readonly string[],
  change: Partial<StageInput> & { readonly isLastHidden?: boolean } = {},
): StageInput {
  const [queryCount, keyCount, stateDim] = [queryLabels.length, keyLabels.length, 2];
  const numbers = (length: number, rate: number): Float64Array =>
    Float64Array.from({ length }, (_, index) => 2 * Math.sin(index * rate + 1));
  const [encoderStates, decoderStates] = [numbers(keyCount * stateDim, 1.3), numbers(queryCount * stateDim, 0.7)];
  const input: AttentionInput<Float64Array> = {
    ...{ queryCount, keyCount, valueDim: stateDim, values: encoderStates },
    score: { scoreFunction: 'given', scores: numbers(queryCount * keyCount, 2.1) },
    mask: change.isLastHidden ? { keyMask: Uint8Array.from(keyLabels, (_, key) => (key < keyCount - 1 ? 1 : 0)) } : {},
  };
  const trace = computeTrace(input);
  const step = change.step ?? 0;
  return {
    ...{ title: 'A title', description: 'What it shows.', trace, queryLabels, keyLabels, focusKey: 0 },
    ...{ isSelectionMarked: true, direction: 'ltr', colours, ground: colours.ground, texts, measure: estimatedWidth },
    ...{ frame: frameAt(3.6, keyCount), stateDim, encoderStates, decoderStates, temperature: 1 },
    detail: computeRowDetail(input, step),
    baseScores: trace.scores,
    ...change,
    step,
  };
}

export const wordsOf = (count: number, length = 5): string[] =>
  Array.from({ length: count }, (_, index) => `${index}${'abcdefgh'.repeat(8)}`.slice(0, Math.max(1, length)));
