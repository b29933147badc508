import type { PatternName } from '../model/patterns.ts';

const count = (value: number): string => value.toLocaleString('en');

const names: Readonly<Record<PatternName, string>> = {
  full: 'Full',
  window: 'Window',
  strided: 'Strided',
  topK: 'Top-k',
};

const rules: Readonly<Record<PatternName, string>> = {
  full: 'Every word looks at every word.',
  window: 'Each word looks at its neighbours along the diagonal.',
  strided: 'Its neighbours, and every so-many-th word further away.',
  topK: 'Only the largest weights of each row stay. To find them, all scores are computed first.',
};

const formulas: Readonly<Record<PatternName, string>> = {
  full: 'T²',
  window: 'T · (2r + 1) − r · (r + 1)',
  strided: '≈ 2T√(2T), with the best s',
  topK: 'k · T stay',
};

/** Patterns and the online softmax: loaded with them. */
export const patterns = {
  names,
  rules,
  formulas,
  title: 'Which scores are computed',
  lead: (queries: number, keys: number) =>
    `The words in view have ${count(queries)} × ${count(keys)} = ${count(queries * keys)} scores. Past a thousand words that product hurts, and parts of it are left out.`,
  radius: 'Window: r words to each side',
  stride: 'Strided: step s',
  topCount: 'Top-k: k words of a row',
  picture: (name: string, pairs: number, all: number, kept: string) =>
    `${name}: ${count(pairs)} of ${count(all)} pairs take part; they hold ${kept} of the weight of full attention.`,
  pairs: (pairs: number, all: number) => `${count(pairs)} of ${count(all)} scores`,
  keptPairs: (pairs: number, all: number) => `${count(pairs)} stay of ${count(all)} scores`,
  kept: (share: string) => `hold ${share} of the weight`,
  shift: (value: string) => `context moves by at most ${value}`,
  same: 'what the others are compared with',
  growth: 'A text that looks at itself',
  pattern: 'Pattern',
  formula: 'Scores',
  at: (tokens: number) => `T = ${count(tokens)}`,
  atNote: 'With r and k as above; the stride is the best for each length, √(T/2).',
  here: 'Words in view',
  keptHeader: 'Weight held',
  shiftHeader: 'Context moves by',
  failed: (reason: string) => `The engine refused: ${reason}`,
  empty: 'Nothing is computed yet.',

  times: {
    title: 'What it costs here',
    measure: 'Measure',
    again: 'Measure again',
    stop: 'Stop',
    lead: (radius: number, dim: number, engine: string) =>
      `Fused attention on this device (${engine}), d = ${dim}: in full, and within ${count(radius)} words to each side.`,
    status: {
      idle: '',
      measuring: 'Measuring …',
      done: 'Measured.',
      stopped: 'Stopped.',
      failed: 'The engine refused.',
    },
    lines: { full: 'Full', window: 'Window' },
    size: 'T, words (queries and keys)',
    sizeShort: 'T',
    point: (label: string, size: number, time: string) => `${label}, T = ${count(size)}: ${time}`,
    describe: (ends: string) => `Milliseconds over the length of the text. ${ends}`,
    end: (label: string, size: number, time: string) => `${label}: ${time} at T = ${count(size)}.`,
    growth: (full: string, window: string) =>
      `Twice the length takes ${full} times as long in full, and ${window} times within the window: T² would be 4, T would be 2.`,
    asTable: 'As a table',
  },

  pass: {
    title: 'Softmax in one pass',
    lead: 'A long row need not be kept to be normalised. Going over the keys once, remember the largest score so far, m, and the sum of e^(score − m), s. When a larger score comes, the sum so far is rescaled.',
    of: (word: string) => `The row of “${word}”`,
    back: 'One key back',
    forward: 'One key on',
    play: 'Play',
    pause: 'Pause',
    position: 'Keys that have gone by',
    taken: (taken: number, all: number) => `${taken} of ${all} keys`,
    begin: 'Nothing has been seen: m = −∞, s = 0.',
    hidden: (word: string) => `“${word}” is hidden and passed over.`,
    first: 'The first score is the largest so far.',
    larger: 'A larger score: the sum so far shrinks.',
    smaller: 'Not larger than m: it is added, and nothing else changes.',
    end: (logSumExp: string) => `All keys have gone by: log-sum-exp = m + ln s = ${logSumExp}, the trace’s own.`,
    picture: (word: string, score: string, largest: string, sum: string) =>
      `After “${word}” with score ${score}: largest so far ${largest}, sum ${sum}.`,
    largest: 'm',
    sum: 's',
    score: 'score',
    asTable: 'As a table',
    table: {
      key: 'Key',
      score: 'Score',
      largest: 'Largest so far, m',
      rescale: 'Sum so far times',
      term: 'Added',
      sum: 'Sum, s',
    },
    none: 'This row sees no key.',
    limit: 'There is no row to go over. At temperature 0 all weight is on the largest score, and no sum is kept.',
  },
};
