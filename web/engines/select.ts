import type { AttentionEngine } from '../contract/index.ts';
import type { EngineReport } from './engine-report.ts';
import type { EngineSelection } from './engine-selection.ts';
import { createEngineAt, createSelectionAt, probeEnginesAt, type EngineOptions } from './engines-at.ts';
import { frameHost } from './isolation/threads-host.ts';
import { locateBundledFiles } from './wasm/bundled-files.ts';

export type { EngineEntry, EngineReport, EngineUnavailability } from './engine-report.ts';
export type { EngineSelection } from './engine-selection.ts';
export type { EngineOptions } from './engines-at.ts';

/** The engines of one page or element: started when needed, reported on, disposed together. */
export function createEngineSelection(options?: EngineOptions): EngineSelection {
  return createSelectionAt(locateBundledFiles, options, frameHost);
}

/** Which engines could run here, and why the others could not. Starts nothing. */
export function probeEngines(): EngineReport {
  return probeEnginesAt(locateBundledFiles);
}

/**
 * One engine: the preferred one where it runs, else the next of wasmThreads, wasmSimd, reference. `auto` is wasmSimd:
 * it answers soonest for all but large inputs.
 */
export async function createEngine(options?: EngineOptions): Promise<AttentionEngine> {
  return createEngineAt(locateBundledFiles, options);
}
