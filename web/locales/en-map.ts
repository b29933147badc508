import type { MapHeadRole, MapOrigin } from '../model/map-problem.ts';

const count = (value: number): string => value.toLocaleString('en');
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

/** The map of long inputs: loaded with it. */
export const map = {
  origins,
  roles,
  loadingProblem: 'Making the example …',
  label: (queries: number, keys: number) => `Map of the weights of ${count(queries)} queries by ${count(keys)} keys`,
  head: (layer: number, head: number) => `Layer ${layer + 1}, head ${head + 1}`,
  size: (queries: number, keys: number) => `${count(queries)} queries × ${count(keys)} keys`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Whole map',
  wheelHint: 'Hold Ctrl or ⌘ and turn the wheel to zoom',
  keys: 'Arrow keys move the cell, with Shift ten cells; plus and minus zoom; Page Up and Page Down go a screen up and down, Home and End to the first and last key of the row, with Ctrl to the corners; 0 shows the whole map; Enter zooms in until there are numbers.',
  keysTitle: 'Keys',
  queries: 'queries',
  keysAxis: 'keys',
  position: (position: number, token: string) => `${count(position + 1)} ${token}`,
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
    exact: 'Exact: every row of every cell.',
    profiles:
      'Right of the map: the share of each row that falls within view. Below: the mean weight of each column over the rows in view.',
  },
  busy: 'computing',
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
