import type { LocateWasmFiles, WasmFileTable, WasmVariant } from './wasm-files.ts';

/**
 * The addresses of the files that lie beside the library's index.js. Each is written out, so that bundlers see that
 * the file belongs to the program; `no-inline`, since a pool worker that Vite inlines as a data: address hangs.
 */
const poolWorkerUrl = new URL('./wasm/threads/pool.worker.js?no-inline', import.meta.url).href;

const files: Readonly<Record<WasmVariant, WasmFileTable>> = {
  simd: {
    trace: {
      variant: 'simd',
      glueUrl: new URL('./wasm/simd/trace.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/simd/trace.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/simd-relaxed/trace.wasm', import.meta.url).href,
    },
    fused: {
      variant: 'simd',
      glueUrl: new URL('./wasm/simd/fused.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/simd/fused.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/simd-relaxed/fused.wasm', import.meta.url).href,
    },
    attention: {
      variant: 'simd',
      glueUrl: new URL('./wasm/simd/attention.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/simd/attention.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/simd-relaxed/attention.wasm', import.meta.url).href,
    },
    recurrence: {
      variant: 'simd',
      glueUrl: new URL('./wasm/simd/recurrence.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/simd/recurrence.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/simd-relaxed/recurrence.wasm', import.meta.url).href,
    },
    gradients: {
      variant: 'simd',
      glueUrl: new URL('./wasm/simd/gradients.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/simd/gradients.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/simd-relaxed/gradients.wasm', import.meta.url).href,
    },
    trace_gradients: {
      variant: 'simd',
      glueUrl: new URL('./wasm/simd/trace_gradients.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/simd/trace_gradients.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/simd-relaxed/trace_gradients.wasm', import.meta.url).href,
    },
    layers: {
      variant: 'simd',
      glueUrl: new URL('./wasm/simd/layers.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/simd/layers.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/simd-relaxed/layers.wasm', import.meta.url).href,
    },
    analysis: {
      variant: 'simd',
      glueUrl: new URL('./wasm/simd/analysis.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/simd/analysis.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/simd-relaxed/analysis.wasm', import.meta.url).href,
    },
    inverse: {
      variant: 'simd',
      glueUrl: new URL('./wasm/simd/inverse.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/simd/inverse.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/simd-relaxed/inverse.wasm', import.meta.url).href,
    },
    geometry: {
      variant: 'simd',
      glueUrl: new URL('./wasm/simd/geometry.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/simd/geometry.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/simd-relaxed/geometry.wasm', import.meta.url).href,
    },
  },
  threads: {
    trace: {
      variant: 'threads',
      glueUrl: new URL('./wasm/threads/trace.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/threads/trace.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/threads-relaxed/trace.wasm', import.meta.url).href,
      poolWorkerUrl,
    },
    fused: {
      variant: 'threads',
      glueUrl: new URL('./wasm/threads/fused.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/threads/fused.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/threads-relaxed/fused.wasm', import.meta.url).href,
      poolWorkerUrl,
    },
    attention: {
      variant: 'threads',
      glueUrl: new URL('./wasm/threads/attention.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/threads/attention.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/threads-relaxed/attention.wasm', import.meta.url).href,
      poolWorkerUrl,
    },
    recurrence: {
      variant: 'threads',
      glueUrl: new URL('./wasm/threads/recurrence.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/threads/recurrence.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/threads-relaxed/recurrence.wasm', import.meta.url).href,
      poolWorkerUrl,
    },
    gradients: {
      variant: 'threads',
      glueUrl: new URL('./wasm/threads/gradients.mjs', import.meta.url).href,
      wasmUrl: new URL('./wasm/threads/gradients.wasm', import.meta.url).href,
      relaxedUrl: new URL('./wasm/threads-relaxed/gradients.wasm', import.meta.url).href,
      poolWorkerUrl,
    },
  },
};

export const locateLibraryFiles: LocateWasmFiles = (variant, module) => files[variant][module];
