import type { EngineName } from '../contract/index.ts';
import type { EngineUnavailability } from './engine-report.ts';
import { hasWebGpu } from './webgpu/has-webgpu.ts';

/** What the surroundings allow, before anything is loaded. */
export interface Surroundings {
  readonly hasWasm: boolean;
  readonly hasSimd: boolean;
  readonly mayCompile: boolean;
  readonly isIsolated: boolean;
  readonly hasWorker: boolean;
  readonly hasWebGpu: boolean;
}

/** (module (func (result v128) i32.const 0 i8x16.splat)) */
// prettier-ignore
const simdModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);

/** (module (func (result v128) three times i32.const 0 i8x16.splat, f32x4.relaxed_madd)) */
// prettier-ignore
const relaxedModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0,
  65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11,
]);

/** Relaxed SIMD, whose multiplications and additions round once where the processor can do so. */
export function hasRelaxedSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(relaxedModule);
}

export function probeSurroundings(): Surroundings {
  const hasWasm = typeof WebAssembly === 'object';
  const hasSimd = hasWasm && WebAssembly.validate(simdModule);
  return {
    hasWasm,
    hasSimd,
    mayCompile: hasSimd && mayCompile(),
    // Not `typeof SharedArrayBuffer`: shared memory can exist where it cannot be sent to a worker.
    isIsolated: 'crossOriginIsolated' in globalThis && crossOriginIsolated,
    hasWorker: typeof Worker === 'function',
    hasWebGpu: hasWebGpu(),
  };
}

/** A policy lets modules be validated and throws when they are compiled. */
function mayCompile(): boolean {
  try {
    return new WebAssembly.Module(simdModule) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

/** Why the engine need not be tried; undefined: nothing speaks against it. */
export function obstacleTo(name: EngineName, here: Surroundings): EngineUnavailability | undefined {
  if (name === 'reference') return undefined;
  // Whether there is an adapter is known only when it was asked for.
  if (name === 'webgpu') return here.hasWebGpu ? undefined : 'noWebGpu';
  if (!here.hasWasm) return 'noWasm';
  if (!here.hasSimd) return 'noSimd';
  if (!here.mayCompile) return 'blockedByPolicy';
  if (name === 'wasmSimd') return undefined;
  if (!here.hasWorker) return 'noWorker';
  return here.isIsolated ? undefined : 'notIsolated';
}
