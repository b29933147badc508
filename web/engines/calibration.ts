import type { AttentionEngine, FusedAttentionRequest, Tensor } from '../contract/index.ts';
import { calibratedEngines, type CalibratedEngine, type Calibration, type EngineSpeed } from './engine-speeds.ts';
import { costOf } from './input-cost.ts';

export interface CalibrationOptions {
  /** Milliseconds that only grow. */
  readonly clock?: () => number;
  /** How long all timed calls together may take. */
  readonly mostMilliseconds?: number;
}

/** Queries, and keys, of the calls that are timed; all vectors are `dim` wide. The smallest is one for a GPU: see leastGpuCost. */
const sizes = [160, 384, 1024] as const;
const dim = 64;
/** Each call is made so many times, and the quickest counts. */
const rounds = 2;

interface Sample {
  readonly cost: number;
  readonly milliseconds: number;
}

/**
 * Times fused attention in float32 on each engine, from small calls to larger ones, which are left out where they would
 * take longer than what is left. A first call that nobody times lets an engine load what it needs. Never rejects: an
 * engine that fails is as one that is not there.
 */
export async function calibrate(
  engines: Readonly<Partial<Record<CalibratedEngine, Pick<AttentionEngine, 'run'>>>>,
  { clock = () => performance.now(), mostMilliseconds = 300 }: CalibrationOptions = {},
): Promise<Calibration> {
  const samples = new Map<CalibratedEngine, Sample[]>();
  for (const name of calibratedEngines) {
    const isReady = await engines[name]?.run('fusedAttention', requestOf(sizes[0])).then(
      () => true,
      () => false,
    );
    if (isReady) samples.set(name, []);
  }
  let spent = 0;
  for (const size of sizes) {
    const request = requestOf(size);
    const cost = costOf({
      ...{ queryCount: size, keyCount: size, valueDim: dim, values: request.values.data },
      score: {
        scoreFunction: 'scaledDot',
        queryDim: dim,
        keyDim: dim,
        queries: request.queries.data,
        keys: request.keys.data,
      },
    });
    for (const [name, own] of samples) {
      const last = own.at(-1);
      // By what the call before took, all of which may be the way there and back.
      let expected = last ? (last.milliseconds * cost) / last.cost : 0;
      for (let round = 0; round < rounds && spent + expected <= mostMilliseconds; round++) {
        const start = clock();
        try {
          await engines[name]!.run('fusedAttention', request);
        } catch {
          samples.delete(name);
          break;
        }
        const milliseconds = clock() - start;
        spent += milliseconds;
        // What disturbs makes a call longer, and none shorter.
        expected = round === 0 ? milliseconds : Math.min(expected, milliseconds);
        if (round === 0) own.push({ cost, milliseconds });
        else own[own.length - 1] = { cost, milliseconds: expected };
      }
    }
  }
  const speeds = [...samples].flatMap(([name, own]) => (own.length > 0 ? [[name, speedOf(own)] as const] : []));
  return Object.fromEntries(speeds);
}

/** The line through the smallest and the largest call. */
function speedOf(samples: readonly Sample[]): EngineSpeed {
  const [first, last] = [samples[0], samples[samples.length - 1]];
  // A clock may be as coarse as a millisecond.
  const least = 1e-3;
  const slope = (last.milliseconds - first.milliseconds) / (last.cost - first.cost);
  if (!(slope > 0)) {
    return { latencyMilliseconds: 0, costPerMillisecond: last.cost / Math.max(least, last.milliseconds) };
  }
  return {
    latencyMilliseconds: Math.max(0, first.milliseconds - slope * first.cost),
    costPerMillisecond: 1 / slope,
  };
}

function requestOf(count: number): FusedAttentionRequest<Float32Array> {
  const tensor = (seed: number): Tensor<Float32Array> => ({
    shape: [count, dim],
    data: Float32Array.from({ length: count * dim }, (_, i) => Math.sin(seed + i * 0.37) / 8),
  });
  return { queries: tensor(1), keys: tensor(2), values: tensor(3) };
}
