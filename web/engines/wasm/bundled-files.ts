import type { LocateWasmFiles, WasmFiles } from './wasm-files.ts';

/**
 * The addresses of dist/wasm as Vite serves or emits them. A glob, so that the site builds, and runs on the reference
 * engine, where the modules were not built. `no-inline`: a worker inlined as a data: address hangs.
 */
const urls = import.meta.glob<string>('../../../dist/wasm/*/*.{mjs,wasm,worker.js}', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const folder = '../../../dist/wasm/';

export const locateBundledFiles: LocateWasmFiles = (variant, module) => {
  const at = (path: string): string | undefined => {
    const key = folder + path;
    // Under Vitest in Node the bundler's addresses mean nothing; the files are read where they were built.
    return key in urls && isNode ? new URL(/* @vite-ignore */ key, import.meta.url).href : urls[key];
  };
  const [glueUrl, wasmUrl] = [at(`${variant}/${module}.mjs`), at(`${variant}/${module}.wasm`)];
  if (!glueUrl || !wasmUrl) return undefined;
  const relaxedUrl = at(`${variant}-relaxed/${module}.wasm`);
  const poolWorkerUrl = at(`${variant}/pool.worker.js`);
  return { variant, glueUrl, wasmUrl, relaxedUrl, poolWorkerUrl } satisfies WasmFiles;
};

const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
