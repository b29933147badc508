// `npm run test:fixtures`: other projects' published numbers on every engine, at each case's own tolerance.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { buildEngines } from './build-engines.mjs';
import { fixtureResults, resultLines } from './fixture-results.mjs';
import { npmCommand, repository, runStep } from './run-step.mjs';

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
  const hasFailed = results.some(({ failed }) => failed > 0) || results.every(({ passed }) => passed === 0);
  process.exitCode = tests.ok && !hasFailed ? 0 : 1;
} else {
  console.log('Vitest wrote no report.');
  process.exitCode = 1;
}
