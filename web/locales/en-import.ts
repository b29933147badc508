import type { AxisName } from '../io/arrays/file-tensor.ts';
import type { MaskMeaning } from '../io/arrays/choice.ts';
import type { NumberType } from '../io/arrays/number-type.ts';

const axisNames: Readonly<Record<AxisName, string>> = {
  batch: 'sentence',
  layer: 'layer',
  head: 'head',
  query: 'queries',
  key: 'keys',
  width: 'width',
};

const shape = (sizes: readonly number[]): string => (sizes.length === 0 ? 'one number' : sizes.join(' × '));

/** What the importer says while it asks what of a file is meant. */
export const importing = {
  title: 'What of this file?',
  reading: (name: string) => (name === '' ? 'Reading …' : `Reading ${name} …`),
  holds: (name: string, format: string, arrays: number) =>
    `${name === '' ? 'What you pasted' : name} (${format}) holds ${arrays === 1 ? 'one array' : `${arrays} arrays`}.`,
  array: (name: string, sizes: readonly number[], type: NumberType) =>
    `${name === '' ? 'unnamed' : name}, ${shape(sizes)}, ${type}`,

  kind: 'The numbers are',
  kinds: { weights: 'weights', scores: 'scores', vectors: 'queries and keys' },
  kindHints: {
    weights: 'After softmax: not negative, each row adds up to 1.',
    scores: 'Before softmax. −∞ hides a key.',
    vectors: 'Scores are made of them: q·k / √width.',
  },
  tensors: { matrix: 'Array', queries: 'Queries', keys: 'Keys', values: 'Values', mask: 'Mask' },
  none: 'none',

  axes: (name: string) => `Axes of ${name === '' ? 'the array' : name}`,
  axisText: (axis: string, size: number) => `${axis} ${size}`,
  axis: (index: number, size: number) => `Axis ${index}, ${size} long`,
  axisNames,
  swap: 'Swap rows and columns',
  which: { batch: 'Sentence', layer: 'Layer', head: 'Head' },
  of: (count: number) => `of ${count}`,

  meaning: 'In the mask',
  meanings: {
    mayAttend: '1 or True: may attend',
    isHidden: '1 or True: hidden',
    isAdded: 'numbers are added to the scores',
  } satisfies Record<MaskMeaning, string>,
  hidden: (meaning: MaskMeaning, pairs: number, all: number, queries: number) => {
    const reading = {
      mayAttend: '1 is read as “may attend”, 0 as “hidden”',
      isHidden: '1 is read as “hidden”, 0 as “may attend”',
      isAdded: 'the mask is added: −∞, and numbers that only a mask can mean, hide the key',
    }[meaning];
    const nothing =
      queries === 0
        ? 'every query sees something'
        : `${queries} ${queries === 1 ? 'query sees' : 'queries see'} nothing`;
    return `Here ${reading}: ${pairs} of ${all} pairs are hidden, ${nothing}.`;
  },

  range: { queries: 'Queries', keys: 'Keys' },
  from: 'from',
  to: 'to',
  words: { queries: 'Words of the rows', keys: 'Words of the columns' },
  wordsHint: 'parted by spaces; empty: numbered',

  sums: (smallest: string, largest: string) =>
    smallest === largest
      ? `Each row adds up to ${smallest}.`
      : `The rows add up to between ${smallest} and ${largest}.`,
  sumsUneven: 'The stage divides each row by its sum.',
  sumsAlong: (axis: number, isKey: boolean) =>
    isKey
      ? `Along axis ${axis} the numbers add up to 1, so these are weights and that axis is the keys.`
      : `Along axis ${axis} the numbers add up to 1: weights have their keys there.`,
  notWeights: 'Along no axis do the numbers add up to 1, so these are hardly weights.',
  float16Infinity:
    'Stored as float16, whose numbers end at ±65,504: a mask of −1e9 has become −∞ in it. It hides the key all the same.',
  maskNumber: (value: string) =>
    `There are numbers down to ${value}, as masks have. As scores they leave the key a weight of 0; only a row that has nothing else comes out uniform.`,
  wordsAndPositions: (side: 'queries' | 'keys', positions: number, words: number) =>
    words < positions
      ? `${positions} ${side}, but ${words} words: the first ${words} are shown, the rest is taken for padding. Choose another range to see it.`
      : `${positions} ${side}, but ${words} words: the first ${positions} words are used. Check that they belong to this array.`,
  tooLong: (side: 'queries' | 'keys', count: number, limit: number) =>
    `${count} ${side}; the stage shows at most ${limit} at once. Choose a range.`,

  preview: (rows: number, columns: number) => `Weights of ${rows} queries by ${columns} keys`,
  previewHidden: 'hidden',
  show: 'Show it',
  cancel: 'Cancel',
  shown: (what: string) => `${what}. Every score can be changed.`,
  nothing: 'Nothing in this file can be attention: it takes an array of at least one axis and at most five.',
  arraysIn: (names: string) => `It holds: ${names}.`,
};
