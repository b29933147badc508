// How many tests passed, from the reports of the two test runners.
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * A runner that wrote no report, or says it failed without naming a test, counts as one failure: never as nothing.
 */
const brokenRun = { passed: 0, failed: 1, skipped: 0 };

/** @returns {Counts} from the JUnit report of ctest. */
export function countCtest(reportPath, ok) {
  if (!existsSync(reportPath)) return brokenRun;
  const head = /<testsuite\b[^>]*>/.exec(readFileSync(reportPath, 'utf8'))?.[0] ?? '';
  const read = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const skipped = read('skipped') + read('disabled');
  const failed = read('failures');
  return { passed: read('tests') - failed - skipped, failed: ok ? failed : Math.max(1, failed), skipped };
}

/** @returns {Counts} from the JSON report of Vitest. */
export function countVitest(reportPath, ok) {
  if (!existsSync(reportPath)) return brokenRun;
  const report = JSON.parse(readFileSync(reportPath, 'utf8'));
  // A file that can't be imported has no tests to fail.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: ok ? failed : Math.max(1, failed),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
