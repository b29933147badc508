import type { Match } from './figures.d.mts';
import type { StartedModule } from './tables.d.mts';

export interface Run {
  date: string;
  machine: { processor: string; coreCount: number; chromium: string };
  matches: Match[];
  startUp: StartedModule[];
}
export declare function replaceMeasured(page: string, measured: string): string;
export declare function measuredText(run: Run): string;
export declare function writePerformancePage(path: string, run: Run): Promise<void>;
