import type { EngineName } from '../../contract/index.ts';

/** The engines that are timed against each other; the core comes plain and with relaxed SIMD. */
export const profiledEngines = ['reference', 'wasmSimd', 'wasmSimdRelaxed', 'wasmThreads', 'webgpu'] as const;
export type ProfiledEngine = (typeof profiledEngines)[number];

export function engineNameOf(engine: ProfiledEngine): EngineName {
  return engine === 'wasmSimdRelaxed' ? 'wasmSimd' : engine;
}
