import { describe, expect, it } from 'vitest';
import { fixtureResults, resultLines } from '../../../tools/fixture-results.mjs';

const test = (status: string, title: string, ...ancestorTitles: string[]) => ({ status, title, ancestorTitles });

describe('fixture results', () => {
  const report = {
    testResults: [
      {
        name: '/repository/tests/engines/wasm-simd.test.ts',
        assertionResults: [
          test('passed', 'a', 'fixtures on wasmSimd', 'masks'),
          test('failed', 'b', 'fixtures on wasmSimd', 'masks'),
          test('skipped', 'c: float16', 'fixtures on wasmSimd', 'softmax'),
          test('skipped', 'left out by the pattern', 'engine wasmSimd'),
        ],
      },
      {
        name: '/repository/tests/browser/wasm-simd.test.ts',
        assertionResults: [
          test('skipped', 'a', 'needs the modules', 'fixtures on wasmSimd', 'masks'),
          test('skipped', 'b', 'needs the modules', 'fixtures on wasmSimd', 'masks'),
        ],
      },
    ],
  };

  it('gives a line an engine, and each skip with its reason once', () => {
    expect(fixtureResults(report).flatMap(resultLines)).toEqual([
      'wasmSimd: 1 passed, 1 failed, 1 skipped',
      '  failed: masks: b',
      '  skipped: softmax: c: float16',
      'wasmSimd in Chromium: 0 passed, 0 failed, 2 skipped',
      '  skipped: needs the modules (2 tests)',
    ]);
  });
});
