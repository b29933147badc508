import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countCtest, countVitest } from '../../../tools/test-counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'test-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const brokenRun = { passed: 0, failed: 1, skipped: 0 };

describe('countCtest', () => {
  const suite = (attributes: string) =>
    report('ctest.xml', `<?xml version="1.0"?>\n<testsuite name="x"\n\t${attributes}>\n`);

  it('reads passed, failed and skipped', () => {
    const path = suite('tests="12"\n\tfailures="2"\n\tdisabled="1"\n\tskipped="3"');
    expect(countCtest(path, false)).toEqual({ passed: 6, failed: 2, skipped: 4 });
  });

  it('counts a failed run that names no test as a failure', () => {
    expect(countCtest(suite('tests="3" failures="0" disabled="0" skipped="0"'), false).failed).toBe(1);
    expect(countCtest(join(folder, 'absent.xml'), true)).toEqual(brokenRun);
  });
});

describe('countVitest', () => {
  const run = (fields: object) =>
    report('vitest.json', JSON.stringify({ testResults: [], numTodoTests: 0, ...fields }));

  it('reads passed, failed and skipped', () => {
    const path = run({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 });
    expect(countVitest(path, false)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  it('counts a file that could not be imported', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    const path = run({ numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, testResults });
    expect(countVitest(path, false)).toEqual({ passed: 1, failed: 2, skipped: 0 });
  });

  it('counts a failed run that names no test as a failure', () => {
    expect(countVitest(run({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0 }), false).failed).toBe(1);
    expect(countVitest(join(folder, 'absent.json'), true)).toEqual(brokenRun);
  });
});
