import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** The first that is on the path, and Debian's, which may be another. */
const commands = ['python3', '/usr/bin/python3'];

/** Runs Python in a folder of its own; null where that Python is not there. Throws what it complains of. */
export function runPython(code: string, folder = tmpdir(), command = 'python3'): string | null {
  try {
    const environment = { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' };
    return execFileSync(command, ['-'], {
      cwd: folder,
      encoding: 'utf8',
      input: code,
      env: environment,
      stdio: 'pipe',
    });
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** A Python that has this module, or null. */
export function pythonWith(module: string): string | null {
  const question = `import importlib.util; print(importlib.util.find_spec("${module}") is not None)`;
  return commands.find((command) => runPython(question, undefined, command)?.trim() === 'True') ?? null;
}
