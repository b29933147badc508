import { expose } from 'comlink';
import type { AttentionEngine, FusedAttentionRequest, FusedAttentionResult, Tensor } from '../../contract/index.ts';
import { hasRelaxedSimd } from '../probe.ts';
import { createReferenceEngine } from '../reference/reference-engine.ts';
import { WasmComputation } from '../wasm/compute.ts';
import { ModuleLoader } from '../wasm/module-loader.ts';
import type { WasmFileTable } from '../wasm/wasm-files.ts';
import type { ProfiledEngine } from './profiled-engines.ts';
import { millisecondsPerCall } from './timed-calls.ts';
import { profiledScoreFunctions, type Workload } from './workload.ts';
import { requestOf, type GivenVectors } from './workload-request.ts';

export interface ProfileFiles {
  readonly simd: WasmFileTable | undefined;
  readonly threads: WasmFileTable | undefined;
}

/** What an engine turned out to be; null: it does not run here. */
export interface StartedEngine {
  readonly threadCount: number;
  readonly isRelaxed: boolean;
  /** Of a GPU. */
  readonly deviceName: string | null;
  /** Multiplications and additions of one thread that does nothing else, 10⁹ a second. Null: the engine has no SIMD. */
  readonly peak: number | null;
}

/** Every engine in one worker, asked one at a time: what is measured has a thread without a page to itself. */
export interface ProfileWorker {
  start(engine: ProfiledEngine, files: ProfileFiles): Promise<StartedEngine | null>;
  /** Milliseconds of one call of fusedAttention, copies in and out included. */
  sample(engine: ProfiledEngine, workload: Workload, given?: GivenVectors): Promise<number>;
  /**
   * The largest difference of a number of its context from that of the reference engine in float64, for the same float32
   * numbers.
   */
  difference(engine: ProfiledEngine, workload: Workload, given?: GivenVectors): Promise<number>;
  /** Null: the engine has no memory of its own. */
  memoryBytes(engine: ProfiledEngine): Promise<number | null>;
}

interface Lane {
  attend(request: FusedAttentionRequest): Promise<FusedAttentionResult>;
  memoryBytes(): Promise<number | null>;
}

const lanes = new Map<ProfiledEngine, Lane>();
/** The request that was made last, which the next contestants may want too. */
let latest: { readonly key: string; readonly request: FusedAttentionRequest } | undefined;
const warm = new Set<string>();

const api: ProfileWorker = {
  async start(engine, files) {
    try {
      if (engine === 'reference') return startReference();
      return engine === 'webgpu' ? await startGpu() : await startCore(engine, files);
    } catch {
      return null;
    }
  },
  async sample(engine, workload, given) {
    const key = `${JSON.stringify(workload)} ${given !== undefined}`;
    if (latest?.key !== key) latest = { key, request: requestOf(workload, given) };
    const { request } = latest;
    const isWarm = warm.has(`${engine} ${key}`);
    warm.add(`${engine} ${key}`);
    const lane = lanes.get(engine)!;
    return millisecondsPerCall(() => lane.attend(request), { isWarm });
  },
  async difference(engine, workload, given) {
    const request = requestOf(workload, given);
    const { context } = await lanes.get(engine)!.attend(request);
    const exact = await createReferenceEngine().run('fusedAttention', inFloat64(request));
    let largest = 0;
    for (const [index, number] of context.data.entries()) {
      const difference = Math.abs(number - exact.context.data[index]);
      if (!(difference <= largest)) largest = difference;
    }
    return largest;
  },
  memoryBytes: async (engine) => (await lanes.get(engine)?.memoryBytes()) ?? null,
};

expose(api);

function startReference(): StartedEngine {
  const engine = createReferenceEngine();
  lanes.set('reference', {
    attend: (request) => engine.run('fusedAttention', request),
    memoryBytes: () => Promise.resolve(null),
  });
  return { threadCount: 1, isRelaxed: false, deviceName: null, peak: null };
}

/** However small a call is, it goes to the GPU. What it can't compute is no time of its own, and refused. */
async function startGpu(): Promise<StartedEngine> {
  const { createWebGpuEngine } = await import('../webgpu/index.ts');
  const cpu: AttentionEngine = Object.assign(createReferenceEngine(), {
    run: () => Promise.reject(new Error('The GPU did not compute this.')),
  });
  const engine = await createWebGpuEngine({ leastCost: 0, cpu: () => Promise.resolve(cpu) });
  const attend = (request: FusedAttentionRequest) => engine.run('fusedAttention', request);
  const tiny = { queryCount: 1, keyCount: 1, keyDim: 4, valueDim: 4, attentionDim: 4 };
  for (const scoreFunction of profiledScoreFunctions) await attend(requestOf({ ...tiny, scoreFunction }));
  lanes.set('webgpu', { attend, memoryBytes: () => Promise.resolve(null) });
  return { threadCount: 1, isRelaxed: false, deviceName: engine.deviceName ?? null, peak: null };
}

function inFloat64(request: FusedAttentionRequest): FusedAttentionRequest {
  const fields = Object.entries(request).map(([name, field]: [string, unknown]) => {
    if (typeof field !== 'object' || field === null) return [name, field] as const;
    const { shape, data } = field as Tensor;
    return [name, { shape, data: Float64Array.from(data) }] as const;
  });
  return Object.fromEntries(fields) as unknown as FusedAttentionRequest;
}

async function startCore(engine: ProfiledEngine, files: ProfileFiles): Promise<StartedEngine | null> {
  const withThreads = engine === 'wasmThreads';
  const table = withThreads ? files.threads : files.simd;
  if (!table || (withThreads && !crossOriginIsolated)) return null;
  const threadCount = withThreads ? navigator.hardwareConcurrency : 1;
  const modules = new ModuleLoader(table, { threadCount, relaxed: engine !== 'wasmSimd' && hasRelaxedSimd() });
  if (engine === 'wasmSimdRelaxed' && !modules.isRelaxed) return null;
  const computation = await WasmComputation.start(modules);
  lanes.set(engine, {
    attend: (request) => computation.run('fusedAttention', request),
    memoryBytes: () => computation.memoryBytes('fused'),
  });
  const { multiplyAndAdd } = await modules.load('fused');
  return {
    threadCount,
    isRelaxed: modules.isRelaxed,
    deviceName: null,
    peak: multiplyAndAdd ? await peakOf(multiplyAndAdd) : null,
  };
}

/** The best of some samples: a peak is what nothing disturbed. */
async function peakOf(multiplyAndAdd: (rounds: number) => number): Promise<number> {
  const rounds = 20_000;
  let best = 0;
  for (let sample = 0; sample < 4; sample++) {
    let flops = 0;
    const milliseconds = await millisecondsPerCall(() => (flops = multiplyAndAdd(rounds)), { isWarm: sample > 0 });
    best = Math.max(best, flops / milliseconds / 1e6);
  }
  return best;
}
