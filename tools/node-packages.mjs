// The npm packages, and the Node that runs them. Node built-ins only: this runs before `npm ci`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

/** Runs `npm ci` when the lock file isn't the one that was last installed. Returns false where that failed. */
export function ensureNodePackages() {
  const stamp = at('node_modules/.installed-lock');
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return true;
  console.log('Installing npm packages (npm ci)');
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: at('.'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (install.status !== 0) {
    console.error('npm ci failed: see above. It needs the npm registry, or a filled cache.');
    return false;
  }
  writeFileSync(stamp, lock);
  return true;
}
