import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { choiceOf, opened, taken } from './open.ts';
import { pythonWith, runPython } from './python.ts';

const page = readFileSync(fileURLToPath(new URL('../../../docs/import.md', import.meta.url)), 'utf8');

/** The Python of the page, with the heading it stands under. */
const recipes = page.split(/^### /m).flatMap((part) => {
  const [heading] = part.split('\n', 1);
  return [...part.matchAll(/^```python\n([^]*?)^```$/gm)].map(([, code]) => ({ heading, code }));
});

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** The files that a recipe writes. */
function filesOf(code: string): Record<string, Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'recipe-'));
  folders.push(folder);
  runPython(code, folder, numpy ?? undefined);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]),
  );
}

const hasPython = runPython('') !== null;
const numpy = pythonWith('numpy');
if (numpy === null) console.warn('Skipped: the recipe with NumPy was not run, since no python3 here has it.');

describe.skipIf(!hasPython)('the recipes of docs/import.md', () => {
  it('are many, and each is Python', () => {
    expect(recipes.length).toBeGreaterThan(7);
    for (const { code } of recipes) runPython(`import ast; ast.parse(${JSON.stringify(code)})`);
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

  it.skipIf(numpy === null)('with NumPy write scores and their mask', () => {
    const file = opened(filesOf(recipes.find(({ heading }) => heading === 'NumPy')?.code ?? ''));
    const { attention, hidden } = taken(file, choiceOf(file.outline));
    expect(attention.kind).toBe('scores');
    expect(hidden).toEqual({ pairs: 3, queries: 0 });
  });
});
