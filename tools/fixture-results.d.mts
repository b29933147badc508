export interface EngineResults {
  engine: string;
  passed: number;
  failed: number;
  skipped: number;
  skips: string[];
  failures: string[];
  topics: string[];
}
export function fixtureResults(report: {
  testResults: {
    name: string;
    assertionResults: { status: string; title: string; ancestorTitles: string[] }[];
  }[];
}): EngineResults[];
export function resultLines(results: EngineResults): string[];
