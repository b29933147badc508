import { transfer, wrap, type Remote } from 'comlink';
import {
  EngineError,
  validateInput,
  validateQueryIndex,
  validateRequest,
  type ArrayOf,
  type AttentionEngine,
  type AttentionInput,
  type AttentionTrace,
  type FloatArray,
  type OperationName,
  type OperationRequest,
  type OperationResult,
  type RowDetail,
} from '../../contract/index.ts';
import type { Outcome, Started, ThreadsWorker } from './threads-worker.ts';
import { copyForTransfer } from './copy-for-transfer.ts';
import type { WasmFileTable } from './wasm-files.ts';

export interface ThreadsOptions {
  /** Default: as many as the hardware has, which is also the most. */
  readonly threadCount?: number | undefined;
  /** Take the modules with relaxed SIMD. Default: where the browser has it. */
  readonly relaxed?: boolean | undefined;
  /** Ends an attempt to start. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the worker dies after the start; all calls are rejected from then on. */
  readonly onFailure?: ((reason: unknown) => void) | undefined;
}

/**
 * The core in a worker with a pool of threads, for large inputs: waiting for threads is forbidden on a page's main
 * thread. Needs a cross-origin isolated page.
 *
 * Rejects with EngineError `unavailable` where it cannot start.
 */
export async function createWasmThreadsEngineFrom(
  files: WasmFileTable,
  { threadCount = navigator.hardwareConcurrency, relaxed, signal, onFailure }: ThreadsOptions = {},
): Promise<AttentionEngine> {
  const worker = new Worker(new URL('./threads-worker.ts', import.meta.url), {
    type: 'module',
    name: 'attention threads',
  });
  const line = new WorkerLine(worker, onFailure);
  const abort = (): void => line.close(new EngineError('unavailable', 'The start of the thread pool was given up.'));
  signal?.addEventListener('abort', abort);
  try {
    const started = await line.call((remote) => remote.start(files, { threadCount, relaxed }));
    return new WasmThreadsEngine(line, started);
  } catch (error) {
    line.close(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Calls to a worker that are answered or rejected, also when the worker dies or is ended in between. */
class WorkerLine {
  readonly #worker: Worker;
  readonly #remote: Remote<ThreadsWorker>;
  readonly #closed: Promise<never>;
  #reject!: (reason: unknown) => void;

  constructor(worker: Worker, onFailure?: (reason: EngineError) => void) {
    this.#worker = worker;
    this.#remote = wrap<ThreadsWorker>(worker);
    this.#closed = new Promise<never>((_, reject) => (this.#reject = reject));
    // Closing a line on which nobody waits is no unhandled rejection.
    this.#closed.catch(() => undefined);
    worker.addEventListener('error', (event) => {
      // A script that could not be loaded or parsed comes without a message.
      const why = event.message || 'its script could not be loaded';
      const error = new EngineError('unavailable', `The worker of the thread pool failed: ${why}.`);
      this.close(error);
      onFailure?.(error);
    });
  }

  async call<T>(ask: (remote: Remote<ThreadsWorker>) => Promise<Outcome<T>>): Promise<T> {
    const outcome = await Promise.race([ask(this.#remote), this.#closed]);
    if (outcome.status === 'ok') return outcome.value;
    throw new EngineError(outcome.status, outcome.message);
  }

  /** Ends the worker; whoever waits, or calls from now on, gets `reason`. Only the first reason counts. */
  close(reason: unknown): void {
    this.#reject(reason);
    this.#worker.terminate();
  }
}

class WasmThreadsEngine implements AttentionEngine {
  readonly name = 'wasmThreads';
  readonly threadCount: number;
  readonly isRelaxed: boolean;
  readonly #line: WorkerLine;

  constructor(line: WorkerLine, { threadCount, isRelaxed }: Started) {
    this.#line = line;
    this.threadCount = threadCount;
    this.isRelaxed = isRelaxed;
  }

  async trace<A extends FloatArray>(input: AttentionInput<A>): Promise<AttentionTrace<A>> {
    validateInput(input);
    const { copy, buffers } = copyForTransfer(input);
    const trace = await this.#line.call((remote) => remote.trace(transfer(copy, buffers)));
    return trace as AttentionTrace<A>;
  }

  async rowDetail<A extends FloatArray>(input: AttentionInput<A>, queryIndex: number): Promise<RowDetail<A>> {
    validateInput(input);
    validateQueryIndex(input, queryIndex);
    const { copy, buffers } = copyForTransfer(input);
    const detail = await this.#line.call((remote) => remote.rowDetail(transfer(copy, buffers), queryIndex));
    return detail as RowDetail<A>;
  }

  async run<N extends OperationName, R extends OperationRequest<N>>(
    name: N,
    request: R,
  ): Promise<OperationResult<N, ArrayOf<R>>> {
    validateRequest(name, request);
    const { copy, buffers } = copyForTransfer(request);
    const result = await this.#line.call((remote) => remote.run(name, transfer(copy, buffers)));
    return result as OperationResult<N, ArrayOf<R>>;
  }

  dispose(): void {
    this.#line.close(new EngineError('disposed', 'The wasmThreads engine was disposed; create a new one.'));
  }
}
