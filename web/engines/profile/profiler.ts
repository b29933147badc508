import { wrap, type Remote } from 'comlink';
import { AnyOriginWorker as Worker } from '../any-origin-worker.ts';
import { Ending } from '../ending.ts';
import { locateBundledFiles } from '../wasm/bundled-files.ts';
import { fileTableOf } from '../wasm/file-table.ts';
import type { ProfiledEngine } from './profiled-engines.ts';
import type { ProfileFiles, ProfileWorker, StartedEngine } from './profile-worker.ts';
import type { Workload } from './workload.ts';
import type { GivenVectors } from './workload-request.ts';

/** Times engines in a worker of its own. All promises reject once it is stopped or its worker has failed. */
export class Profiler {
  readonly #worker: Worker;
  readonly #remote: Remote<ProfileWorker>;
  readonly #ending = new Ending();
  readonly #files: ProfileFiles;

  constructor() {
    this.#worker = new Worker(new URL('./profile-worker.ts', import.meta.url), {
      type: 'module',
      name: 'attention profile',
    });
    this.#remote = wrap<ProfileWorker>(this.#worker);
    this.#worker.addEventListener('error', ({ message }) =>
      this.#ending.end(new Error(message || 'The worker failed.')),
    );
    this.#files = {
      simd: fileTableOf(locateBundledFiles, 'simd'),
      threads: fileTableOf(locateBundledFiles, 'threads'),
    };
  }

  start(engine: ProfiledEngine): Promise<StartedEngine | null> {
    return this.#answer(this.#remote.start(engine, this.#files));
  }

  sample(engine: ProfiledEngine, workload: Workload, given?: GivenVectors): Promise<number> {
    return this.#answer(this.#remote.sample(engine, workload, given));
  }

  difference(engine: ProfiledEngine, workload: Workload, given?: GivenVectors): Promise<number> {
    return this.#answer(this.#remote.difference(engine, workload, given));
  }

  memoryBytes(engine: ProfiledEngine): Promise<number | null> {
    return this.#answer(this.#remote.memoryBytes(engine));
  }

  /** Ends the worker in the middle of whatever it does. */
  stop(): void {
    this.#ending.end(new Error('The measurement was stopped.'));
    this.#worker.terminate();
  }

  #answer<T>(answer: Promise<T>): Promise<T> {
    return this.#ending.unlessEnded(answer);
  }
}
