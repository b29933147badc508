// `npm test`: sets up what is missing, then runs every test there is. The last line is `N passed, N failed`.
import { mkdirSync, rmSync } from 'node:fs';
import {
  browserPackages,
  buildPackages,
  ensureDebianPackages,
  fuzzPackages,
  hostPackages,
  testPackages,
} from './debian.mjs';
import { fuzz, seedFolder } from './fuzz.mjs';
import { ensureNodePackages, requireNode } from './node-packages.mjs';
import { npmCommand, repository, runStep } from './run-step.mjs';
import { countCtest, countVitest } from './test-counts.mjs';

const parts = [];

/** Runs one part and keeps its counts; a part that throws is one failure. */
async function part(name, run) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const counts = await run().catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  parts.push({ name, seconds: (performance.now() - start) / 1000, ...counts });
}

const countSteps = (steps) => ({
  passed: steps.filter(({ ok }) => ok).length,
  failed: steps.filter(({ ok }) => !ok).length,
  skipped: 0,
});

function finish() {
  const total = (field) => parts.reduce((sum, each) => sum + each[field], 0);
  console.log('\npart                passed  failed  skipped  seconds');
  for (const { name, passed, failed, skipped, seconds } of parts) {
    const numbers = [passed, failed, skipped].map((count) => String(count).padStart(7));
    console.log(`${name.padEnd(19)}${numbers.join(' ')} ${seconds.toFixed(1).padStart(9)}`);
  }
  const [passed, failed] = [total('passed'), total('failed')];
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log(`\n${passed} passed, ${failed} failed`);
}

requireNode();
ensureDebianPackages({ ...buildPackages, ...browserPackages, ...testPackages, ...fuzzPackages, ...hostPackages });
if (!ensureNodePackages()) {
  parts.push({ name: 'set-up', passed: 0, failed: 1, skipped: 0, seconds: 0 });
  finish();
  process.exit();
}
// Without them the tests of tests/hosts fail, and no others.
ensureNodePackages('tests/hosts/');
const reports = `${repository}build/reports`;
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

await part('build', async () => {
  const build = await runStep(process.execPath, ['tools/build.mjs']);
  return countSteps([build]);
});

await part('check', async () => {
  const { runChecks } = await import('./check.mjs');
  const results = await runChecks();
  const count = (state) => results.filter((result) => result.state === state).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
});

await part('native tests', async () => {
  const preset = 'native-debug';
  for (const args of [
    ['--preset', preset],
    ['--build', '--preset', preset],
  ]) {
    const step = await runStep('cmake', args, { isQuiet: true });
    if (!step.ok) return countSteps([step]);
  }
  const report = `${reports}/ctest.xml`;
  const tests = await runStep('ctest', ['--preset', preset, '--output-on-failure', '--output-junit', report], {
    isQuiet: true,
  });
  return countCtest(report, tests.ok);
});

/** Some of the projects of vitest.config.ts, in a process of their own. */
async function vitest(name, projects) {
  const report = `${reports}/${name}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const tests = await runStep(npmCommand('vitest'), [
    'run',
    ...projects.map((each) => `--project=${each}`),
    ...reporters,
  ]);
  return countVitest(report, tests.ok);
}

process.env.ATTENTION_FRAMES = seedFolder;
// Pages are tested one after another and mostly wait, which leaves a processor to the rest. Each line names its project.
await Promise.all([
  part('pages', () => vitest('pages', ['page'])),
  part('engines and units', () => vitest('engines-and-units', ['node', 'browser', 'hosts'])),
]);

await part('fuzz', async () => countSteps([{ ok: await fuzz() }]));

await part('size', async () => countSteps([await runStep(process.execPath, ['tools/size.mjs'])]));

finish();
