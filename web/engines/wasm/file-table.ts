import type { LocateWasmFiles, WasmFileTable, WasmVariant } from './wasm-files.ts';
import { wasmModuleNames } from './wasm-modules.ts';

/**
 * The files of all modules. What gains nothing by threads is built for one thread only, and serves both engines.
 * Undefined: not even the trace is there.
 */
export function fileTableOf(locate: LocateWasmFiles, variant: WasmVariant): WasmFileTable | undefined {
  if (!locate(variant, 'trace')) return undefined;
  return Object.fromEntries(
    wasmModuleNames.map((module) => [module, locate(variant, module) ?? locate('simd', module)]),
  );
}
