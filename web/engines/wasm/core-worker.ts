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
import { portForCore } from '../isolation/host-messages.ts';
import { buffersOf } from '../copy-for-transfer.ts';
import type { SpentResult } from '../reuse.ts';
import { ModuleLoader, type WasmSettings } from './module-loader.ts';
import { optionsFromPort } from './run-port.ts';
import type { WasmFileTable } from './wasm-files.ts';
import type { OperationsModuleName } from './wasm-modules.ts';

/** A result, or the refusal: an error that crosses to another thread would lose its status. */
export type Outcome<T> =
  | {
      readonly status: 'ok';
      readonly value: T;
      /** The memory in which the question came. */
      readonly spent: readonly ArrayBuffer[];
    }
  | { readonly status: EngineError['status']; readonly message: string };

export interface CoreWorker {
  /** Once, first. */
  start(files: WasmFileTable, settings: WasmSettings): Promise<Outcome<Started>>;
  trace(input: AttentionInput): Promise<Outcome<AttentionTrace>>;
  rowDetail(input: AttentionInput, queryIndex: number): Promise<Outcome<RowDetail>>;
  /** See RunPort for what goes through `port`; undefined: nobody asks. */
  run(
    name: OperationName,
    request: OperationRequest<OperationName>,
    port: MessagePort | undefined,
    reuse: SpentResult,
  ): Promise<Outcome<OperationResult<OperationName>>>;
  memoryBytes(name: OperationsModuleName): Promise<Outcome<number>>;
}

export interface Started {
  /** How many threads work. */
  readonly threadCount: number;
  readonly isRelaxed: boolean;
}

let computation: WasmComputation;

const api: CoreWorker = {
  start: (files, { threadCount = 1, relaxed }) =>
    outcomeOf(async () => {
      const working = Math.max(1, Math.min(threadCount, navigator.hardwareConcurrency));
      const modules = new ModuleLoader(files, { threadCount: working, relaxed });
      computation = await WasmComputation.start(modules);
      return { threadCount: working, isRelaxed: modules.isRelaxed };
    }),
  trace: (input) => outcomeOf(() => computation.trace(input), input),
  rowDetail: (input, queryIndex) => outcomeOf(() => computation.rowDetail(input, queryIndex), input),
  run: (name, request, port, reuse) => {
    const options = { ...(port && optionsFromPort(port)), reuse };
    return outcomeOf(() => computation.run(name, request, options), request).finally(() => port?.close());
  },
  memoryBytes: (name) => outcomeOf(() => computation.memoryBytes(name)),
};

expose(api);
// Where a frame started it for its page, the page speaks through a port.
addEventListener('message', ({ data, ports }: MessageEvent) => {
  if (data === portForCore) expose(api, ports[0]);
});

async function outcomeOf<T>(compute: () => T | Promise<T>, question?: object): Promise<Outcome<T>> {
  try {
    const value = await compute();
    // The results are this thread's copies, which it has no more use for.
    const spent = buffersOf(question);
    return transfer({ status: 'ok' as const, value, spent }, [...buffersOf(value), ...spent]);
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): { status: EngineError['status']; message: string } {
  if (error instanceof EngineError) return { status: error.status, message: error.message };
  return { status: 'unavailable', message: `The core in the worker failed: ${String(error)}.` };
}
