import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { choiceOf, opened, taken } from './open.ts';

const page = readFileSync(fileURLToPath(new URL('../../../docs/import.md', import.meta.url)), 'utf8');

/** The Python of the page, with the heading it stands under. */
const recipes = page.split(/^### /m).flatMap((part) => {
  const [heading] = part.split('\n', 1);
  return [...part.matchAll(/^```python\n([^]*?)^```$/gm)].map(([, code]) => ({ heading, code }));
});

/** Runs Python in a folder of its own; null where there is none. */
function python(code: string, folder = tmpdir()): string | null {
  try {
    return execFileSync('python3', ['-c', code], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if ((error as { status?: number }).status === undefined) return null;
    throw error;
  }
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** The files that a recipe writes. */
function filesOf(code: string): Record<string, Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'recipe-'));
  folders.push(folder);
  python(code, folder);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]),
  );
}

const hasPython = python('') !== null;
const hasNumpy =
  hasPython && python('import importlib.util; print(importlib.util.find_spec("numpy") is not None)') === 'True\n';
if (!hasNumpy) console.warn('Skipped: the recipe with NumPy was not run, since python3 has none here.');

describe.skipIf(!hasPython)('the recipes of docs/import.md', () => {
  it('are many, and each is Python', () => {
    expect(recipes.length).toBeGreaterThan(7);
    for (const { code } of recipes) python(`import ast; ast.parse(${JSON.stringify(code)})`);
  });

  it('in Python alone write files that are read as what they are', () => {
    const [json, csv] = recipes.filter(({ heading }) => heading === 'Python alone').map(({ code }) => filesOf(code));
    expect(opened(json).opened.alignments?.alignments).toEqual([
      {
        target: ['the', 'cat', 'sat'],
        source: ['the', 'cat', 'sat'],
        weights: Float64Array.of(1, 0, 0, 0.25, 0.75, 0, 0.2, 0.3, 0.5),
      },
    ]);
    expect(opened(csv).opened.alignments?.alignments).toEqual([
      { target: ['the', 'cat'], source: ['le', 'chat'], weights: Float64Array.of(0.9, 0.1, 0.2, 0.8) },
    ]);
  });

  it.skipIf(!hasNumpy)('with NumPy write scores and their mask', () => {
    const file = opened(filesOf(recipes.find(({ heading }) => heading === 'NumPy')?.code ?? ''));
    const { attention, hidden } = taken(file, choiceOf(file.outline));
    expect(attention.kind).toBe('scores');
    expect(hidden).toEqual({ pairs: 3, queries: 0 });
  });
});
