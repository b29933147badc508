// `npm run accuracy`: how far each engine is from float64, as a table, and as data for the page.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { buildEngines } from './build-engines.mjs';
import { npmCommand, repository, runStep } from './run-step.mjs';

const report = `${repository}build/reports/accuracy.json`;
const dataFile = `${repository}web/model/measured-accuracy.json`;
const tableFile = `${repository}docs/accuracy.md`;

await buildEngines();
mkdirSync(`${repository}build/reports`, { recursive: true });
rmSync(report, { force: true });
const tests = await runStep(
  npmCommand('vitest'),
  [
    ...['run', 'tests/engines', 'tests/native-engine', 'tests/browser', '-t', 'accuracy of'],
    ...['--reporter=json', `--outputFile.json=${report}`],
  ],
  { isQuiet: true },
);
process.exitCode = tests.ok ? 0 : 1;
if (existsSync(report)) {
  const order = ['reference', 'native', 'wasmSimd', 'wasmThreads'];
  const measured = JSON.parse(readFileSync(report, 'utf8'))
    .testResults.flatMap(({ name: path, assertionResults }) =>
      assertionResults.flatMap(({ meta }) =>
        meta?.accuracy ? [{ ...meta.accuracy, place: placeOf(meta.accuracy.engine, path) }] : [],
      ),
    )
    .sort((a, b) => order.indexOf(a.engine) - order.indexOf(b.engine) || b.place.localeCompare(a.place));
  const table = tableOf(measured);
  console.log(table);
  if (tests.ok && measured.length > 0) {
    await writeFormatted(dataFile, JSON.stringify(measured));
    await writeFormatted(tableFile, `# Accuracy\n\n${explanation(measured[0].dim)}\n\n${table}`);
  }
}

function placeOf(engine, path) {
  if (engine === 'native') return 'native code';
  return path.includes('/tests/browser/') ? 'Chromium' : 'Node';
}

function tableOf(measured) {
  const header = ['engine', 'where', 'precision', 'queries × keys', 'error of weights', 'error of context'];
  const rows = measured.map(({ engine, place, precision, count, weightsError, contextError }) => [
    engine,
    place,
    precision,
    `${count} × ${count}`,
    weightsError.toExponential(1),
    contextError.toExponential(1),
  ]);
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function explanation(dim) {
  return `The largest absolute difference of any weight and of any part of a context from the reference engine in float64: scaled dot products of vectors of width ${dim} with parts of mean 0 and variance 1. One rounding is 6.0e-8 in float32 and 1.1e-16 in float64. Written by \`npm run accuracy\`.`;
}

async function writeFormatted(path, text) {
  const options = await resolveConfig(path);
  writeFileSync(path, await format(text, { ...options, filepath: path }));
}
