import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const repository = new URL('../../', import.meta.url);

/** Whatever says how the core is compiled or changed after linking. */
const buildFiles = [
  'CMakeLists.txt',
  'CMakePresets.json',
  'package.json',
  ...readdirSync(new URL('wasm/', repository), { recursive: true, encoding: 'utf8' })
    .filter((path) => /CMakeLists\.txt$|\.(cpp|hpp|cmake)$/.test(path))
    .map((path) => `wasm/${path}`),
  ...readdirSync(new URL('tools/', repository)).map((name) => `tools/${name}`),
].filter((path) => existsSync(new URL(path, repository)));

/** They let a compiler assume that there is no NaN and no Infinity, and a mask of −Infinity then means nothing. */
const forbidden = /-ffast-math|-Ofast|--fast-math|-ffinite-math-only|fp\s+fast|fast-math/;

/** A comment may say what is forbidden. */
const comment = /^\s*(#|\/\/|\*)/;

describe('V1: no build file lets the compiler forget NaN and Infinity', () => {
  it('reads the files of the build', () => {
    expect(buildFiles).toContain('CMakeLists.txt');
    expect(buildFiles).toContain('wasm/CMakeLists.txt');
  });

  it.each(buildFiles)('%s', (path) => {
    const lines = readFileSync(new URL(path, repository), 'utf8').split('\n');
    expect(lines.filter((line) => forbidden.test(line) && !comment.test(line))).toEqual([]);
  });
});
