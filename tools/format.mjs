// `npm run format`: what `npm run check` would complain of, mended.
import { cppSources, findClangFormat } from './cpp-sources.mjs';
import { npmCommand, runStep } from './run-step.mjs';

const steps = [await runStep(npmCommand('prettier'), ['--write', '--log-level', 'warn', '.'])];
const clangFormat = findClangFormat();
const sources = cppSources();
if (clangFormat === null) console.log('clang-format 14 is not installed: the C++ was left as it is.');
else if (sources.length > 0) steps.push(await runStep(clangFormat, ['-i', ...sources]));
process.exitCode = steps.every(({ ok }) => ok) ? 0 : 1;
