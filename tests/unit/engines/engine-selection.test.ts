import { describe, expect, it, vi } from 'vitest';
import type { AttentionEngine, AttentionInput, EngineName } from '../../../web/contract/index.ts';
import { UnavailableEngine, type EngineReport } from '../../../web/engines/engine-report.ts';
import { createSelection, type EngineFactories, type SelectionOptions } from '../../../web/engines/engine-selection.ts';
import type { Surroundings } from '../../../web/engines/probe.ts';
import type { StartContext } from '../../../web/engines/start-within.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';

const everything: Surroundings = {
  hasWasm: true,
  hasSimd: true,
  mayCompile: true,
  isIsolated: true,
  hasWorker: true,
  hasWebGpu: true,
};

const small: AttentionInput = {
  queryCount: 1,
  keyCount: 1,
  valueDim: 1,
  values: Float64Array.of(1),
  score: { scoreFunction: 'given', scores: Float64Array.of(0) },
};
/** Only its sizes are looked at. */
const large: AttentionInput = { ...small, queryCount: 1000, keyCount: 1000 };

/** The reference engine under another name, with a record of its end. */
function fakeEngine(name: EngineName): AttentionEngine & { isDisposed: boolean } {
  const reference = createReferenceEngine();
  const run: AttentionEngine['run'] = (name, request) => reference.run(name, request);
  const engine = {
    name,
    threadCount: name === 'wasmThreads' ? 2 : 1,
    isRelaxed: false,
    isDisposed: false,
    trace: reference.trace.bind(reference),
    rowDetail: reference.rowDetail.bind(reference),
    run,
    dispose: () => void (engine.isDisposed = true),
  };
  return engine;
}

const float32 = { ...small, values: Float32Array.of(1) };
const largeFloat32 = { ...large, values: float32.values };
const quick = { latencyMilliseconds: 1, costPerMillisecond: 1e9 };
const slow = { latencyMilliseconds: 0, costPerMillisecond: 1e6 };

function select(factories: EngineFactories = {}, options: Partial<SelectionOptions> = {}) {
  return createSelection({
    factories: {
      reference: async () => fakeEngine('reference'),
      wasmSimd: async () => fakeEngine('wasmSimd'),
      wasmThreads: async () => fakeEngine('wasmThreads'),
      webgpu: async () => fakeEngine('webgpu'),
      ...factories,
    },
    surroundings: everything,
    ...options,
  });
}

const entryOf = (report: EngineReport, name: EngineName) => report.engines.find((entry) => entry.name === name);

describe('auto', () => {
  it('computes small inputs on wasmSimd and does not start the pool for them', async () => {
    const selection = select();
    expect((await selection.engineFor(small)).name).toBe('wasmSimd');
    expect(selection.report.running).toBe('wasmSimd');
    expect(entryOf(selection.report, 'wasmThreads')?.state).toBe('available');
  });

  it('starts the pool in the background at the first large input, and then uses it for large ones', async () => {
    const selection = select();
    expect((await selection.engineFor(large)).name).toBe('wasmSimd');
    await vi.waitFor(() => expect(entryOf(selection.report, 'wasmThreads')?.state).toBe('ready'));
    expect((await selection.engineFor(large)).name).toBe('wasmThreads');
    expect((await selection.engineFor(small)).name).toBe('wasmSimd');
    expect(entryOf(selection.report, 'wasmThreads')?.threadCount).toBe(2);
  });

  it('starts each engine once', async () => {
    const wasmSimd = vi.fn(async () => fakeEngine('wasmSimd'));
    const selection = select({ wasmSimd });
    const engines = await Promise.all([selection.engineFor(small), selection.engineFor(small)]);
    expect(engines[0]).toBe(engines[1]);
    expect(wasmSimd).toHaveBeenCalledTimes(1);
  });
});

