import { EngineError, type EngineName } from '../contract/index.ts';

/** Why an engine does not run here. The page has words for each; `detail` is for those who look for the cause. */
export type EngineUnavailability =
  /** No WebAssembly. */
  | 'noWasm'
  /** WebAssembly without SIMD. */
  | 'noSimd'
  /** The content security policy forbids WebAssembly; 'wasm-unsafe-eval' would allow it. */
  | 'blockedByPolicy'
  /** Threads need a page that is served with COOP and COEP, or leave to run in a frame. */
  | 'notIsolated'
  /** A frame for threads needs a service worker, and this page has none: no https, a file, or a sandbox. */
  | 'noServiceWorker'
  /** A frame for threads has to be of the page's own origin, and the files are not. */
  | 'filesElsewhere'
  /** The service worker of that frame could not be registered. */
  | 'serviceWorkerFailed'
  /** The frame was refused, as by a content security policy without it in `frame-src`. */
  | 'frameRefused'
  /** The frame is not isolated: the browser has no Document-Isolation-Policy. */
  | 'noIsolationPolicy'
  /** No module workers, as in Node. */
  | 'noWorker'
  /** This build was made without the WebAssembly files. */
  | 'notBuilt'
  /** The browser does not have WebGPU. */
  | 'noWebGpu'
  /** The browser has WebGPU, and no GPU for it. */
  | 'noAdapter'
  /** The GPU was tried and computes other numbers than the reference. */
  | 'wrongNumbers'
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
  readonly deviceName?: string;
  /** See AttentionEngine, once ready. */
  readonly isRelaxed?: boolean;
  /** Threads that run, or would, in a frame which is isolated in place of the page. */
  readonly isFramed?: boolean;
  /** What an engine that is ready does without for now. `detail` says more. */
  readonly limitation?: EngineLimitation;
  /** Set when unavailable. */
  readonly reason?: EngineUnavailability;
  /** An English sentence, as far as there is one. */
  readonly detail?: string;
}

/** What keeps a part of an engine from computing; another part computes in its place. */
export type EngineLimitation =
  /** The GPU was taken away; it is asked for again. */
  | 'deviceLost'
  /** The memory of the GPU did not hold a call. */
  | 'outOfMemory'
  /** The GPU failed in another way, or gives other numbers. */
  | 'gpuFailed';

/** Which engine runs, and why the others do not. */
export interface EngineReport {
  readonly preferred: EngineName | 'auto';
  /** The engine that was last given out; null before the first. */
  readonly running: EngineName | null;
  /** In the order of engineNames. */
  readonly engines: readonly EngineEntry[];
}

/** What the start of an engine rejects with where the reason is known. */
export class UnavailableEngine extends EngineError {
  constructor(
    readonly reason: EngineUnavailability,
    message: string,
  ) {
    super('unavailable', message);
  }
}
