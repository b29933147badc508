import {
  EngineError,
  type ArrayOf,
  type AttentionEngine,
  type AttentionInput,
  type AttentionTrace,
  type FloatArray,
  type OperationName,
  type OperationRequest,
  type OperationResult,
  type RowDetail,
  type RunOptions,
} from '../../contract/index.ts';
import { RemoteCore, type RemoteOptions } from './remote-core.ts';
import type { WasmFileTable } from './wasm-files.ts';

/** `threadCount`, by default: as many as the hardware has, which is also the most. */
export type ThreadsOptions = RemoteOptions;

/**
 * The core in a worker with a pool of threads, for large inputs: waiting for threads is forbidden on a page's main
 * thread. Needs a cross-origin isolated page, or an `openPlace` that is isolated.
 *
 * Rejects with EngineError `unavailable` where it cannot start.
 */
export async function createWasmThreadsEngineFrom(
  files: WasmFileTable,
  { threadCount = navigator.hardwareConcurrency, ...options }: ThreadsOptions = {},
): Promise<AttentionEngine> {
  return new WasmThreadsEngine(await RemoteCore.start(files, { ...options, threadCount }));
}

class WasmThreadsEngine implements AttentionEngine {
  readonly name = 'wasmThreads';
  readonly threadCount: number;
  readonly isRelaxed: boolean;
  readonly #core: RemoteCore;

  constructor(core: RemoteCore) {
    this.#core = core;
    this.threadCount = core.started.threadCount;
    this.isRelaxed = core.started.isRelaxed;
  }

  trace<A extends FloatArray>(input: AttentionInput<A>): Promise<AttentionTrace<A>> {
    return this.#core.trace(input);
  }

  rowDetail<A extends FloatArray>(input: AttentionInput<A>, queryIndex: number): Promise<RowDetail<A>> {
    return this.#core.rowDetail(input, queryIndex);
  }

  run<N extends OperationName, R extends OperationRequest<N>>(
    name: N,
    request: R,
    options?: RunOptions,
  ): Promise<OperationResult<N, ArrayOf<R>>> {
    return this.#core.run(name, request, options) as Promise<OperationResult<N, ArrayOf<R>>>;
  }

  dispose(): void {
    this.#core.close(new EngineError('disposed', 'The wasmThreads engine was disposed; create a new one.'));
  }
}
