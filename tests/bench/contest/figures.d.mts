import type { Sample, Summary } from './statistics.d.mts';

export interface Result {
  name: string;
  threadCount: number;
  isOurs?: boolean;
  isStaged?: boolean;
  isPeak?: boolean;
  samples?: Sample[];
  operations?: number;
  error?: number;
  memoryBytes?: number;
  refusal?: string;
}
export interface Match {
  work: { name: string; operations?: number };
  results: Result[];
}
export interface Figures extends Result {
  milliseconds?: Summary;
  quietCount?: number;
  gigaflops?: number;
  sharesOfPeak?: (number | undefined)[];
  timesOurs?: number;
}
export declare function figuresOf(match: Match): Figures[];
export declare function peakRanges(
  matches: readonly Match[],
): { name: string; least: number; median: number; most: number }[];
