import { expose } from 'comlink';
import type { FusedAttentionRequest } from '../../contract/index.ts';
import { hasRelaxedSimd } from '../probe.ts';
import { createReferenceEngine } from '../reference/reference-engine.ts';
import { WasmComputation } from '../wasm/compute.ts';
import { ModuleLoader } from '../wasm/module-loader.ts';
import type { WasmFileTable } from '../wasm/wasm-files.ts';
import type { ProfiledEngine } from './profiled-engines.ts';
import { millisecondsPerCall } from './timed-calls.ts';
import type { Workload } from './workload.ts';
import { requestOf, type GivenVectors } from './workload-request.ts';

export interface ProfileFiles {
  readonly simd: WasmFileTable | undefined;
  readonly threads: WasmFileTable | undefined;
}

/** What an engine turned out to be; null: it does not run here. */
export interface StartedEngine {
  readonly threadCount: number;
  readonly isRelaxed: boolean;
  /** Multiplications and additions of one thread that does nothing else, 10⁹ a second. Null: the engine has no SIMD. */
  readonly peak: number | null;
}

/** Every engine in one worker, asked one at a time: what is measured has a thread without a page to itself. */
export interface ProfileWorker {
  start(engine: ProfiledEngine, files: ProfileFiles): Promise<StartedEngine | null>;
  /** Milliseconds of one call of fusedAttention, copies in and out included. */
  sample(engine: ProfiledEngine, workload: Workload, given?: GivenVectors): Promise<number>;
  /** Null: the engine has no memory of its own. */
  memoryBytes(engine: ProfiledEngine): Promise<number | null>;
}

interface Lane {
  attend(request: FusedAttentionRequest): Promise<unknown>;
  memoryBytes(): Promise<number | null>;
}

const lanes = new Map<ProfiledEngine, Lane>();
/** The request that was made last, which the next contestants may want too. */
let latest: { readonly key: string; readonly request: FusedAttentionRequest } | undefined;
const warm = new Set<string>();

const api: ProfileWorker = {
  async start(engine, files) {
    try {
      return engine === 'reference' ? startReference() : await startCore(engine, files);
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
  memoryBytes: async (engine) => (await lanes.get(engine)?.memoryBytes()) ?? null,
};

expose(api);

function startReference(): StartedEngine {
  const engine = createReferenceEngine();
  lanes.set('reference', {
    attend: (request) => engine.run('fusedAttention', request),
    memoryBytes: () => Promise.resolve(null),
  });
  return { threadCount: 1, isRelaxed: false, peak: null };
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
  return { threadCount, isRelaxed: modules.isRelaxed, peak: multiplyAndAdd ? await peakOf(multiplyAndAdd) : null };
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
