// `npm run test:fixtures`: other projects' published numbers on every engine, at each case's own tolerance.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildEngines } from './build-engines.mjs';
import { fixtureResults, resultLines } from './fixture-results.mjs';
import { npmCommand, repository, runStep } from './run-step.mjs';

/** The same as in tests/fixtures/fixture-plugin.ts. */
const fixtureFolder = resolve(repository, process.env.ATTENTION_FIXTURES ?? '../shared/fixtures');
const report = `${repository}build/reports/fixtures.json`;
const isQuiet = true;

await buildEngines();
mkdirSync(`${repository}build/reports`, { recursive: true });
rmSync(report, { force: true });
const tests = await runStep(
  npmCommand('vitest'),
  [
    'run',
    'tests/engines',
    'tests/native-engine',
    'tests/browser',
    '-t',
    'fixtures on',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  { isQuiet },
);
if (existsSync(report)) {
  const results = fixtureResults(JSON.parse(readFileSync(report, 'utf8')));
  console.log(results.flatMap(resultLines).join('\n'));
  const topics = new Set(results.flatMap((each) => each.topics));
  const unread = filesOf(fixtureFolder).filter((name) => !topics.has(name));
  if (unread.length > 0) console.log(`Not for engines, or not read by their tests: ${unread.join(', ')}`);
  const hasFailed = results.some(({ failed }) => failed > 0) || results.every(({ passed }) => passed === 0);
  process.exitCode = tests.ok && !hasFailed ? 0 : 1;
} else {
  console.log('Vitest wrote no report.');
  process.exitCode = 1;
}

/** The names of the files of a folder that may be absent. */
function filesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));
}
