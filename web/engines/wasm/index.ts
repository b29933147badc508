import { EngineError, type AttentionEngine } from '../../contract/index.ts';
import { locateBundledFiles } from './bundled-files.ts';
import { fileTableOf } from './file-table.ts';
import type { WasmFileTable, WasmVariant } from './wasm-files.ts';
import { createWasmSimdEngineFrom } from './wasm-simd-engine.ts';
import { createWasmThreadsEngineFrom, type ThreadsOptions } from './wasm-threads-engine.ts';

/** See createWasmSimdEngineFrom; with the files of this build. */
export async function createWasmSimdEngine(
  settings?: Parameters<typeof createWasmSimdEngineFrom>[1],
): Promise<AttentionEngine> {
  return createWasmSimdEngineFrom(bundledFiles('simd'), settings);
}

/** See createWasmThreadsEngineFrom; with the files of this build. */
export async function createWasmThreadsEngine(options?: ThreadsOptions): Promise<AttentionEngine> {
  return createWasmThreadsEngineFrom(bundledFiles('threads'), options);
}

function bundledFiles(variant: WasmVariant): WasmFileTable {
  const files = fileTableOf(locateBundledFiles, variant);
  if (files) return files;
  throw new EngineError('unavailable', `The WebAssembly files of "${variant}" are not part of this build.`);
}
