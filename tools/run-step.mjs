// Runs the commands that the npm scripts are made of, and says which and how long.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../', import.meta.url));

/** Path of a command that an npm package brought. */
export const npmCommand = (name) => `${repository}node_modules/.bin/${name}`;

/**
 * Runs a command in the repository and waits for it. Its output is shown as it comes or, with `isQuiet`, only when it
 * fails. Never rejects: a command that can't be started is a step that failed.
 *
 * @returns {Promise<{ ok: boolean, seconds: number, output: string }>} output is empty where it was shown as it came.
 */
export function runStep(command, args, { isQuiet = false } = {}) {
  const start = performance.now();
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn(command, args, {
      cwd: repository,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const finish = (ok, extra = '') => {
      const output = Buffer.concat(chunks).toString() + extra;
      if (isQuiet && !ok) process.stdout.write(`${output}\n`);
      resolve({ ok, seconds: (performance.now() - start) / 1000, output });
    };
    child.once('error', (error) => finish(false, `${command} could not be started: ${error.message}`));
    child.once('close', (code) => finish(code === 0));
  });
}
