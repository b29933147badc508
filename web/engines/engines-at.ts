import { contractVersion, EngineError, type AttentionEngine, type EngineName } from '../contract/index.ts';
import type { EngineReport } from './engine-report.ts';
import {
  createSelection,
  fallbacksFrom,
  type Calibrate,
  type EngineFactories,
  type EngineSelection,
} from './engine-selection.ts';
import type { CalibratedEngine } from './engine-speeds.ts';
import type { ThreadsHost } from './isolation/threads-host.ts';
import { obstacleTo, probeSurroundings } from './probe.ts';
import { startWithin, type StartContext } from './start-within.ts';
import { fileTableOf } from './wasm/file-table.ts';
import type { LocateWasmFiles } from './wasm/wasm-files.ts';
import { createWasmSimdEngineFrom } from './wasm/wasm-simd-engine.ts';
import { createWasmThreadsEngineFrom } from './wasm/wasm-threads-engine.ts';

export interface EngineOptions {
  /** Default `auto`. */
  readonly prefer?: EngineName | 'auto' | undefined;
  /** For wasmThreads. Default: what the hardware has, which is also the most. */
  readonly threadCount?: number | undefined;
  /** Take the modules with relaxed SIMD. Default: where the browser has it. */
  readonly relaxed?: boolean | undefined;
}

/** The engines of a build that has its WebAssembly files where `locate` says; with `threadsHost`, threads run there. */
export function factoriesAt(
  locate: LocateWasmFiles,
  { threadCount, relaxed }: EngineOptions = {},
  threadsHost?: ThreadsHost,
): EngineFactories {
  const [simd, threads] = [fileTableOf(locate, 'simd'), fileTableOf(locate, 'threads')];
  const cpu: EngineFactories = {
    // Fetched where it is asked for, or nothing else runs: most pages never need it.
    reference: async () => (await import('./reference/reference-engine.ts')).createReferenceEngine(),
    ...(simd && { wasmSimd: () => createWasmSimdEngineFrom(simd, { relaxed }) }),
    ...(threads && {
      wasmThreads: (context) =>
        createWasmThreadsEngineFrom(threads, { ...context, threadCount, relaxed, openPlace: threadsHost?.open }),
    }),
  };
  return {
    ...cpu,
    // The same holds here. What the GPU leaves is large more often than not, and for threads.
    webgpu: async (context) => {
      const { createWebGpuEngine } = await import('./webgpu/index.ts');
      return createWebGpuEngine({ ...context, cpu: (own) => startFirst(fallbacksFrom('wasmThreads'), cpu, own) });
    },
  };
}

/** See createEngineSelection in select.ts. `host` is made where the page itself is not isolated. */
export function createSelectionAt(
  locate: LocateWasmFiles,
  options: EngineOptions = {},
  host: () => ThreadsHost | undefined = () => undefined,
): EngineSelection {
  const surroundings = probeSurroundings();
  const threadsHost = surroundings.isIsolated ? undefined : host();
  const factories = factoriesAt(locate, options, threadsHost);
  return createSelection({ factories, surroundings, prefer: options.prefer, threadsHost, calibrate });
}

/** Measured once for each GPU and each version of the browser. */
const calibrate: Calibrate = async (engines) => {
  const [{ calibrate }, { rememberedCalibration }] = await Promise.all([
    import('./calibration.ts'),
    import('./calibration-memory.ts'),
  ]);
  const device = [engines.webgpu?.deviceName, engines.wasmThreads?.threadCount, navigator.userAgent];
  const key = `attention engines ${contractVersion}: ${device.join(', ')}`;
  return rememberedCalibration(key, Object.keys(engines) as CalibratedEngine[], () => calibrate(engines));
};

/** See probeEngines in select.ts. */
export function probeEnginesAt(locate: LocateWasmFiles): EngineReport {
  return createSelectionAt(locate).report;
}

/** See createEngine in select.ts. */
export async function createEngineAt(locate: LocateWasmFiles, options: EngineOptions = {}): Promise<AttentionEngine> {
  return startFirst(fallbacksFrom(options.prefer ?? 'auto'), factoriesAt(locate, options));
}

/** The first of these engines that starts here. */
async function startFirst(
  names: readonly EngineName[],
  factories: EngineFactories,
  context: Partial<StartContext> = {},
): Promise<AttentionEngine> {
  const surroundings = probeSurroundings();
  for (const name of names) {
    const factory = factories[name];
    if (!factory || obstacleTo(name, surroundings)) continue;
    try {
      return await startWithin(factory, { ...context, end: context.signal });
    } catch {
      // The next one may run; who wants to know why this one did not asks an EngineSelection.
    }
  }
  throw new EngineError('unavailable', 'No engine runs here, not even the reference engine.');
}
