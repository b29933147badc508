import type { Match } from './figures.d.mts';

export interface StartedModule {
  label: string;
  threadCount: number;
  samples: number[];
  bytes: number;
  brotliBytes: number;
}
export declare function matchTable(match: Match): string;
export declare function briefTable(matches: readonly Match[], threadCount: number): string;
export declare function startUpTable(builds: readonly StartedModule[]): string;
