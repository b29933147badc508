import { describe, expect, inject, it } from 'vitest';
import { EngineError } from '../../web/contract/index.ts';
import { locateBundledFiles } from '../../web/engines/wasm/bundled-files.ts';
import { fileTableOf } from '../../web/engines/wasm/file-table.ts';
import { createWasmThreadsEngine } from '../../web/engines/wasm/index.ts';
import { RemoteCore } from '../../web/engines/wasm/remote-core.ts';
import { describeAccuracy } from '../engines/accuracy.ts';
import { describeLongRuns } from '../engines/long-runs.ts';
import { describeEngine } from '../engines/suite.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';

describe.skipIf(inject('missingWasm'))('needs the modules of dist/wasm', () => {
  describeEngine('wasmThreads', createWasmThreadsEngine);
  describeEngine('wasmThreads without relaxed SIMD', () => createWasmThreadsEngine({ relaxed: false }));
  describeLongRuns(createWasmThreadsEngine);
  describeFixtures('wasmThreads', createWasmThreadsEngine);
  describeAccuracy('wasmThreads', createWasmThreadsEngine);

  it('the page of these tests is cross-origin isolated, or nothing here would have run on threads', () => {
    expect(crossOriginIsolated).toBe(true);
  });

  it('relaxed SIMD is what Chromium has, and what runs unless it is refused', async () => {
    const engines = await Promise.all([undefined, false].map((relaxed) => createWasmThreadsEngine({ relaxed })));
    expect(engines.map(({ isRelaxed }) => isRelaxed)).toEqual([true, false]);
    for (const engine of engines) engine.dispose();
  });

  it('N3: 64 threads asked for on a small machine are capped, and the page answers', async () => {
    const engine = await createWasmThreadsEngine({ threadCount: 64 });
    expect(engine.threadCount).toBeGreaterThanOrEqual(1);
    expect(engine.threadCount).toBeLessThanOrEqual(navigator.hardwareConcurrency);
    engine.dispose();
  });

  it('one thread is a pool without helpers, and starts too', async () => {
    const engine = await createWasmThreadsEngine({ threadCount: 1 });
    expect(engine.threadCount).toBe(1);
    engine.dispose();
  });

  it('memory begins small and grows with what is asked, and all threads see it', async () => {
    const files = fileTableOf(locateBundledFiles, 'threads')!;
    const [core, alone] = await Promise.all([2, 1].map((threadCount) => RemoteCore.start(files, { threadCount })));
    const numbers = (shape: number[], seed: number) => ({
      shape,
      data: Float32Array.from({ length: shape[0] * shape[1] }, (_, i) => Math.sin(seed + i * 0.37)),
    });
    const requestOf = (keyCount: number) => ({
      queries: numbers([40, 64], 1),
      keys: numbers([keyCount, 64], 2),
      values: numbers([keyCount, 64], 3),
    });
    const small = await core.run('fusedAttention', requestOf(100));
    const megabytes = async (): Promise<number> => (await core.memoryBytes('fused')) / 1e6;
    expect(await megabytes()).toBeLessThan(40);
    const large = await core.run('fusedAttention', requestOf(60_000));
    expect(await megabytes()).toBeGreaterThan(50);
    expect(large).toEqual(await alone.run('fusedAttention', requestOf(60_000)));
    expect(await core.run('fusedAttention', requestOf(100))).toEqual(small);
    for (const each of [core, alone]) each.close(new EngineError('disposed', 'The test is over.'));
  });

  it('two threads give bit for bit what one gives', async () => {
    const engines = await Promise.all([1, 2].map((threadCount) => createWasmThreadsEngine({ threadCount })));
    const count = 300;
    const numbers = (length: number, seed: number): Float32Array =>
      Float32Array.from({ length }, (_, i) => Math.sin(seed + i * 0.37));
    const [one, two] = await Promise.all(
      engines.map((engine) =>
        engine.trace({
          queryCount: count,
          keyCount: count,
          valueDim: 32,
          values: numbers(count * 32, 1),
          score: {
            scoreFunction: 'scaledDot',
            queryDim: 32,
            keyDim: 32,
            queries: numbers(count * 32, 2),
            keys: numbers(count * 32, 3),
          },
        }),
      ),
    );
    expect(two).toEqual(one);
    const rows = (seed: number) => ({ shape: [count, 32], data: numbers(count * 32, seed) });
    const logSumExp = { shape: [count], data: numbers(count, 4) };
    for (const size of [3, 16]) {
      const request = { queries: rows(2), keys: rows(3), logSumExp, queriesPerCell: size, keysPerCell: size };
      const [first, second] = await Promise.all(engines.map((engine) => engine.run('weightTile', request)));
      expect(second).toEqual(first);
    }
    for (const engine of engines) engine.dispose();
  });
});
