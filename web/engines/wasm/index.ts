import { EngineError, type AttentionEngine } from '../../contract/index.ts';
import { locateBundledFiles } from './bundled-files.ts';
import type { WasmFiles, WasmVariant } from './wasm-files.ts';
import { createWasmSimdEngineFrom } from './wasm-simd-engine.ts';

/** See createWasmSimdEngineFrom; with the files of this build. */
export async function createWasmSimdEngine(): Promise<AttentionEngine> {
  return createWasmSimdEngineFrom(bundledFiles('simd'));
}

function bundledFiles(variant: WasmVariant): WasmFiles {
  const files = locateBundledFiles(variant);
  if (files) return files;
  throw new EngineError('unavailable', `The WebAssembly files of "${variant}" are not part of this build.`);
}
