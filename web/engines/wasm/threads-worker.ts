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
import { ModuleLoader, type WasmSettings } from './module-loader.ts';
import type { WasmFileTable } from './wasm-files.ts';

/** A result, or the refusal: an error that crosses to another thread would lose its status. */
export type Outcome<T> =
  { readonly status: 'ok'; readonly value: T } | { readonly status: EngineError['status']; readonly message: string };

export interface ThreadsWorker {
  /** Once, first. */
  start(files: WasmFileTable, settings: WasmSettings): Promise<Outcome<Started>>;
  trace(input: AttentionInput): Promise<Outcome<AttentionTrace>>;
  rowDetail(input: AttentionInput, queryIndex: number): Promise<Outcome<RowDetail>>;
  run(name: OperationName, request: OperationRequest<OperationName>): Promise<Outcome<OperationResult<OperationName>>>;
}

export interface Started {
  /** How many threads work. */
  readonly threadCount: number;
  readonly isRelaxed: boolean;
}

let computation: WasmComputation;

const api: ThreadsWorker = {
  start: (files, { threadCount = 1, relaxed }) =>
    outcomeOf(async () => {
      const working = Math.max(1, Math.min(threadCount, navigator.hardwareConcurrency));
      const modules = new ModuleLoader(files, { threadCount: working, relaxed });
      computation = await WasmComputation.start(modules);
      return { threadCount: working, isRelaxed: modules.isRelaxed };
    }),
  trace: (input) => outcomeOf(() => computation.trace(input)),
  rowDetail: (input, queryIndex) => outcomeOf(() => computation.rowDetail(input, queryIndex)),
  run: (name, request) => outcomeOf(() => computation.run(name, request)),
};

expose(api);

async function outcomeOf<T extends object>(compute: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    const value = await compute();
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
