import type { FusedScoreFunction } from '../contract/index.ts';
import type { ProfiledEngine } from '../engines/profile/profiled-engines.ts';
import type { Workload } from '../engines/profile/workload.ts';

export interface ProfileCell {
  readonly milliseconds: number;
  /** 10⁹ additions and multiplications a second. */
  readonly gigaflops: number;
  /** Of the SIMD peak of as many threads; null where there is none. */
  readonly peakShare: number | null;
}

export interface ProfileRow {
  readonly engine: ProfiledEngine;
  readonly threadCount: number;
  readonly isRelaxed: boolean;
  /** Of a GPU. */
  readonly deviceName: string | null;
  /** Of its WebAssembly memory; null: it has none, or has not been asked yet. */
  readonly memoryBytes: number | null;
  readonly cells: Readonly<Partial<Record<FusedScoreFunction, ProfileCell>>>;
  /** The largest of the context from the reference engine's in float64, as far as they are computed. */
  readonly differences: Readonly<Partial<Record<FusedScoreFunction, number>>>;
}

export interface ProfilePoint {
  /** T or d. */
  readonly size: number;
  readonly milliseconds: number;
}

export type ProfileCurve = Readonly<Partial<Record<FusedScoreFunction, readonly ProfilePoint[]>>>;

export interface ProfileState {
  readonly status: 'idle' | 'measuring' | 'done' | 'stopped' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  /** Of the words in view when it was measured. */
  readonly measured: Workload | null;
  /** The best that one thread reached, 10⁹ a second. */
  readonly peak: number | null;
  readonly rows: readonly ProfileRow[];
  /** By curveKey. */
  readonly curves: Readonly<Record<string, ProfileCurve>>;
}
