import type { TensorsProblem } from '../io/attention-tensors-json.ts';
import type { ImportProblem } from '../io/problem.ts';
import type { MapHeadRole, MapOrigin } from '../model/map-problem.ts';
import type { MapTensorsFault } from '../model/map-tensors.ts';
import type { ModelProblem } from '../model/problem.ts';
import type { LinkSearchState } from '../state/map-link-search.ts';
import { importProblem, modelProblem } from './en-problems.ts';

/** Made once: a map writes dozens of numbers in every frame. */
const grouped = new Intl.NumberFormat('en');
const count = (value: number): string => grouped.format(value);
const range = (first: number, end: number): string =>
  end - first === 1 ? count(first + 1) : `${count(first + 1)}–${count(end)}`;

const roles: Readonly<Record<MapHeadRole, string>> = {
  previous: 'the word before',
  near: 'what is near',
  copy: 'passages told again',
  sameWord: 'the same word',
  first: 'first words of chapters',
  chapter: 'its chapter and topic',
  period: 'ends of sentences',
  even: 'a little of everything',
};

const origins: Readonly<Record<MapOrigin, string>> = {
  generated:
    'A story and vectors made by a generator of this page, from a seed; not learned. Each head does one thing that heads of trained models are known to do.',
  spelling:
    'Your words. Queries and keys are the same vectors, of width 32, made from the spelling of each word by a fixed rule: equal words have equal vectors, where a word stands plays no part. Not learned.',
  vectors: 'Queries and keys from your file; the weights are computed from them here.',
  weights: 'Weights from your file, as they stand there.',
};

const linkStatus: Readonly<Record<Exclude<LinkSearchState['status'], 'searching'>, string>> = {
  idle: 'Looks through every row.',
  done: 'All rows looked through.',
  stopped: 'Stopped; of the rows looked through so far.',
  failed: 'The engine refused; of the rows looked through so far.',
};

const shapeText = (shape: readonly number[]): string => shape.map(count).join(' × ');
const place = (at: readonly number[]): string => (at.length === 0 ? '' : ` at ${at.map(count).join(', ')}`);
const quote = (text: string): string => `“${text}”`;

function textFault(problem: ModelProblem): string {
  switch (problem.code) {
    case 'noWords':
      return 'There are no words in it. Type or paste a text.';
    case 'tooManyWords':
      return `The text has ${count(problem.words)} words; the map takes at most ${count(problem.limit)}. Leave a part of it out.`;
    default:
      return modelProblem(problem);
  }
}

function tensorsFault(fault: MapTensorsFault): string {
  switch (fault.code) {
    case 'nothingToShow':
      return 'The file has neither weights nor both queries and keys.';
    case 'wrongRank':
      return `${fault.name} has the shape ${shapeText(fault.shape)}; expected rows × columns, heads × rows × columns, or layers × heads × rows × columns.`;
    case 'isEmpty':
      return `${fault.name} has the shape ${shapeText(fault.shape)}, which holds no number.`;
    case 'tooMany': {
      const what = {
        positions: 'positions along an axis',
        width: 'numbers in each vector',
        numbers: 'numbers in each head',
      }[fault.what];
      return `${fault.name} has ${count(fault.count)} ${what}; the map takes at most ${count(fault.limit)}. Bring a part of it.`;
    }
    case 'differentWidths':
      return `Queries of the shape ${shapeText(fault.queries)} and keys of ${shapeText(fault.keys)} have vectors of different widths, so there is no product of the two.`;
    case 'differentHeads':
      return `Queries of the shape ${shapeText(fault.queries)} and keys of ${shapeText(fault.keys)} do not have the same layers and heads; only the heads of keys may be fewer, if the queries’ are a multiple of them.`;
    case 'tokensDoNotFit':
      return `There are ${count(fault.tokens)} ${fault.side} tokens for ${count(fault.count)} ${fault.side === 'query' ? 'queries' : 'keys'}. Give one for each, or none.`;
    case 'noWeight':
      return `Row ${count(fault.row)}, column ${count(fault.column)} of head ${fault.head} is ${quote(String(fault.value))}. A weight is a finite number, 0 or above; if these are scores, apply softmax to them first.`;
    case 'noScale':
      return `The scale is ${quote(String(fault.scale))}; it must be a finite number.`;
  }
}

function fileProblem(problem: TensorsProblem | ImportProblem): string {
  switch (problem.code) {
    case 'tensorsNotJson':
      return 'This begins like JSON but is not: a bracket or comma is missing, or it holds “NaN” or “Infinity” as Python writes them.';
    case 'tensorsLayout':
      return 'The file holds neither weights nor both queries and keys. In JSON they stand as {"weights": […]}, as {"queries": […], "keys": […]}, or the weights alone as nested lists.';
    case 'raggedTensor':
      return `The list of ${problem.name}${place(problem.place)} has ${count(problem.length)} entries where the first has ${count(problem.expected)}.`;
    case 'notANumber':
      return `${problem.name}${place(problem.place)} holds ${quote(problem.text)} where a number is expected.`;
    case 'notTokens':
      return `${problem.name} is not a list of texts.`;
    default:
      return importProblem(problem);
  }
}

