import { describe, expect, it, vi } from 'vitest';
import type { AttentionEngine, AttentionInput, EngineName } from '../../../web/contract/index.ts';
import type { EngineReport } from '../../../web/engines/engine-report.ts';
import { createSelection, type EngineFactories, type SelectionOptions } from '../../../web/engines/engine-selection.ts';
import type { Surroundings } from '../../../web/engines/probe.ts';
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

function select(factories: EngineFactories = {}, options: Partial<SelectionOptions> = {}) {
  return createSelection({
    factories: {
      reference: async () => fakeEngine('reference'),
      wasmSimd: async () => fakeEngine('wasmSimd'),
      wasmThreads: async () => fakeEngine('wasmThreads'),
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

describe('preferring', () => {
  it.each(['reference', 'wasmSimd', 'wasmThreads'] as const)('%s gives that engine, small or large', async (name) => {
    const selection = select({}, { prefer: name });
    expect((await selection.engineFor(small)).name).toBe(name);
    expect((await selection.engineFor(large)).name).toBe(name);
  });

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
