// The tables of the terminal and of docs/performance.md.
import { figuresOf } from './figures.mjs';
import { digits, megabytes, percent, table, times } from './markdown.mjs';
import { summaryOf } from './statistics.mjs';

const spread = ({ lower, upper }) => `${digits(lower)} – ${digits(upper)}`;

/** One work, everyone. */
export function matchTable(match) {
  const figures = figuresOf(match);
  const peaks = figures.filter(({ isPeak, samples }) => isPeak && samples);
  const hasFlops = match.work.operations !== undefined;
  const played = figures.filter(({ samples }) => samples && samples.length > 0);
  const rows = played
    .filter(({ isPeak }) => hasFlops || !isPeak)
    .toSorted(
      (a, b) => Number(a.isPeak ?? false) - Number(b.isPeak ?? false) || a.milliseconds.median - b.milliseconds.median,
    )
    .map(
      ({ name, isPeak, milliseconds, quietCount, samples, gigaflops, sharesOfPeak, timesOurs, memoryBytes, error }) => [
        name,
        isPeak ? '' : digits(milliseconds.median),
        isPeak ? '' : spread(milliseconds),
        `${quietCount} of ${samples.length}`,
        ...(hasFlops ? [digits(gigaflops), ...peaks.map((_, index) => percent(sharesOfPeak?.[index]))] : []),
        times(timesOurs),
        isPeak ? '' : megabytes(memoryBytes),
        isPeak ? '' : error.toExponential(0),
      ],
    );
  const refused = figures.filter(({ refusal }) => refusal).map(({ name, refusal }) => `- ${name}: ${refusal}`);
  const peakHeaders = peaks.map(({ name }) => `of the ${name.replace(', 1 thread', '')}`);
  const flopsHeaders = hasFlops ? ['GFLOP/s', ...peakHeaders] : [];
  const header = [match.work.name, 'ms', 'quartiles', 'quiet', ...flopsHeaders, 'time over ours', 'wasm MiB', 'error'];
  return [table(header, rows), ...(refused.length > 0 ? [`Not measured:\n\n${refused.join('\n')}`] : [])].join('\n\n');
}

/** A row a work, a column a contestant with so many threads: milliseconds, and how many times ours that is. */
export function briefTable(matches, threadCount) {
  const all = matches.map((match) => ({ work: match.work, figures: figuresOf(match) }));
  const names = [
    ...new Set(
      all.flatMap(({ figures }) =>
        figures
          .filter((one) => one.threadCount === threadCount && !one.isPeak && !one.isStaged && one.samples)
          .map(({ name }) => name),
      ),
    ),
  ];
  const rows = all.map(({ work, figures }) => [
    work.name,
    ...names.map((name) => {
      const one = figures.find((figure) => figure.name === name);
      if (!one?.samples) return '–';
      const { milliseconds, timesOurs } = one;
      return `${digits(milliseconds.median)}${timesOurs === undefined ? '' : ` (${times(timesOurs)})`}`;
    }),
  ]);
  const suffix = threadCount === 1 ? ', 1 thread' : `, ${threadCount} threads`;
  return table([`milliseconds${suffix}`, ...names.map((name) => name.replace(suffix, ''))], rows);
}

/** A row a module, a column a build: the median to start, and what a page loads for it. */
export function startUpTable(modules) {
  const titleOf = ({ label, threadCount }) => `${label}, ${threadCount === 1 ? '1 thread' : `${threadCount} threads`}`;
  const builds = [...new Set(modules.map(titleOf))];
  const names = [...new Set(modules.map(({ name }) => name))];
  const rows = names.map((name) => [
    name,
    ...builds.map((build) => {
      const module = modules.find((one) => one.name === name && titleOf(one) === build);
      if (!module) return '–';
      return `${digits(summaryOf(module.samples).median)} ms, ${(module.brotliBytes / 1000).toFixed(0)} kB`;
    }),
  ]);
  return table(['module', ...builds], rows);
}
