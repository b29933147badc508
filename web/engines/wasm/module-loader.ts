import type { OperationsModule, TraceModule } from '../../../wasm/bindings/module.d.ts';
import { EngineError } from '../../contract/index.ts';
import { hasRelaxedSimd } from '../probe.ts';
import { loadModule } from './load-module.ts';
import type { WasmFileTable } from './wasm-files.ts';
import type { OperationsModuleName, WasmModuleName } from './wasm-modules.ts';

export interface WasmSettings {
  /** Threads of a pool, the caller's included; only where threads can be waited for. Default 1. */
  readonly threadCount?: number | undefined;
  /** Take the modules with relaxed SIMD. Default: where the browser has it. */
  readonly relaxed?: boolean | undefined;
}

/** The modules of one engine, each started when it is first asked for and kept. */
export class ModuleLoader {
  /** Whether the modules are those with relaxed SIMD. */
  readonly isRelaxed: boolean;
  readonly #files: WasmFileTable;
  readonly #threadCount: number;
  readonly #starts = new Map<WasmModuleName, Promise<TraceModule | OperationsModule>>();

  constructor(files: WasmFileTable, { threadCount = 1, relaxed = hasRelaxedSimd() }: WasmSettings = {}) {
    this.#files = files;
    this.#threadCount = threadCount;
    this.isRelaxed = relaxed && files.trace?.relaxedUrl !== undefined;
  }

  /** Rejects with EngineError `unavailable` where the module cannot start; it is tried again when it is next asked for. */
  load(name: 'trace'): Promise<TraceModule>;
  load(name: OperationsModuleName): Promise<OperationsModule>;
  load(name: WasmModuleName): Promise<TraceModule | OperationsModule> {
    let start = this.#starts.get(name);
    if (!start) {
      start = this.#start(name);
      this.#starts.set(name, start);
      start.catch(() => this.#starts.delete(name));
    }
    return start;
  }

  async #start(name: WasmModuleName): Promise<TraceModule | OperationsModule> {
    const files = this.#files[name];
    if (!files) throw new EngineError('unavailable', `The WebAssembly module "${name}" is not part of this build.`);
    const relaxed = this.isRelaxed;
    if (files.variant === 'simd') return loadModule(files, { relaxed });
    // The pool's workers start with the module: a thread that starts while it is awaited would be awaited for ever.
    // And at least one, used or not: Emscripten's glue never reports a pool of none as loaded.
    const module = await loadModule(files, { relaxed, poolSize: Math.max(1, this.#threadCount - 1) });
    module.startThreads(this.#threadCount);
    return module as TraceModule | OperationsModule;
  }
}
