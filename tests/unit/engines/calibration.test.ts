import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttentionEngine } from '../../../web/contract/index.ts';
import { calibrate } from '../../../web/engines/calibration.ts';
import { rememberedCalibration, type TextStorage } from '../../../web/engines/calibration-memory.ts';
import { costOfRequest, leastGpuCost } from '../../../web/engines/input-cost.ts';
import {
  quickestFor,
  type CalibratedEngine,
  type Calibration,
  type EngineSpeed,
} from '../../../web/engines/engine-speeds.ts';

/** A clock that goes on when an engine computes, and engines that take what their speeds say. */
function fakes(speeds: Partial<Record<CalibratedEngine, EngineSpeed | 'failing'>>) {
  let now = 1000;
  let calls = 0;
  const engineOf = (speed: EngineSpeed | 'failing'): Pick<AttentionEngine, 'run'> => {
    let isWarm = false;
    const run = async (_: string, request: object) => {
      if (speed === 'failing') throw new Error('out of order');
      calls++;
      const { shape } = (request as { queries: { shape: readonly number[] } }).queries;
      // The cost of input-cost.ts: products of score and value, and an exponential.
      const cost = shape[0] ** 2 * (shape[1] + shape[1] + 60);
      // What an engine loads at first is no part of its speed.
      now += speed.latencyMilliseconds + cost / speed.costPerMillisecond + (isWarm ? 0 : 5000);
      isWarm = true;
      return {};
    };
    return { run };
  };
  const engines = Object.fromEntries(Object.entries(speeds).map(([name, speed]) => [name, engineOf(speed)]));
  return { engines, clock: () => now, callCount: () => calls };
}

const simd = { latencyMilliseconds: 0, costPerMillisecond: 4e6 };
const threads = { latencyMilliseconds: 0.4, costPerMillisecond: 16e6 };
const gpu = { latencyMilliseconds: 3, costPerMillisecond: 400e6 };

