// What became of the fixture cases, engine by engine, from Vitest's JSON report.

/**
 * @typedef {{ engine: string, passed: number, failed: number, skipped: number, skips: string[], failures: string[], topics: string[] }} EngineResults
 *   `topics` are the fixture files that were read; `skips` and `failures` name the case; a skip says its reason.
 */

const marker = /^fixtures on (.+)$/;

/**
 * @param {{ testResults: { name: string, assertionResults: { status: string, title: string, ancestorTitles: string[] }[] }[] }} report
 * @returns {EngineResults[]} in the order of the report.
 */
export function fixtureResults(report) {
  /** @type {Map<string, EngineResults>} */
  const engines = new Map();
  for (const { name: path, assertionResults } of report.testResults) {
    for (const { status, title, ancestorTitles } of assertionResults) {
      const index = ancestorTitles.findIndex((ancestor) => marker.test(ancestor));
      if (index < 0) continue;
      const engine = `${marker.exec(ancestorTitles[index])[1]}${path.includes('/tests/browser/') ? ' in Chromium' : ''}`;
      const results = engines.get(engine) ?? {
        engine,
        passed: 0,
        failed: 0,
        skipped: 0,
        skips: [],
        failures: [],
        topics: [],
      };
      engines.set(engine, results);
      const topic = ancestorTitles.slice(index + 1).join(', ');
      if (!results.topics.includes(topic)) results.topics.push(topic);
      const label = topic ? `${topic}: ${title}` : title;
      if (status === 'passed') {
        results.passed++;
      } else if (status === 'failed') {
        results.failed++;
        results.failures.push(label);
      } else {
        results.skipped++;
        // What holds a whole engine back is said by the block around its tests, as `needs …`.
        results.skips.push(ancestorTitles.find((ancestor) => ancestor.startsWith('needs ')) ?? label);
      }
    }
  }
  return [...engines.values()];
}

/** The lines for the terminal: one an engine, and below it what failed and each skip with its reason, said once. */
export function resultLines({ engine, passed, failed, skipped, skips, failures }) {
  const repeated = new Map();
  for (const skip of skips) repeated.set(skip, (repeated.get(skip) ?? 0) + 1);
  return [
    `${engine}: ${passed} passed, ${failed} failed, ${skipped} skipped`,
    ...failures.map((failure) => `  failed: ${failure}`),
    ...[...repeated].map(([skip, times]) => `  skipped: ${skip}${times > 1 ? ` (${times} tests)` : ''}`),
  ];
}
