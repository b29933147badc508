// The inputs of a work and what is right, as files: pages, workers and native programs read the same numbers.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expectedOf } from './float64.mjs';
import { inputsOf } from './inputs.mjs';
import { buildFolder, repository } from './places.mjs';

const folder = `${buildFolder}work/`;

/** The work with `inputNames`, its `folder` in the repository, and `expected`. There is one at a time. */
export function writeWorkFiles(work) {
  rmSync(repository + folder, { recursive: true, force: true });
  mkdirSync(repository + folder, { recursive: true });
  const inputs = inputsOf(work);
  const expected = expectedOf(work, inputs);
  for (const [name, numbers] of Object.entries({ ...inputs, expected })) {
    writeFileSync(`${repository}${folder}${name}.bin`, numbers);
  }
  return { ...work, inputNames: Object.keys(inputs), folder, expected };
}
