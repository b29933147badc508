// `npm run fuzz`: a minute of random calls on the core under sanitizers, from the calls that the engine suite makes.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fuzzPackages, ensureDebianPackages } from './debian.mjs';
import { isMain } from './is-main.mjs';
import { npmCommand, repository, runStep } from './run-step.mjs';

const folder = `${repository}build/fuzz`;
/** Where tests/native-engine leaves the calls it makes, when asked by ATTENTION_FRAMES. */
export const seedFolder = `${folder}/seeds`;
const crashFolder = `${folder}/crashes`;
const program = `${repository}build/native-debug/tests/native/fuzz_call`;

/** For how long; ATTENTION_FUZZ_SECONDS, by default a minute. */
const seconds = Number(process.env.ATTENTION_FUZZ_SECONDS ?? 60);

/**
 * True when nothing was found. Else the call that failed has been said in words, and lies in build/fuzz/crashes: the
 * program computes it again when it is given that file.
 */
export async function fuzz() {
  for (const args of [
    ['--preset', 'native-debug'],
    ['--build', '--preset', 'native-debug', '--target', 'fuzz_call'],
  ]) {
    const step = await runStep('cmake', args, { isQuiet: true });
    if (!step.ok) return false;
  }
  for (const each of [seedFolder, crashFolder, `${folder}/found`]) mkdirSync(each, { recursive: true });
  const before = new Set(readdirSync(crashFolder));
  const run = await runStep(
    program,
    [
      `-max_total_time=${seconds}`,
      '-max_len=8192',
      '-timeout=30',
      '-rss_limit_mb=3072',
      '-print_final_stats=1',
      '-verbosity=0',
      `-artifact_prefix=${crashFolder}/`,
      `${folder}/found`,
      seedFolder,
    ],
    { isQuiet: true },
  );
  const count = /stat::number_of_executed_units:\s*(\d+)/.exec(run.output)?.[1];
  console.log(
    `${count ?? 'no'} calls in ${run.seconds.toFixed(0)} s, from ${readdirSync(seedFolder).length} of the engine suite`,
  );
  for (const name of readdirSync(crashFolder).filter((each) => !before.has(each))) {
    console.log(`The call of ${crashFolder}/${name}:`);
    const { stdout } = spawnSync(program, [`${crashFolder}/${name}`], {
      encoding: 'utf8',
      env: { ...process.env, ATTENTION_DESCRIBE: '1' },
      timeout: 60_000,
    });
    console.log(stdout);
  }
  return run.ok;
}

/** The suite of the engines on native code, which leaves its calls as seeds. */
async function makeSeeds() {
  if (existsSync(seedFolder) && readdirSync(seedFolder).length > 0) return;
  process.env.ATTENTION_FRAMES = seedFolder;
  await runStep(npmCommand('vitest'), ['run', '--project', 'node', 'tests/native-engine'], { isQuiet: true });
}

if (isMain(import.meta.url)) {
  ensureDebianPackages(fuzzPackages);
  await makeSeeds();
  process.exitCode = (await fuzz()) ? 0 : 1;
}
