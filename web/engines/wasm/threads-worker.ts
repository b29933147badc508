import { expose, transfer } from 'comlink';
import {
  EngineError,
  type AttentionInput,
  type AttentionTrace,
  type OperationName,
  type OperationRequest,
  type OperationResult,
  type RowDetail,
} from '../../contract/index.ts';
import { WasmComputation } from './compute.ts';
import { buffersOf } from './copy-for-transfer.ts';
import { loadModule } from './load-module.ts';
import type { WasmFiles } from './wasm-files.ts';

/** A result, or the refusal: an error that crosses to another thread would lose its status. */
export type Outcome<T> =
  { readonly status: 'ok'; readonly value: T } | { readonly status: EngineError['status']; readonly message: string };

export interface ThreadsWorker {
  /** Once, first. Gives how many threads work. */
  start(files: WasmFiles, threadCount: number): Promise<Outcome<number>>;
  trace(input: AttentionInput): Outcome<AttentionTrace>;
  rowDetail(input: AttentionInput, queryIndex: number): Outcome<RowDetail>;
  run(name: OperationName, request: OperationRequest<OperationName>): Outcome<OperationResult<OperationName>>;
}

let computation: WasmComputation;

const api: ThreadsWorker = {
  async start(files, threadCount) {
    try {
      const wanted = Math.max(1, Math.min(threadCount, navigator.hardwareConcurrency));
      // The pool's workers start with the module: a thread that starts while it is awaited would be awaited for ever.
      // And at least one, used or not: Emscripten's glue never reports a pool of none as loaded.
      const module = await loadModule(files, { poolSize: Math.max(1, wanted - 1) });
      computation = new WasmComputation(module);
      return { status: 'ok', value: module.startThreads(wanted) };
    } catch (error) {
      return refusal(error);
    }
  },
  trace: (input) => outcomeOf(() => computation.trace(input)),
  rowDetail: (input, queryIndex) => outcomeOf(() => computation.rowDetail(input, queryIndex)),
  run: (name, request) => outcomeOf(() => computation.run(name, request)),
};

expose(api);

function outcomeOf<T extends object>(compute: () => T): Outcome<T> {
  try {
    const value = compute();
    // The results are this thread's copies, which it has no more use for.
    return transfer({ status: 'ok' as const, value }, buffersOf(value));
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): { status: EngineError['status']; message: string } {
  if (error instanceof EngineError) return { status: error.status, message: error.message };
  return { status: 'unavailable', message: `The thread pool failed: ${String(error)}.` };
}
