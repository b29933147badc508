import {
  EngineError,
  engineNames,
  type AttentionEngine,
  type AttentionInput,
  type EngineName,
} from '../contract/index.ts';
import {
  UnavailableEngine,
  type EngineEntry,
  type EngineLimitation,
  type EngineReport,
  type EngineUnavailability,
} from './engine-report.ts';
import type { ThreadsHost } from './isolation/threads-host.ts';
import { quickestFor, type Calibration, type CalibratedEngine } from './engine-speeds.ts';
import { costOf, isLarge } from './input-cost.ts';
import { obstacleTo, type Surroundings } from './probe.ts';
import { startWithin, StartTimeout, type EngineFactory } from './start-within.ts';

/** How each engine is made; one that this build does not have is left out. */
export type EngineFactories = Readonly<Partial<Record<EngineName, EngineFactory>>>;

/** The engines of one page or element, started when first needed and kept. */
export interface EngineSelection {
  readonly report: EngineReport;
  /** Called after every change of the report; gives the function that ends it. */
  subscribe(listener: (report: EngineReport) => void): () => void;
  /**
   * `auto`: wasmSimd, and wasmThreads for large inputs once it is ready, or webgpu where it has been measured to be quicker
   * and the input is in float32. A name: that engine, where it runs.
   */
  prefer(name: EngineName | 'auto'): void;
  /**
   * From now on threads may run in a frame, where the page is not isolated and the build has such a frame. Meanwhile, and
   * also when wasmThreads is preferred, the other engines answer: such a start is waited for by nobody.
   */
  allowFrame(): void;
  /** The engine to compute this input. Falls back to one that runs; rejects only after dispose(). */
  engineFor(input: AttentionInput): Promise<AttentionEngine>;
  /** Frees all engines. Safe to call twice. */
  dispose(): void;
}

export interface SelectionOptions {
  readonly factories: EngineFactories;
  readonly surroundings: Surroundings;
  readonly prefer?: EngineName | 'auto' | undefined;
  readonly threadsHost?: ThreadsHost | undefined;
  /** For how long a start may take, as in startWithin. */
  readonly startMilliseconds?: number | undefined;
  /** Measures engines, one of which is webgpu, or remembers what they were. Without it webgpu runs only when preferred. */
  readonly calibrate?: Calibrate | undefined;
  /** How long nobody must have asked for an engine before they are measured. Default 1.5 s: work disturbs. */
  readonly quietMilliseconds?: number | undefined;
}

export type Calibrate = (engines: Readonly<Partial<Record<CalibratedEngine, AttentionEngine>>>) => Promise<Calibration>;

/** From the most able to the one that runs everywhere. */
const fallbackOrder: readonly EngineName[] = ['webgpu', 'wasmThreads', 'wasmSimd', 'reference'];

/** What to try, in order. */
export function fallbacksFrom(preferred: EngineName | 'auto'): readonly EngineName[] {
  return fallbackOrder.slice(fallbackOrder.indexOf(preferred === 'auto' ? 'wasmSimd' : preferred));
}

export function createSelection(options: SelectionOptions): EngineSelection {
  return new Selection(options);
}

class Selection implements EngineSelection {
  readonly #factories: EngineFactories;
  readonly #startMilliseconds: number | undefined;
  readonly #entries = new Map<EngineName, EngineEntry>();
  readonly #starts = new Map<EngineName, Promise<AttentionEngine | undefined>>();
  readonly #listeners = new Set<(report: EngineReport) => void>();
  readonly #end = new AbortController();
  readonly #threadsHost: ThreadsHost | undefined;
  readonly #calibrate: Calibrate | undefined;
  readonly #quietMilliseconds: number;
  #calibration: Calibration | undefined;
  #calibrationTimer: ReturnType<typeof setTimeout> | undefined;
  #isCalibrating = false;
  #report: EngineReport;

  constructor(options: SelectionOptions) {
    const {
      factories,
      surroundings,
      prefer = 'auto',
      threadsHost,
      startMilliseconds,
      calibrate,
      quietMilliseconds = 1500,
    } = options;
    this.#factories = factories;
    this.#threadsHost = threadsHost;
    this.#startMilliseconds = startMilliseconds;
    this.#calibrate = calibrate;
    this.#quietMilliseconds = quietMilliseconds;
    for (const name of engineNames) {
      const reason = obstacleTo(name, surroundings) ?? (factories[name] ? undefined : 'notBuilt');
      this.#entries.set(name, reason ? { name, state: 'unavailable', reason } : { name, state: 'available' });
    }
    this.#report = { preferred: prefer, running: null, engines: [...this.#entries.values()] };
  }

  get report(): EngineReport {
    return this.#report;
  }

