import type { LocateWasmFiles } from '../engines/wasm/wasm-files.ts';
import { isPacked } from './packed-files.ts';

/**
 * Stands in for engines/wasm/bundled-files.ts where everything is one file. Of the core it has what the page asks for, for one thread: a
 * page that was opened from a disk gets no more.
 */
export const locateBundledFiles: LocateWasmFiles = (variant, module) => {
  const files = { variant, glueUrl: `${module}.mjs`, wasmUrl: `${module}.wasm` };
  return variant === 'simd' && isPacked(files.glueUrl) && isPacked(files.wasmUrl) ? files : undefined;
};
