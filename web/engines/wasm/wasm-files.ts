import type { WasmModuleName } from './wasm-modules.ts';

/** The two builds of the same sources. */
export type WasmVariant = 'simd' | 'threads';

/** Addresses of one module's files, absolute. `file:` addresses are read from disk. */
export interface WasmFiles {
  readonly variant: WasmVariant;
  readonly glueUrl: string;
  readonly wasmUrl: string;
  /** The same module with relaxed SIMD, for the same glue. */
  readonly relaxedUrl?: string | undefined;
  /** The script of a pool's thread; only in `threads`, and not of every Emscripten. */
  readonly poolWorkerUrl?: string | undefined;
}

/** Where the files lie differs between the site, its tests and the library. Undefined: this build does not have them. */
export type LocateWasmFiles = (variant: WasmVariant, module: WasmModuleName) => WasmFiles | undefined;

/** What an engine can load. */
export type WasmFileTable = Readonly<Partial<Record<WasmModuleName, WasmFiles>>>;
