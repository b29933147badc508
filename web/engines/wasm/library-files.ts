import type { LocateWasmFiles, WasmFiles, WasmVariant } from './wasm-files.ts';

/**
 * The addresses of the files that lie beside the library's index.js. Each is written out, so that bundlers see that
 * the file belongs to the program; `no-inline`, since a pool worker that Vite inlines as a data: address hangs.
 */
const files: Readonly<Record<WasmVariant, WasmFiles>> = {
  simd: {
    glueUrl: new URL('./wasm/simd/attention.mjs', import.meta.url).href,
    wasmUrl: new URL('./wasm/simd/attention.wasm', import.meta.url).href,
  },
  threads: {
    glueUrl: new URL('./wasm/threads/attention.mjs', import.meta.url).href,
    wasmUrl: new URL('./wasm/threads/attention.wasm', import.meta.url).href,
    poolWorkerUrl: new URL('./wasm/threads/attention.worker.js?no-inline', import.meta.url).href,
  },
};

export const locateLibraryFiles: LocateWasmFiles = (variant) => files[variant];
