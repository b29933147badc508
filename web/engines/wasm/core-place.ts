import type { Endpoint } from 'comlink';

/** A thread of its own in which the core runs, wherever that is. */
export interface CorePlace {
  /** Where core-worker.ts listens. */
  readonly endpoint: Endpoint;
  /** `listener` is called with the reason once it can answer no more. */
  onDeath(listener: (why: string) => void): void;
  /** Ends the thread and frees its memory. */
  end(): void;
}

/** Rejects where there is none, or once the signal is aborted. */
export type OpenCorePlace = (signal?: AbortSignal) => Promise<CorePlace>;
