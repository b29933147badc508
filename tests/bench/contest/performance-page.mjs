// docs/performance.md: prose by hand, and between two marks what was measured.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { peakRanges } from './figures.mjs';
import { digits } from './markdown.mjs';
import { isQuiet } from './statistics.mjs';
import { briefTable, matchTable, startUpTable } from './tables.mjs';

const begin = '<!-- measured: begin -->';
const end = '<!-- measured: end -->';

/** Throws where the marks are missing: what was written by hand is not to be lost. */
export function replaceMeasured(page, measured) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no "${begin}" with "${end}" behind it.`);
  return `${page.slice(0, from + begin.length)}\n\n${measured}\n\n${page.slice(to)}`;
}

/** All of a run: { date, machine, matches, startUp }. */
export function measuredText({ date, machine, matches, startUp }) {
  const peaks = peakRanges(matches).map(({ name, least, median, most }) => {
    const range = `${digits(least)} – ${digits(most)} over the works`;
    return `The ${name.replace(', 1 thread', '')} was ${digits(median)} GFLOP/s (${range}).`;
  });
  const samples = matches.flatMap(({ results }) => results.flatMap((result) => result.samples ?? []));
  const quiet = `Of ${samples.length} samples ${samples.filter(isQuiet).length} were hardly disturbed.`;
  const threadCounts = [1, 2].filter((count) =>
    matches.some(({ results }) => results.some(({ threadCount, samples }) => threadCount === count && samples)),
  );
  return [
    `Measured on ${date}: ${machine.processor}, ${machine.coreCount} cores; Chromium ${machine.chromium}. ${[...peaks, quiet].join(' ')}`,
    '## Beside the others',
    ...threadCounts.map((count) => briefTable(matches, count)),
    '## Start',
    startUpTable(startUp),
    '## Work by work',
    ...matches.map(matchTable),
  ].join('\n\n');
}

export async function writePerformancePage(path, run) {
  const options = await resolveConfig(path);
  const text = replaceMeasured(readFileSync(path, 'utf8'), measuredText(run));
  writeFileSync(path, await format(text, { ...options, filepath: path }));
}