/** The map of long inputs: loaded with it. */
export const map = {
  origins,
  roles,
  textFault,
  tensorsFault,
  fileProblem,
  source: {
    title: 'What the map is of',
    names: { example: 'Example', text: 'Your text', file: 'A file' },
    textLabel: 'Your text',
    textHint: (most: string) => `Up to ${most} words; they stay in this page.`,
    causal: 'Each word sees only itself and what stands before it',
    show: 'Show',
    chooseFile: 'Choose a file',
    fileHint: (most: string, numbers: string) =>
      `JSON with "weights", or with "queries" and "keys", as nested lists: rows of numbers, before them perhaps heads, before them layers; "tokens", "scale" and "causal" if you like. Or arrays of those names as .npy, .npz or safetensors, or a table of weights as CSV. Up to ${most} positions along an axis and ${numbers} numbers in a head.`,
    shown: (queries: number, keys: number, heads: number) =>
      `Shown: ${count(queries)} queries × ${count(keys)} keys${heads > 1 ? `, ${heads} heads` : ''}.`,
  },
  find: {
    title: 'Find a word',
    label: 'Word to find',
    placeholder: 'harbour',
    previous: 'Previous place',
    next: 'Next place',
    axis: 'Along',
    axes: { queries: 'among queries', keys: 'among keys' },
    none: (text: string) => `No place has “${text}”.`,
    count: (places: number) => (places === 1 ? '1 place' : `${count(places)} places`),
    at: (index: number, places: number) => `${count(index + 1)} of ${count(places)}`,
  },
  links: {
    title: 'Strongest links',
    find: 'Find the strongest links',
    stop: 'Stop',
    searching: (percent: string) => `Looking through the rows, ${percent}`,
    status: linkStatus,
    hint: 'By how many times an even share over the keys that a query sees; shown is the weight.',
    lift: (times: string) => `${times} times an even share`,
  },
  heads: 'Layers and heads',
  table: {
    button: 'Table',
    title: 'Cells around the cursor',
    corner: 'query \\ key',
    pairs: 'Weights around the cursor.',
    cells: (what: string, pairs: number) =>
      `Around the cursor, ${what} of each ${count(pairs)} × ${count(pairs)} pairs.`,
  },
  overview: (queries: readonly [number, number], keys: readonly [number, number]) =>
    `Overview; in view are queries ${range(...queries)} and keys ${range(...keys)}`,
  range,
  label: (queries: number, keys: number) => `Map of the weights of ${count(queries)} queries by ${count(keys)} keys`,
  head: (layer: number, head: number) => `Layer ${layer + 1}, head ${head + 1}`,
  size: (queries: number, keys: number) => `${count(queries)} queries × ${count(keys)} keys`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Whole map',
  wheelHint: 'Hold Ctrl or ⌘ and turn the wheel to zoom',
  keys: 'Arrow keys move the cell, with Shift ten cells; plus and minus zoom; Page Up and Page Down go a screen up and down, Home and End to the first and last key of the row, with Ctrl to the corners; 0 shows the whole map; Enter zooms in until there are numbers.',
  keysTitle: 'Keyboard',
  number: count,

  pooling: 'A cell shows',
  poolings: { max: 'the largest weight', mean: 'the mean' },
  ink: 'Scale',
  inks: { logarithmic: 'logarithmic', linear: 'linear' },
  legend: {
    logarithmic: (least: string) => `Logarithmic, from ${least} (a quarter of an even share) to 1.`,
    linear: 'Linear: full ink is the row’s largest weight.',
    linearMean: 'Linear: the share of the row that falls on the cell’s keys, against the row’s largest weight.',
    pairs: 'A cell is one pair.',
    cells: (pairs: number, what: string) => `A cell is ${count(pairs)} × ${count(pairs)} pairs and shows ${what}.`,
    sample: (samples: number, rows: number) =>
      `Still a sample: ${count(samples)} of the ${count(rows)} rows of each cell.`,
    nothing: 'Not computed yet.',
    exact: 'Exact: every pair of every cell was looked at.',
    exactPairs: 'Exact.',
    linearEnds: ['0', 'the row’s largest'],
    profiles:
      'Right of the map: the share of each row that falls within view. Below: the mean weight of each column over the rows in view.',
  },
  busy: '· computing …',
  failed: (message: string) => `The engine refused: ${message}`,

  pair: (query: number, key: number) => ({ query: `query ${count(query + 1)}`, key: `key ${count(key + 1)}` }),
  weight: (weight: string) => `weight ${weight}`,
  block: (queries: readonly [number, number], keys: readonly [number, number]) =>
    `queries ${range(...queries)} × keys ${range(...keys)}`,
  pooled: (max: string, mean: string) => `largest weight ${max}, mean ${mean}`,
  ofRows: (samples: number, rows: number) => `from ${count(samples)} of ${count(rows)} rows`,
  unknown: 'not computed yet',
  largestOfRow: (weight: string) => `largest of the row ${weight}`,
};
