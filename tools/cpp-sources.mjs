// Where the C++ lies, and the tool that formats it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { repository } from './run-step.mjs';

/** Another version breaks lines elsewhere, so formatting is checked with this one only: Debian 12's. */
const wantedVersion = 14;

/** Paths of all C++ files, relative to the repository. */
export function cppSources() {
  return ['wasm', 'tests/native', 'tests/bench/native']
    .filter((folder) => existsSync(`${repository}${folder}`))
    .flatMap((folder) => readdirSync(`${repository}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.(cpp|hpp)$/.test(path))
    .sort();
}

/** The name of a clang-format of the wanted version, or null. */
export function findClangFormat() {
  const isWanted = (name) => {
    const { stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
    return Number(/version (\d+)\./.exec(stdout ?? '')?.[1]) === wantedVersion;
  };
  return [`clang-format-${wantedVersion}`, 'clang-format'].find(isWanted) ?? null;
}
