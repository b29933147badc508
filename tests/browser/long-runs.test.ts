import { afterEach, describe, expect, inject, it } from 'vitest';
import type { AttentionEngine, FusedAttentionRequest } from '../../web/contract/index.ts';
import { locateBundledFiles } from '../../web/engines/wasm/bundled-files.ts';
import { fileTableOf } from '../../web/engines/wasm/file-table.ts';
import { createWasmSimdEngine, createWasmThreadsEngine } from '../../web/engines/wasm/index.ts';
import { RemoteCore } from '../../web/engines/wasm/remote-core.ts';
import { EngineError } from '../../web/contract/index.ts';
import { squareRequest } from '../engines/long-runs.ts';

const dim = 64;
const longest = 16_384;

/** How often a timer of the page ticks while `work` goes on: never, where it is done on the page's own thread. */
async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return ticks;
}

/** How long the engine takes for something small after `request` was cancelled at its first share, over what all would have taken. */
async function shareUntilFree(engine: AttentionEngine, request: FusedAttentionRequest): Promise<number> {
  const controller = new AbortController();
  const { signal } = controller;
  const startedAt = performance.now();
  let cancelledAt = 0;
  let wholeMilliseconds = 0;
  const onProgress = (share: number): void => {
    expect(cancelledAt, 'nothing is heard of a run after it was cancelled').toBe(0);
    cancelledAt = performance.now();
    wholeMilliseconds = (cancelledAt - startedAt) / share;
    controller.abort();
  };
  await expect(engine.run('fusedAttention', request, { signal, onProgress })).rejects.toMatchObject({
    status: 'cancelled',
  });
  // Of a size that the worker answers too, behind the slice that was under way.
  await engine.run('fusedAttention', squareRequest(1100, 12));
  return (performance.now() - cancelledAt) / wholeMilliseconds;
}

describe.skipIf(inject('missingWasm'))('long runs in a page', () => {
  let engine: AttentionEngine | undefined;
  afterEach(() => engine?.dispose());

  const creators = [
    ['wasmSimd', createWasmSimdEngine],
    ['wasmThreads', createWasmThreadsEngine],
  ] as const;

  describe.each(creators)('%s', (_name, create) => {
    it('leaves the page responsive, also while the worker starts', async () => {
      engine = await create();
      const request = squareRequest(3000, dim);
      expect(await ticksDuring(() => engine!.run('fusedAttention', request))).toBeGreaterThan(3);
    });

    it('leaves the page responsive in a trace of the largest size', async () => {
      engine = await create();
      const count = 1000;
      const { queries, keys, values } = squareRequest(count, dim);
      const work = () =>
        engine!.trace({
          queryCount: count,
          keyCount: count,
          valueDim: dim,
          values: values.data,
          score: { scoreFunction: 'scaledDot', queryDim: dim, keyDim: dim, queries: queries.data, keys: keys.data },
        });
      expect(await ticksDuring(work)).toBeGreaterThan(3);
    });

    it(`${longest} queries and keys of width ${dim} can be cancelled, and the engine is soon free`, async () => {
      engine = await create();
      expect(await shareUntilFree(engine, squareRequest(longest, dim))).toBeLessThan(0.25);
    });
  });

  it.each(['simd', 'threads'] as const)(
    `%s takes less than 200 MB for ${longest} queries and keys`,
    async (variant) => {
      const core = await RemoteCore.start(fileTableOf(locateBundledFiles, variant)!, {
        threadCount: variant === 'simd' ? 1 : navigator.hardwareConcurrency,
      });
      const controller = new AbortController();
      // After the first slices all memory has been taken that ever is.
      const onProgress = (share: number): void => {
        if (share > 0.02) controller.abort();
      };
      const run = core.run('fusedAttention', squareRequest(longest, dim), { signal: controller.signal, onProgress });
      await expect(run).rejects.toMatchObject({ status: 'cancelled' });
      const bytes = await core.memoryBytes('fused');
      expect(bytes).toBeLessThan(200e6);
      core.close(new EngineError('disposed', 'The test has ended.'));
    },
  );
});