describe('auto, with a GPU', () => {
  it('measures once it is quiet, and takes the GPU for what is large, in float32 and quicker there', async () => {
    const calibrate = vi.fn(async () => ({ wasmSimd: slow, webgpu: quick }));
    const selection = select({}, { calibrate, quietMilliseconds: 20 });
    expect((await selection.engineFor(largeFloat32)).name).toBe('wasmSimd');
    expect((await selection.engineFor(largeFloat32)).name).not.toBe('webgpu');
    expect(calibrate).not.toHaveBeenCalled();
    await vi.waitFor(async () => expect((await selection.engineFor(largeFloat32)).name).toBe('webgpu'), {
      interval: 60,
    });
    expect(calibrate).toHaveBeenCalledTimes(1);
    expect((await selection.engineFor(float32)).name).toBe('wasmSimd');
    expect((await selection.engineFor(large)).name).toBe('wasmThreads');
  });

  it('stays with the CPU where that is quicker', async () => {
    const calibrate = vi.fn(async () => ({ wasmSimd: quick, webgpu: slow }));
    const selection = select({}, { calibrate, quietMilliseconds: 0 });
    await selection.engineFor(largeFloat32);
    await vi.waitFor(() => expect(calibrate).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    expect((await selection.engineFor(largeFloat32)).name).toBe('wasmThreads');
  });

  it('measures later where it could not', async () => {
    const calibrate = vi.fn(async () => ({ wasmSimd: slow, webgpu: quick }));
    calibrate.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    const selection = select({}, { calibrate, quietMilliseconds: 0 });
    await vi.waitFor(async () => expect((await selection.engineFor(largeFloat32)).name).toBe('webgpu'), {
      interval: 20,
    });
    expect(calibrate).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['small', float32],
    ['in float64', large],
  ])('neither starts the GPU nor measures for what is %s', async (_, input) => {
    const [calibrate, webgpu] = [vi.fn(async () => ({})), vi.fn(async () => fakeEngine('webgpu'))];
    const selection = select({ webgpu }, { calibrate, quietMilliseconds: 0 });
    await selection.engineFor(input);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([calibrate, webgpu].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it('measures nothing where there is no GPU, nor after the end', async () => {
    const calibrate = vi.fn(async () => ({}));
    const webgpu = () => Promise.reject(new UnavailableEngine('noAdapter', 'no adapter'));
    const without = select({ webgpu }, { calibrate, quietMilliseconds: 0 });
    await without.engineFor(largeFloat32);
    await vi.waitFor(() => expect(entryOf(without.report, 'webgpu')?.reason).toBe('noAdapter'));
    const ended = select({}, { calibrate, quietMilliseconds: 10 });
    await ended.engineFor(largeFloat32);
    ended.dispose();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(calibrate).not.toHaveBeenCalled();
  });
});

describe('falling back', () => {
  it('goes on to the next engine when a start fails, and keeps the reason', async () => {
    const selection = select({ wasmSimd: () => Promise.reject(new Error('no such file')) });
    expect((await selection.engineFor(small)).name).toBe('reference');
    expect(entryOf(selection.report, 'wasmSimd')).toEqual({
      name: 'wasmSimd',
      state: 'unavailable',
      reason: 'failed',
      detail: 'no such file',
    });
  });

  it('does not wait for ever for an engine that never starts', async () => {
    const selection = select({ wasmSimd: () => new Promise(() => undefined) }, { startMilliseconds: 20 });
    expect((await selection.engineFor(small)).name).toBe('reference');
    expect(entryOf(selection.report, 'wasmSimd')).toMatchObject({ state: 'unavailable', reason: 'timedOut' });
  });

  it('disposes an engine that comes too late', async () => {
    const late = fakeEngine('wasmSimd');
    const wasmSimd = () => new Promise<AttentionEngine>((resolve) => setTimeout(() => resolve(late), 40));
    const selection = select({ wasmSimd }, { startMilliseconds: 10 });
    await selection.engineFor(small);
    await vi.waitFor(() => expect(late.isDisposed).toBe(true));
  });

  it.each([
    ['noWasm', { ...everything, hasWasm: false, hasSimd: false, mayCompile: false }, 'reference'],
    ['noSimd', { ...everything, hasSimd: false, mayCompile: false }, 'reference'],
    ['blockedByPolicy', { ...everything, mayCompile: false }, 'reference'],
    ['noWorker', { ...everything, hasWorker: false }, 'wasmSimd'],
    ['notIsolated', { ...everything, isIsolated: false }, 'wasmSimd'],
  ] as const)('%s: wasmThreads is not tried', async (reason, surroundings, runs) => {
    const wasmThreads = vi.fn(async () => fakeEngine('wasmThreads'));
    const selection = select({ wasmThreads }, { surroundings, prefer: 'wasmThreads' });
    expect(entryOf(selection.report, 'wasmThreads')).toMatchObject({ state: 'unavailable', reason });
    expect((await selection.engineFor(small)).name).toBe(runs);
    expect(wasmThreads).not.toHaveBeenCalled();
  });

  it.each(['noAdapter', 'wrongNumbers'] as const)('webgpu may be found out at its start: %s', async (reason) => {
    const webgpu = () => Promise.reject(new UnavailableEngine(reason, 'the sentence'));
    const selection = select({ webgpu }, { prefer: 'webgpu' });
    expect((await selection.engineFor(small)).name).toBe('wasmThreads');
    expect(entryOf(selection.report, 'webgpu')).toEqual({
      name: 'webgpu',
      state: 'unavailable',
      reason,
      detail: 'the sentence',
    });
  });

  it('noWebGpu: it is not tried', () => {
    const selection = select({}, { surroundings: { ...everything, hasWebGpu: false }, prefer: 'webgpu' });
    expect(entryOf(selection.report, 'webgpu')).toMatchObject({ state: 'unavailable', reason: 'noWebGpu' });
  });

  it('an engine that does without a part of it says so, until it has it again, and is given out all the time', async () => {
    let limit: StartContext['onLimitation'] = () => undefined;
    const selection = select({
      webgpu: async ({ onLimitation }) => {
        limit = onLimitation;
        return { ...fakeEngine('webgpu'), deviceName: 'a GPU' };
      },
    });
    selection.prefer('webgpu');
    await selection.engineFor(small);
    const ready = { name: 'webgpu', state: 'ready', threadCount: 1, isRelaxed: false, deviceName: 'a GPU' };
    expect(entryOf(selection.report, 'webgpu')).toEqual(ready);
    limit('deviceLost', 'It was unplugged.');
    const limited = { ...ready, limitation: 'deviceLost', detail: 'It was unplugged.' };
    expect(entryOf(selection.report, 'webgpu')).toEqual(limited);
    expect((await selection.engineFor(small)).name).toBe('webgpu');
    limit(undefined);
    expect(entryOf(selection.report, 'webgpu')).toEqual(ready);
  });

  it('says where a build has no files for an engine', () => {
    const selection = createSelection({
      factories: { reference: async () => fakeEngine('reference') },
      surroundings: everything,
    });
    expect(entryOf(selection.report, 'wasmSimd')).toMatchObject({ state: 'unavailable', reason: 'notBuilt' });
  });

  it('an engine that dies later is given out no more', async () => {
    let die: (reason: unknown) => void = () => undefined;
    const selection = select({
      wasmThreads: async ({ onFailure }) => {
        die = onFailure;
        return fakeEngine('wasmThreads');
      },
    });
    selection.prefer('wasmThreads');
    expect((await selection.engineFor(small)).name).toBe('wasmThreads');
    die(new Error('out of memory'));
    expect((await selection.engineFor(small)).name).toBe('wasmSimd');
    expect(entryOf(selection.report, 'wasmThreads')).toMatchObject({ reason: 'failed', detail: 'out of memory' });
  });
});

describe('threads in a frame, where the page is not isolated', () => {
  const surroundings = { ...everything, isIsolated: false };
  const open = (): Promise<never> => Promise.reject(new Error('Only factories open it.'));

  it('need leave; then they are begun when they are called for, and nobody waits for them', async () => {
    let begin: (engine: AttentionEngine) => void = () => undefined;
    const wasmThreads = vi.fn(() => new Promise<AttentionEngine>((resolve) => (begin = resolve)));
    const threadsHost = { obstacle: undefined, open };
    const selection = select({ wasmThreads }, { surroundings, threadsHost, prefer: 'wasmThreads' });
    expect((await selection.engineFor(large)).name).toBe('wasmSimd');
    expect(wasmThreads).not.toHaveBeenCalled();
    selection.allowFrame();
    expect(entryOf(selection.report, 'wasmThreads')).toEqual({
      name: 'wasmThreads',
      state: 'available',
      isFramed: true,
    });
    expect((await selection.engineFor(small)).name).toBe('wasmSimd');
    expect(entryOf(selection.report, 'wasmThreads')?.state).toBe('starting');
    begin(fakeEngine('wasmThreads'));
    await vi.waitFor(async () => expect((await selection.engineFor(small)).name).toBe('wasmThreads'));
    expect(entryOf(selection.report, 'wasmThreads')).toMatchObject({ state: 'ready', isFramed: true, threadCount: 2 });
    expect(wasmThreads).toHaveBeenCalledTimes(1);
  });

  it('are not tried where something speaks against them, and say what', async () => {
    const wasmThreads = vi.fn(async () => fakeEngine('wasmThreads'));
    const threadsHost = { obstacle: 'filesElsewhere', open } as const;
    const selection = select({ wasmThreads }, { surroundings, threadsHost, prefer: 'wasmThreads' });
    selection.allowFrame();
    expect(entryOf(selection.report, 'wasmThreads')).toMatchObject({ state: 'unavailable', reason: 'filesElsewhere' });
    expect((await selection.engineFor(large)).name).toBe('wasmSimd');
    expect(wasmThreads).not.toHaveBeenCalled();
  });

  it.each([
    ['an isolated page', { surroundings: everything }],
    ['a build without a frame', { surroundings }],
    [
      'another obstacle',
      { surroundings: { ...surroundings, hasWorker: false }, threadsHost: { obstacle: undefined, open } },
    ],
  ])('%s has none', (_, options) => {
    const selection = select({}, options);
    const before = selection.report;
    selection.allowFrame();
    expect(selection.report).toBe(before);
  });
});

describe('preferring', () => {
  it.each(['reference', 'wasmSimd', 'wasmThreads', 'webgpu'] as const)(
    '%s gives that engine, small or large',
    async (name) => {
      const selection = select({}, { prefer: name });
      expect((await selection.engineFor(small)).name).toBe(name);
      expect((await selection.engineFor(large)).name).toBe(name);
    },
  );

  it('may change, and listeners hear of it', async () => {
    const selection = select();
    const reports: EngineReport[] = [];
    const stop = selection.subscribe((report) => reports.push(report));
    selection.prefer('reference');
    selection.prefer('reference');
    expect(reports.map((report) => report.preferred)).toEqual(['reference']);
    expect((await selection.engineFor(small)).name).toBe('reference');
    expect(reports.at(-1)?.running).toBe('reference');
    stop();
    selection.prefer('auto');
    expect(reports.at(-1)?.preferred).toBe('reference');
  });
});

describe('disposing', () => {
  it('frees every engine and refuses from then on', async () => {
    const engine = fakeEngine('wasmSimd');
    const selection = select({ wasmSimd: async () => engine });
    await selection.engineFor(small);
    selection.dispose();
    selection.dispose();
    await vi.waitFor(() => expect(engine.isDisposed).toBe(true));
    await expect(selection.engineFor(small)).rejects.toMatchObject({ status: 'disposed' });
  });

  it('starts nothing afterwards, not even in the background', async () => {
    const started: string[] = [];
    const record = (name: EngineName) => async () => {
      started.push(name);
      return fakeEngine(name);
    };
    const selection = select({ wasmSimd: record('wasmSimd'), wasmThreads: record('wasmThreads') });
    selection.dispose();
    await expect(selection.engineFor(large)).rejects.toMatchObject({ status: 'disposed' });
    expect(started).toEqual([]);
  });

  it('ends a start that is under way', async () => {
    const engine = fakeEngine('wasmSimd');
    let finish: (engine: AttentionEngine) => void = () => undefined;
    const selection = select({ wasmSimd: () => new Promise((resolve) => (finish = resolve)) });
    const waiting = selection.engineFor(small);
    selection.dispose();
    await expect(waiting).rejects.toMatchObject({ status: 'disposed' });
    finish(engine);
    await vi.waitFor(() => expect(engine.isDisposed).toBe(true));
  });
});
