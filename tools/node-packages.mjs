// The npm packages, and the Node that runs them. Node built-ins only: this runs before `npm ci`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const wanted = [20, 19];

/** Says so and ends the process where Node is too old for the packages. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  console.error(`This is Node ${process.versions.node}, but the project needs ${wanted.join('.')} or newer.`);
  process.exit(1);
}

/**
 * True when what npm noted as installed is what the lock file asks for. Contents are compared, not dates, which a fresh
 * checkout changes; optional packages of other systems may be absent.
 */
function isInstalled(folder) {
  const installedPath = at(`${folder}node_modules/.package-lock.json`);
  if (!existsSync(installedPath)) return false;
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  const installed = packagesOf(installedPath);
  return Object.entries(packagesOf(at(`${folder}package-lock.json`))).every(
    ([path, { version, optional }]) => path === '' || installed[path]?.version === version || optional,
  );
}

/**
 * Runs `npm ci` when the packages of `folder`, which ends in a slash where it is not the root, aren't those of its lock file.
 * Returns false where that failed.
 */
export function ensureNodePackages(folder = '') {
  if (isInstalled(folder)) return true;
  console.log(`Installing npm packages${folder && ` into ${folder}`} (npm ci)`);
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: at(folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (install.status !== 0) {
    console.error('npm ci failed: see above. It needs the npm registry, or a filled cache.');
    return false;
  }
  return true;
}
