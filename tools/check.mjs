// `npm run check`: all that can be said about the source without running the product.
import { cppSources, findClangFormat } from './cpp-sources.mjs';
import { isMain } from './is-main.mjs';
import { npmCommand, runStep } from './run-step.mjs';

/**
 * @returns {Promise<{ name: string, state: 'passed' | 'failed' | 'skipped', seconds: number }[]>}
 *   The output of what failed has been printed.
 */
export async function runChecks() {
  const quiet = { isQuiet: true };
  const checks = {
    'format (prettier)': () => runStep(npmCommand('prettier'), ['--check', '--log-level', 'warn', '.'], quiet),
    'lint (eslint)': () => runStep(npmCommand('eslint'), ['--max-warnings', '0', '.'], quiet),
    'types (tsc)': () => runStep(npmCommand('tsc'), ['--noEmit'], quiet),
    'format (clang-format)': () => {
      const clangFormat = findClangFormat();
      const sources = cppSources();
      if (clangFormat === null) console.log('clang-format 14 is not installed: the format of the C++ was not checked.');
      if (clangFormat === null || sources.length === 0) return null;
      return runStep(clangFormat, ['--dry-run', '--Werror', ...sources], quiet);
    },
  };
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const result = await check();
      const state = result === null ? 'skipped' : result.ok ? 'passed' : 'failed';
      console.log(`  ${state.padEnd(8)}${name}${result === null ? '' : `  ${result.seconds.toFixed(1)} s`}`);
      return { name, state, seconds: result?.seconds ?? 0 };
    }),
  );
}

if (isMain(import.meta.url)) {
  const results = await runChecks();
  // `npm test` runs this one with all other tests.
  const architecture = await runStep(npmCommand('vitest'), ['run', '--project', 'node', 'tests/unit/architecture'], {
    isQuiet: true,
  });
  console.log(
    `  ${architecture.ok ? 'passed' : 'failed'}  architecture (vitest)  ${architecture.seconds.toFixed(1)} s`,
  );
  process.exitCode = architecture.ok && results.every(({ state }) => state !== 'failed') ? 0 : 1;
}
