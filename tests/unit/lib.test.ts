import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const library = `${repository}dist/lib/index.js`;
const isBuilt = existsSync(library);
if (!isBuilt)
  console.warn('dist/lib is not there (node tools/build.mjs makes it): the tests of the library are skipped.');

/** Runs a script in a Node of its own, as a user of the library would, and gives what it prints as JSON. */
function runInNode(script: string): unknown {
  const source = `import * as library from ${JSON.stringify(pathToFileURL(library).href)};\n${script}`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' }));
}

const example = `{
  queryCount: 1, keyCount: 3, valueDim: 1,
  values: Float64Array.of(10, 20, 30),
  score: { scoreFunction: 'given', scores: Float64Array.of(0.3, 2.1, 0.5) },
}`;

describe.skipIf(!isBuilt)('the library in Node', () => {
  it('runs the compiled core, read from disk', () => {
    const result = runInNode(`
      const engine = await library.createEngine();
      const trace = await engine.trace(${example});
      const detail = await engine.rowDetail(${example}, 0);
      console.log(JSON.stringify([engine.name, [...trace.weights], [...trace.context], [...detail.contributions]]));
      engine.dispose();`) as [string, number[], number[], number[]];
    expect(result[0]).toBe('wasmSimd');
    expect(result[1][1]).toBeCloseTo(0.7314243417241525, 14);
    expect(result[2][0]).toBeCloseTo(20.267683972654313, 12);
    expect(result[3][1]).toBeCloseTo(14.62848683448305, 12);
  });

  it('falls back where threads are asked for, and says why', () => {
    const result = runInNode(`
      const engine = await library.createEngine({ prefer: 'wasmThreads' });
      const { engines } = library.probeEngines();
      console.log(JSON.stringify([engine.name, engines.map(({ name, state, reason }) => [name, state, reason])]));`);
    expect(result).toEqual([
      'wasmSimd',
      [
        ['reference', 'available', null],
        ['wasmSimd', 'available', null],
        ['wasmThreads', 'unavailable', 'noWorker'],
        ['webgpu', 'unavailable', 'noWebGpu'],
      ],
    ]);
  });

  it('refuses a wrong shape with an EngineError that names both numbers', () => {
    const result = runInNode(`
      const engine = await library.createEngine();
      const wrong = { ...${example}, values: Float64Array.of(1, 2) };
      const error = await engine.trace(wrong).catch((error) => error);
      console.log(JSON.stringify([error instanceof library.EngineError, error.status, error.message]));`) as unknown[];
    expect(result.slice(0, 2)).toEqual([true, 'badShape']);
    expect(result[2]).toMatch(/\b2\b.*\b3\b/);
  });

  it('declares its types beside it', () => {
    const declarations = readFileSync(`${repository}dist/lib/types/lib.d.ts`, 'utf8');
    expect(declarations).toContain('createEngine');
    expect(declarations).not.toMatch(/from '[^']+\.ts'/);
  });
});
