// Where the contest reads and writes. One server shows the whole repository to the browser, so an address is a path.
import { repository } from '../../../tools/run-step.mjs';

export { repository };
export const benchFolder = 'tests/bench/';
export const pageFolder = `${benchFolder}contest/page/`;
/** Outside git. */
export const buildFolder = 'build/bench/';
export const resultsPath = `${repository}${buildFolder}results.json`;
export const performancePagePath = `${repository}docs/performance.md`;