  subscribe(listener: (report: EngineReport) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  prefer(name: EngineName | 'auto'): void {
    if (name !== this.#report.preferred) this.#publish({ preferred: name });
  }

  allowFrame(): void {
    const name = 'wasmThreads';
    if (!this.#threadsHost || !this.#factories[name] || this.#entries.get(name)?.reason !== 'notIsolated') return;
    const reason = this.#threadsHost.obstacle;
    this.#update({ name, isFramed: true, ...(reason ? { state: 'unavailable', reason } : { state: 'available' }) });
  }

  async engineFor(input: AttentionInput): Promise<AttentionEngine> {
    // Before it looks for candidates, which may start some.
    this.#refuseWhenDisposed();
    for (const name of this.#candidatesFor(input)) {
      const engine = await this.#start(name);
      this.#refuseWhenDisposed();
      if (!engine) continue;
      if (this.#report.running !== name) this.#publish({ running: name });
      return engine;
    }
    throw new EngineError('unavailable', 'No engine runs here, not even the reference engine.');
  }

  dispose(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    clearTimeout(this.#calibrationTimer);
    this.#listeners.clear();
    for (const start of this.#starts.values()) void start.then((engine) => engine?.dispose());
    this.#starts.clear();
  }

  #candidatesFor(input: AttentionInput): readonly EngineName[] {
    const { preferred } = this.#report;
    if (preferred === 'auto' && isLarge(input)) {
      if (this.#isForGpu(input)) return fallbacksFrom('webgpu');
      if (this.#entries.get('wasmThreads')?.state === 'ready') return fallbacksFrom('wasmThreads');
      // The pool starts in the background; nobody is kept waiting for it.
      void this.#start('wasmThreads');
    }
    if (preferred === 'wasmThreads' && this.#isFrameOnItsWay()) {
      void this.#start('wasmThreads');
      return fallbacksFrom('wasmSimd');
    }
    return fallbacksFrom(preferred);
  }

  #isFrameOnItsWay(): boolean {
    const entry = this.#entries.get('wasmThreads');
    return entry?.isFramed === true && (entry.state === 'available' || entry.state === 'starting');
  }

  /** As measured; what is not yet, soon is. */
  #isForGpu(input: AttentionInput): boolean {
    // No GPU computes float64.
    if (!(input.values instanceof Float32Array)) return false;
    if (!this.#calibration) this.#calibrateSoon();
    else if (this.#entries.get('webgpu')?.state === 'ready')
      return quickestFor(this.#calibration, costOf(input)) === 'webgpu';
    return false;
  }

  /** Once nobody has asked for a while, as long as it has not been done. */
  #calibrateSoon(): void {
    if (!this.#calibrate || !this.#canRun('webgpu') || this.#isCalibrating) return;
    clearTimeout(this.#calibrationTimer);
    this.#calibrationTimer = setTimeout(() => void this.#measure(this.#calibrate!), this.#quietMilliseconds);
  }

  async #measure(calibrate: Calibrate): Promise<void> {
    this.#isCalibrating = true;
    const webgpu = await this.#start('webgpu');
    if (!webgpu) return;
    const [wasmSimd, wasmThreads] = await Promise.all([this.#start('wasmSimd'), this.#start('wasmThreads')]);
    if (this.#end.signal.aborted) return;
    try {
      this.#calibration = await calibrate({
        webgpu,
        ...(wasmSimd && { wasmSimd }),
        ...(wasmThreads && { wasmThreads }),
      });
    } catch {
      // As when its script could not be loaded: the next large input asks for it again.
      this.#isCalibrating = false;
    }
  }

  #canRun(name: EngineName): boolean {
    return this.#entries.get(name)?.state !== 'unavailable';
  }

  /** Undefined where the engine does not run. Never rejects. */
  #start(name: EngineName): Promise<AttentionEngine | undefined> {
    const factory = this.#factories[name];
    if (!factory || !this.#canRun(name)) return Promise.resolve(undefined);
    let start = this.#starts.get(name);
    if (!start) {
      start = this.#tryToStart(name, factory);
      this.#starts.set(name, start);
    }
    return start;
  }

  async #tryToStart(name: EngineName, factory: EngineFactory): Promise<AttentionEngine | undefined> {
    const { isFramed } = this.#entries.get(name) ?? {};
    const framed = isFramed === undefined ? {} : { isFramed };
    this.#update({ name, state: 'starting', ...framed });
    const fail = (error: unknown): void => this.#update({ ...failedEntry(name, error), ...framed });
    try {
      const engine = await startWithin(factory, {
        milliseconds: this.#startMilliseconds,
        end: this.#end.signal,
        onFailure: fail,
        onLimitation: (limitation, detail) => this.#limit(name, limitation, detail),
      });
      const { threadCount, isRelaxed, deviceName } = engine;
      const known = { threadCount, isRelaxed, ...framed };
      this.#update({ name, state: 'ready', ...known, ...(deviceName !== undefined && { deviceName }) });
      return engine;
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  /** Tells what an engine does without, or that it does all again; whoever uses it gets its numbers either way. */
  #limit(name: EngineName, limitation: EngineLimitation | undefined, detail: string | undefined): void {
    const entry = this.#entries.get(name);
    if (entry?.state !== 'ready') return;
    const ready = Object.entries(entry).filter(([field]) => field !== 'limitation' && field !== 'detail');
    this.#update({
      ...(Object.fromEntries(ready) as unknown as EngineEntry),
      ...(limitation && { limitation }),
      ...(detail !== undefined && { detail }),
    });
  }

  #update(entry: EngineEntry): void {
    this.#entries.set(entry.name, entry);
    this.#publish({ engines: [...this.#entries.values()] });
  }

  #publish(change: Partial<EngineReport>): void {
    this.#report = { ...this.#report, ...change };
    for (const listener of [...this.#listeners]) listener(this.#report);
  }

  #refuseWhenDisposed(): void {
    if (this.#end.signal.aborted)
      throw new EngineError('disposed', 'The engines were disposed; create a new selection.');
  }
}

function failedEntry(name: EngineName, error: unknown): EngineEntry {
  const reason = reasonOf(error);
  return { name, state: 'unavailable', reason, detail: error instanceof Error ? error.message : String(error) };
}

function reasonOf(error: unknown): EngineUnavailability {
  if (error instanceof UnavailableEngine) return error.reason;
  return error instanceof StartTimeout ? 'timedOut' : 'failed';
}