describe('calibrating', () => {
  it('finds the speeds, and with them where one engine becomes quicker than another', async () => {
    const speed = fc.record({
      latencyMilliseconds: fc.double({ min: 0, max: 5, noNaN: true }),
      costPerMillisecond: fc.double({ min: 5e6, max: 1e9, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.record({ wasmSimd: speed, wasmThreads: speed, webgpu: speed }), async (speeds) => {
        const { engines, clock } = fakes(speeds);
        const found = await calibrate(engines, { clock });
        for (const name of ['wasmSimd', 'wasmThreads', 'webgpu'] as const) {
          expect(found[name]!.latencyMilliseconds).toBeCloseTo(speeds[name].latencyMilliseconds, 6);
          expect(found[name]!.costPerMillisecond / speeds[name].costPerMillisecond).toBeCloseTo(1, 6);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('small calls are for one thread, larger ones for more, the largest for the GPU', async () => {
    const { engines, clock } = fakes({ wasmSimd: simd, wasmThreads: threads, webgpu: gpu });
    const calibration = await calibrate(engines, { clock });
    // 0.4 ms · 1 / (1 / 4e6 − 1 / 16e6) = 2.1e6, and 2.6 ms / (1 / 16e6 − 1 / 400e6) = 43e6.
    const at = (cost: number) => quickestFor(calibration, cost);
    expect([1e5, 2.1e6, 2.2e6, 42e6, 44e6, 1e9].map(at)).toEqual([
      'wasmSimd',
      'wasmSimd',
      'wasmThreads',
      'wasmThreads',
      'webgpu',
      'webgpu',
    ]);
  });

  it('takes no longer than it may on a slow machine, and knows something of each engine still', async () => {
    // As software that stands in for a GPU.
    const slow = { latencyMilliseconds: 2, costPerMillisecond: 2e4 };
    const { engines, clock } = fakes({ wasmSimd: simd, webgpu: slow });
    const start = clock();
    const calibration = await calibrate(engines, { clock });
    // Two first calls that load, and those that are timed.
    const warm = 2 * 5000 + 2 + (160 ** 2 * 188) / 4e6 + (160 ** 2 * 188) / 2e4;
    expect(clock() - start - warm).toBeLessThanOrEqual(300);
    expect(Object.keys(calibration)).toEqual(['wasmSimd', 'webgpu']);
    expect(quickestFor(calibration, 1e12)).toBe('wasmSimd');
  });

  it('asks a GPU for nothing that it would leave to the CPU', async () => {
    const asked: object[] = [];
    const run = async (_: string, request: object) => {
      asked.push(request);
      return {};
    };
    await calibrate({ webgpu: { run } as Pick<AttentionEngine, 'run'> });
    expect(asked.length).toBeGreaterThan(3);
    for (const request of asked) expect(costOfRequest(request)).toBeGreaterThanOrEqual(leastGpuCost);
  });

  it('an engine that fails is not there; with none there is nothing to say', async () => {
    const { engines, clock } = fakes({ wasmSimd: simd, webgpu: 'failing' });
    expect(Object.keys(await calibrate(engines, { clock }))).toEqual(['wasmSimd']);
    expect(await calibrate({})).toEqual({});
    expect(quickestFor({}, 1e9)).toBeUndefined();
  });

  it('a clock that stands still, as some browsers round it, gives no infinite speed', async () => {
    const { engines } = fakes({ wasmSimd: simd });
    const { wasmSimd } = await calibrate(engines, { clock: () => 7 });
    expect(Number.isFinite(wasmSimd!.costPerMillisecond)).toBe(true);
  });
});

describe('remembering', () => {
  const calibration: Calibration = { wasmSimd: simd, webgpu: gpu };
  const names = ['wasmSimd', 'webgpu'] as const;
  function storageOf(texts: Map<string, string>): TextStorage {
    return { getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => void texts.set(key, text) };
  }

  it('measures once for each key', async () => {
    const storage = storageOf(new Map());
    let count = 0;
    const measure = async () => {
      count++;
      return calibration;
    };
    for (let visit = 0; visit < 3; visit++) {
      expect(await rememberedCalibration('a GPU', names, measure, () => storage)).toEqual(calibration);
    }
    expect(count).toBe(1);
    await rememberedCalibration('another GPU', names, measure, () => storage);
    expect(count).toBe(2);
  });

  it('what an engine failed in is measured again at the next visit, as is what another engine runs in now', async () => {
    const storage = storageOf(new Map());
    const measured = [{ wasmSimd: simd }, calibration, { ...calibration, wasmThreads: threads }];
    const visit = (engines: readonly CalibratedEngine[] = names) =>
      rememberedCalibration(
        'a GPU',
        engines,
        async () => measured.shift()!,
        () => storage,
      );
    expect(await visit()).toEqual({ wasmSimd: simd });
    expect(await visit()).toEqual(calibration);
    expect(await visit()).toEqual(calibration);
    expect(await visit([...names, 'wasmThreads'])).toEqual({ ...calibration, wasmThreads: threads });
    expect(measured).toEqual([]);
  });

  it.each([
    ['is not there', () => undefined as unknown as TextStorage],
    [
      'is refused',
      () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    ],
    [
      'is full',
      () => ({
        getItem: () => null,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      }),
    ],
    ...[
      '{',
      'null',
      '[]',
      '{}',
      '7',
      '{"wasmSimd":1}',
      '{"magic":{"latencyMilliseconds":0,"costPerMillisecond":1}}',
    ].map((text) => [`holds ${text}`, () => storageOf(new Map([['key', text]]))] as const),
    [
      'holds a speed of 0',
      () => storageOf(new Map([['key', '{"webgpu":{"latencyMilliseconds":0,"costPerMillisecond":0}}']])),
    ],
  ] as const)('a storage that %s does no harm', async (_, storage) => {
    expect(await rememberedCalibration('key', names, async () => calibration, storage)).toEqual(calibration);
  });
});
