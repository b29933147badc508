// What the project needs from Debian, and how it gets there. Node built-ins only: this runs before `npm install`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian package -> what it is for. Versions are Debian 12's; other systems see `elsewhere`. */
export const buildPackages = {
  cmake: 'configures the C++ builds',
  'ninja-build': 'runs the C++ builds',
  emscripten: 'compiles the C++ core to WebAssembly',
  'libeigen3-dev': 'the matrix library of the C++ core',
};
export const browserPackages = {
  chromium: 'the browser that the tests drive',
};
export const testPackages = {
  'g++': 'the C++ library of the native tests',
  'libgtest-dev': 'the native test framework',
  'clang-format': 'checks how the C++ is laid out',
  'python3-numpy': 'runs the scripts that the page exports',
};
export const fuzzPackages = {
  'clang-14': 'compiles the native tests and the fuzzer',
  'libclang-rt-14-dev': 'the fuzzer and its sanitizers',
};

/** Whose pages the element is put into, for the tests of tests/hosts. */
export const hostPackages = {
  'python3-sphinx': 'builds a page with the element in it',
  mkdocs: 'builds a page with the element in it',
  'python3-nbconvert': 'builds a page with the element in it',
};

const elsewhere = `Elsewhere, install: CMake 3.25 or newer, Ninja, Emscripten 3.1.6 or newer (em++ on the PATH),
Eigen 3.4 (point Eigen3_DIR at its CMake folder), and for the tests clang 14 with libFuzzer, GoogleTest and Chromium
(CHROMIUM names its executable when it isn't /usr/bin/chromium).`;

function isInstalled(packageName) {
  const query = spawnSync('dpkg-query', ['-W', '-f=${Status}', packageName], { encoding: 'utf8' });
  return query.status === 0 && query.stdout.includes('install ok installed');
}

/**
 * Installs what is missing of `packages`; says what it does. Never throws: on another system, or without root,
 * it prints the exact command and returns false, so that the caller can go on with what is there.
 */
export function ensureDebianPackages(packages) {
  const hasApt = existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg-query');
  if (!hasApt) {
    console.log(`This system has no apt-get, so nothing was installed.\n${elsewhere}`);
    return false;
  }
  const missing = Object.keys(packages).filter((name) => !isInstalled(name));
  if (missing.length === 0) return true;

  const reasons = missing.map((name) => `  ${name}: ${packages[name]}`).join('\n');
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) {
    console.log(`These Debian packages are missing:\n${reasons}\nAs root, run:\n  ${command}\n${elsewhere}`);
    return false;
  }
  console.log(`Installing Debian packages:\n${reasons}`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args) =>
    spawnSync('apt-get', ['-q', '-o', 'Acquire::Retries=3', ...args], { encoding: 'utf8', env: environment });
  run(['update']);
  const install = run(['install', '-y', '--no-install-recommends', ...missing]);
  if (install.status !== 0) {
    console.log(`${install.stderr}apt-get could not install them. By hand:\n  ${command}\n${elsewhere}`);
    return false;
  }
  return true;
}
