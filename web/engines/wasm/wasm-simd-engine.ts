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
} from '../../contract/index.ts';
import { WasmComputation } from './compute.ts';
import { ModuleLoader, type WasmSettings } from './module-loader.ts';
import type { WasmFileTable } from './wasm-files.ts';

/**
 * The core on the calling thread. It answers before the next frame for what a page shows, where the way to a worker
 * and back would cost more than the computation. Rejects with EngineError `unavailable` where it cannot start.
 */
export async function createWasmSimdEngineFrom(
  files: WasmFileTable,
  settings?: Pick<WasmSettings, 'relaxed'>,
): Promise<AttentionEngine> {
  const modules = new ModuleLoader(files, settings);
  return new WasmSimdEngine(await WasmComputation.start(modules), modules.isRelaxed);
}

class WasmSimdEngine implements AttentionEngine {
  readonly name = 'wasmSimd';
  readonly threadCount = 1;
  readonly isRelaxed: boolean;
  #computation: WasmComputation | undefined;

  constructor(computation: WasmComputation, isRelaxed: boolean) {
    this.#computation = computation;
    this.isRelaxed = isRelaxed;
  }

  trace<A extends FloatArray>(input: AttentionInput<A>): Promise<AttentionTrace<A>> {
    return this.#answer((computation) => computation.trace(input));
  }

  rowDetail<A extends FloatArray>(input: AttentionInput<A>, queryIndex: number): Promise<RowDetail<A>> {
    return this.#answer((computation) => computation.rowDetail(input, queryIndex));
  }

  run<N extends OperationName, R extends OperationRequest<N>>(
    name: N,
    request: R,
  ): Promise<OperationResult<N, ArrayOf<R>>> {
    return this.#answer((computation) => computation.run(name, request) as Promise<OperationResult<N, ArrayOf<R>>>);
  }

  dispose(): void {
    this.#computation?.dispose();
    this.#computation = undefined;
  }

  /** What `compute` throws becomes a rejection. */
  #answer<T>(compute: (computation: WasmComputation) => T | Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      if (!this.#computation) throw new EngineError('disposed', 'The wasmSimd engine was disposed; create a new one.');
      resolve(compute(this.#computation));
    });
  }
}
