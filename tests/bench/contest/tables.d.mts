import type { Match } from './figures.d.mts';

export interface StartedModule {
  name: string;
  label: string;
  threadCount: number;
  samples: number[];
  bytes: number;
  brotliBytes: number;
}
export declare function matchTable(match: Match): string;
export declare function briefTable(matches: readonly Match[], threadCount: number): string;
export declare function startUpTable(modules: readonly StartedModule[]): string;
