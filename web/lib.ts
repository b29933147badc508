/**
 * Attention without the page: every number from scores to context, in Node 20 and in browsers.
 *
 * @example
 * import { createEngine } from 'attention-playground';
 *
 * const engine = await createEngine();
 * const trace = await engine.trace({
 *   queryCount: 1,
 *   keyCount: 3,
 *   valueDim: 1,
 *   values: Float64Array.of(10, 20, 30),
 *   score: { scoreFunction: 'given', scores: Float64Array.of(0.3, 2.1, 0.5) },
 * });
 * trace.weights; // 0.1209…, 0.7314…, 0.1476…
 * trace.context; // 20.26…
 * engine.dispose();
 *
 * @module
 */
import type { AttentionEngine } from './contract/index.ts';
import type { EngineReport } from './engines/engine-report.ts';
import type { EngineSelection } from './engines/engine-selection.ts';
import { createEngineAt, createSelectionAt, probeEnginesAt, type EngineOptions } from './engines/engines-at.ts';
import { locateLibraryFiles } from './engines/wasm/library-files.ts';

export * from './contract/index.ts';
export type { EngineEntry, EngineReport, EngineUnavailability } from './engines/engine-report.ts';
export type { EngineSelection } from './engines/engine-selection.ts';
export type { EngineOptions } from './engines/engines-at.ts';

/**
 * One engine: the preferred one where it runs, else the next of wasmThreads, wasmSimd, reference. `auto`, the default,
 * is wasmSimd, which answers soonest for all but large inputs. wasmThreads needs a cross-origin isolated page.
 *
 * Rejects with EngineError; with the reference engine to fall back on, hardly ever.
 */
export async function createEngine(options?: EngineOptions): Promise<AttentionEngine> {
  return createEngineAt(locateLibraryFiles, options);
}

/** Several engines which start when an input calls for them, with a report of what runs and why the rest does not. */
export function createEngineSelection(options?: EngineOptions): EngineSelection {
  return createSelectionAt(locateLibraryFiles, options);
}

/** Which engines could run here, and why the others could not. Starts nothing. */
export function probeEngines(): EngineReport {
  return probeEnginesAt(locateLibraryFiles);
}
