import type { EngineName } from '../contract/index.ts';

/** Why an engine does not run here. The page has words for each; `detail` is for those who look for the cause. */
export type EngineUnavailability =
  /** No WebAssembly. */
  | 'noWasm'
  /** WebAssembly without SIMD. */
  | 'noSimd'
  /** The content security policy forbids WebAssembly; 'wasm-unsafe-eval' would allow it. */
  | 'blockedByPolicy'
  /** Threads need a page that is served with COOP and COEP. */
  | 'notIsolated'
  /** No module workers, as in Node. */
  | 'noWorker'
  /** This build was made without the WebAssembly files. */
  | 'notBuilt'
  /** It had not started after some seconds. */
  | 'timedOut'
  /** It was tried and failed. */
  | 'failed';

export interface EngineEntry {
  readonly name: EngineName;
  /** `available`: nothing speaks against it, and it has not been started. */
  readonly state: 'available' | 'starting' | 'ready' | 'unavailable';
  /** Threads that work, once ready. */
  readonly threadCount?: number;
  /** See AttentionEngine, once ready. */
  readonly isRelaxed?: boolean;
  /** Set when unavailable. */
  readonly reason?: EngineUnavailability;
  /** An English sentence, as far as there is one. */
  readonly detail?: string;
}

/** Which engine runs, and why the others do not. */
export interface EngineReport {
  readonly preferred: EngineName | 'auto';
  /** The engine that was last given out; null before the first. */
  readonly running: EngineName | null;
  /** In the order of engineNames. */
  readonly engines: readonly EngineEntry[];
}
