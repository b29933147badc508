import {
  EngineError,
  validateInput,
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
  type RunOptions,
} from '../../contract/index.ts';
import { costOf, costOfRequest, heavyCost } from '../input-cost.ts';
import { WasmComputation } from './compute.ts';
import { copyForTransfer } from '../copy-for-transfer.ts';
import { ModuleLoader, type WasmSettings } from './module-loader.ts';
import { RemoteCore } from './remote-core.ts';
import type { WasmFileTable } from './wasm-files.ts';

type Settings = Pick<WasmSettings, 'relaxed'>;

/**
 * The core on the calling thread. It answers before the next frame for what a page shows, where the way to a worker
 * and back would cost more than the computation. What takes longer than a frame goes to a worker, if workers run here.
 * Rejects with EngineError `unavailable` where it cannot start.
 */
export async function createWasmSimdEngineFrom(
  files: WasmFileTable,
  { relaxed }: Settings = {},
): Promise<AttentionEngine> {
  const modules = new ModuleLoader(files, { relaxed });
  const computation = await WasmComputation.start(modules);
  return new WasmSimdEngine(computation, files, { relaxed: modules.isRelaxed });
}

/** So often a worker that does not start is tried again: its files may have been lost on the way, or never come. */
const mostFailedStarts = 3;

/** What both sides can do. */
type Core = WasmComputation | RemoteCore;

class WasmSimdEngine implements AttentionEngine {
  readonly name = 'wasmSimd';
  readonly threadCount = 1;
  readonly isRelaxed: boolean;
  readonly #files: WasmFileTable;
  #computation: WasmComputation | undefined;
  /** Starting, or started. Undefined: not needed so far, or it has died. */
  #worker: Promise<RemoteCore | undefined> | RemoteCore | undefined;
  #failedStarts = 0;

  constructor(computation: WasmComputation, files: WasmFileTable, { relaxed }: Required<Settings>) {
    this.#computation = computation;
    this.#files = files;
    this.isRelaxed = relaxed === true;
  }

  trace<A extends FloatArray>(input: AttentionInput<A>): Promise<AttentionTrace<A>> {
    return this.#answer(input, costOfInput, (core, own) => core.trace(own));
  }

  rowDetail<A extends FloatArray>(input: AttentionInput<A>, queryIndex: number): Promise<RowDetail<A>> {
    return this.#answer(input, costOfInput, (core, own) => core.rowDetail(own, queryIndex));
  }

  run<N extends OperationName, R extends OperationRequest<N>>(
    name: N,
    request: R,
    options?: RunOptions,
  ): Promise<OperationResult<N, ArrayOf<R>>> {
    const cost = (): number => {
      validateRequest(name, request);
      return costOfRequest(request);
    };
    return this.#answer(
      request,
      cost,
      (core, own) => core.run(name, own, options) as Promise<OperationResult<N, ArrayOf<R>>>,
    );
  }

  dispose(): void {
    this.#computation?.dispose();
    this.#computation = undefined;
    void Promise.resolve(this.#worker).then((worker) => worker?.close(disposed()));
    this.#worker = undefined;
  }

  /** Where it is computed follows from `costOf`, which refuses what has none. What is thrown becomes a rejection. */
  async #answer<Input extends object, T>(
    input: Input,
    costOf: (input: Input) => number,
    compute: (core: Core, input: Input) => T | Promise<T>,
  ): Promise<T> {
    if (!this.#computation) throw disposed();
    if (costOf(input) < heavyCost) return compute(this.#computation, input);
    if (this.#worker instanceof RemoteCore) return compute(this.#worker, input);
    // The input is that of now, however long the worker takes to start.
    const own = copyForTransfer(input).copy;
    const worker = await (this.#worker ??= this.#startWorker());
    if (!this.#computation) throw disposed();
    return compute(worker ?? this.#computation, own);
  }

  /** Undefined where workers do not run, as under a policy that forbids them: then the page has to wait. */
  async #startWorker(): Promise<RemoteCore | undefined> {
    if (typeof Worker !== 'function') return undefined;
    const onFailure = (): void => void (this.#worker = undefined);
    try {
      const worker = await RemoteCore.start(this.#files, { relaxed: this.isRelaxed, onFailure });
      if (this.#computation) this.#worker = worker;
      return worker;
    } catch {
      if (++this.#failedStarts < mostFailedStarts) this.#worker = undefined;
      return undefined;
    }
  }
}

function costOfInput(input: AttentionInput): number {
  validateInput(input);
  return costOf(input);
}

function disposed(): EngineError {
  return new EngineError('disposed', 'The wasmSimd engine was disposed; create a new one.');
}
