/** The two builds of the same sources. */
export type WasmVariant = 'simd' | 'threads';

/** Addresses of one build's files, absolute. `file:` addresses are read from disk. */
export interface WasmFiles {
  readonly glueUrl: string;
  readonly wasmUrl: string;
  /** The script of a pool's thread; only in `threads`. */
  readonly poolWorkerUrl?: string | undefined;
}

/** Where the files lie differs between the site, its tests and the library. Undefined: this build does not have them. */
export type LocateWasmFiles = (variant: WasmVariant) => WasmFiles | undefined;
