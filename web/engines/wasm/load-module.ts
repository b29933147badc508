import type { AnyModule, CreateModule, ModuleOptions } from '../../../wasm/bindings/module.d.ts';
import { contractVersion, EngineError } from '../../contract/index.ts';
import { hasRelaxedSimd } from '../probe.ts';
import { importScript, readBytes } from './read-file.ts';
import type { WasmFiles } from './wasm-files.ts';

export interface LoadSettings {
  /** Workers that start with the module: see ModuleOptions. */
  readonly poolSize?: number | undefined;
  /** Default: where the browser has it. */
  readonly relaxed?: boolean | undefined;
}

/**
 * Starts a module. The bytes are fetched here and not by the glue, for one path that works from disk in Node, from a
 * server that gives .wasm a wrong type, and under any sub-path.
 *
 * Rejects with EngineError `unavailable` when a file cannot be had, the bytes are refused, or the module was built for
 * another contract.
 */
export async function loadModule<M extends AnyModule>(
  files: WasmFiles,
  { poolSize, relaxed = hasRelaxedSimd() }: LoadSettings = {},
): Promise<M> {
  const wasmUrl = relaxed ? (files.relaxedUrl ?? files.wasmUrl) : files.wasmUrl;
  const [createModule, wasmBinary] = await Promise.all([glueAt<M>(files.glueUrl), bytesAt(wasmUrl)]);
  const options: ModuleOptions = {
    ...(poolSize !== undefined && { poolSize }),
    wasmBinary,
    locateFile: (file) => (file.endsWith('.worker.js') ? (files.poolWorkerUrl ?? file) : wasmUrl),
    mainScriptUrlOrBlob: files.glueUrl,
    // What it would print comes as the rejection below too.
    printErr: () => undefined,
  };
  let module: M;
  try {
    module = await createModule(options);
  } catch (cause) {
    throw unavailable(`The WebAssembly module ${wasmUrl} did not start`, cause);
  }
  if (module.contractVersion !== contractVersion) {
    throw new EngineError(
      'unavailable',
      `The WebAssembly module was built for contract ${module.contractVersion}, but this page expects ${contractVersion}.`,
    );
  }
  return module;
}

async function glueAt<M>(url: string): Promise<CreateModule<M>> {
  try {
    return ((await importScript(url)) as { default: CreateModule<M> }).default;
  } catch (cause) {
    throw unavailable(`The script ${url} could not be loaded`, cause);
  }
}

async function bytesAt(url: string): Promise<ArrayBuffer | Uint8Array> {
  try {
    return await readBytes(url);
  } catch (cause) {
    throw unavailable(`The file ${url} could not be read`, cause);
  }
}

function unavailable(what: string, cause: unknown): EngineError {
  return new EngineError('unavailable', `${what}: ${cause instanceof Error ? cause.message : String(cause)}.`);
}
