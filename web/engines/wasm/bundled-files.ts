import type { LocateWasmFiles, WasmVariant } from './wasm-files.ts';

/**
 * The addresses of dist/wasm as Vite serves or emits them. A glob, so that the site builds, and runs on the reference
 * engine, where the modules were not built. `no-inline`: a worker inlined as a data: address hangs.
 */
const urls = import.meta.glob<string>('../../../dist/wasm/*/attention.{mjs,wasm,worker.js}', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

export const locateBundledFiles: LocateWasmFiles = (variant) => {
  // The built page starts with the trace door alone, which is a third of the whole module and all that the stage asks for.
  const isPage = variant === 'simd' && import.meta.env.PROD;
  const folder = `../../../dist/wasm/${isPage ? 'trace' : variant}`;
  return isNode ? filesOnDisk(variant) : filesAt((file) => urls[`${folder}/${file}`]);
};

const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;

/** Under Vitest in Node the bundler's addresses mean nothing; the files are read where they were built. */
function filesOnDisk(variant: WasmVariant): ReturnType<LocateWasmFiles> {
  const folder = new URL(/* @vite-ignore */ `../../../dist/wasm/${variant}/`, import.meta.url);
  return filesAt((file) => new URL(file, folder).href);
}

function filesAt(urlOf: (file: string) => string | undefined): ReturnType<LocateWasmFiles> {
  const [glueUrl, wasmUrl, poolWorkerUrl] = ['attention.mjs', 'attention.wasm', 'attention.worker.js'].map(urlOf);
  return glueUrl && wasmUrl ? { glueUrl, wasmUrl, poolWorkerUrl } : undefined;
}
