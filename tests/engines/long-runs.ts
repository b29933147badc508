import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allocateLike,
  type AttentionEngine,
  type FusedAttentionRequest,
  type Tensor,
} from '../../web/contract/index.ts';
import { expectNear } from './number-agreement.ts';
import type { CreateEngine } from './suite.ts';
import { roundingUnit } from './tolerances.ts';

/** [..., count, dim] of numbers around 0 that repeat nowhere. */
export function wave(shape: readonly number[], seed: number): Tensor<Float32Array> {
  const length = shape.reduce((product, size) => product * size, 1);
  return { shape, data: Float32Array.from({ length }, (_, i) => Math.sin(seed + i * 0.37) + Math.cos(i * 0.11)) };
}

export function squareRequest(count: number, dim: number): FusedAttentionRequest<Float32Array> {
  return { queries: wave([count, dim], 1), keys: wave([count, dim], 2), values: wave([count, dim], 3) };
}

/** So many queries that every engine computes them in slices. */
export function longRequest(dim: number, keyCount: number): FusedAttentionRequest<Float32Array> {
  const queryCount = Math.ceil(Math.sqrt(1.3e9 / dim));
  return { queries: wave([queryCount, dim], 1), keys: wave([keyCount, dim], 2), values: wave([keyCount, dim], 3) };
}

/** Of one query each, so that no slice of a long run could be smaller. */
function rowOf({ shape, data }: Tensor<Float32Array>, head: number, row: number): Tensor<Float32Array> {
  const [rowCount, width] = shape.slice(-2);
  const start = (head * rowCount + row) * width;
  return { shape: [1, width], data: data.slice(start, start + width) };
}

/**
 * Calls long enough to be computed in slices, on an engine that does so, and longer than the words of their shares are under
 * way. A slow engine takes as long for less.
 */
export function describeLongRuns(createEngine: CreateEngine, { isSlow = false } = {}): void {
  const [manyKeys, tileDim] = isSlow ? [60, 8] : [600, 256];

  describe('long runs', () => {
    let engine: AttentionEngine;
    beforeAll(async () => {
      engine = await createEngine();
    });
    afterAll(() => engine.dispose());

    it('tell shares that grow from something small to 1', async () => {
      const shares: number[] = [];
      // Long enough that the shares, which come by a way of their own, do not all meet the answer.
      await engine.run('fusedAttention', longRequest(16, manyKeys), { onProgress: (share) => shares.push(share) });
      expect(shares.length).toBeGreaterThan(2);
      expect(shares[0]).toBeLessThan(0.5);
      expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
      expect(shares.at(-1)).toBe(1);
    });

    it('end when they are cancelled in the middle, tell nothing more, and the engine goes on', async () => {
      const controller = new AbortController();
      const shares: number[] = [];
      const onProgress = (share: number): void => {
        shares.push(share);
        controller.abort();
      };
      const request = longRequest(8, manyKeys);
      const run = engine.run('fusedAttention', request, { signal: controller.signal, onProgress });
      await expect(run).rejects.toMatchObject({ name: 'EngineError', status: 'cancelled' });
      const toldBefore = [...shares];
      expect(toldBefore.at(-1)).toBeLessThan(1);
      const { context } = await engine.run('fusedAttention', request);
      expect(context.shape).toEqual(request.queries.shape);
      expect(shares).toEqual(toldBefore);
    });

    it('that overlap each get their own answer, and short ones need not wait for them', async () => {
      const requests = [longRequest(8, manyKeys), longRequest(4, manyKeys)];
      const alone = [];
      for (const request of requests) alone.push(await engine.run('fusedAttention', request));
      const runShort = () => engine.run('fusedAttention', squareRequest(2, 2));
      // What it is computed by may have to start.
      await runShort();
      let isEnded = false;
      const together = Promise.all(requests.map((request) => engine.run('fusedAttention', request)));
      void together.then(() => (isEnded = true));
      await runShort();
      expect(isEnded).toBe(false);
      expect(await together).toEqual(alone);
    });

    it('read their request when it is handed over', async () => {
      const request = longRequest(8, manyKeys);
      const expected = await engine.run('fusedAttention', request);
      const pending = engine.run('fusedAttention', request);
      request.values.data.fill(1e9);
      expect(await pending).toEqual(expected);
    });

    it('give bit for bit what one call gives: heads, masks, windows, positions', async () => {
      const [headCount, queryCount, keyCount] = [2, 900, 700];
      const mask = wave([queryCount, keyCount], 4);
      const request: FusedAttentionRequest<Float32Array> = {
        queries: wave([headCount, queryCount, 8], 1),
        keys: wave([1, keyCount, 8], 2),
        values: wave([1, keyCount, 5], 3),
        causal: 'bottomRight',
        leftWindow: 300,
        keepMask: { shape: mask.shape, data: mask.data.map((number) => (number > -1 ? 1 : 0)) },
        additiveMask: wave([headCount, 1, keyCount], 5),
      };
      const sliced = await engine.run('fusedAttention', request);
      for (const head of [0, 1]) {
        const { keys, values, keepMask, additiveMask } = request;
        for (const row of [0, 1, 63, 64, 65, 130, 450, 898, 899]) {
          const alone = await engine.run('fusedAttention', {
            causal: 'bottomRight',
            leftWindow: 300,
            queries: rowOf(request.queries, head, row),
            keys: { shape: [keyCount, 8], data: keys.data },
            values: { shape: [keyCount, 5], data: values.data },
            keepMask: rowOf({ shape: [1, queryCount, keyCount], data: keepMask!.data }, 0, row),
            additiveMask: rowOf(additiveMask!, head, 0),
            firstPosition: keyCount - queryCount + row,
          });
          for (const name of ['context', 'logSumExp', 'entropy', 'largestKey'] as const) {
            const { data } = sliced[name];
            const width = data.length / headCount / queryCount;
            const expected = allocateLike(data, width);
            expected.set(data.subarray((head * queryCount + row) * width, (head * queryCount + row + 1) * width));
            expect(alone[name].data, `${name} of query ${row} in head ${head}`).toEqual(expected);
          }
        }
      }
    });

    it('of rows that lie apart, give what each row gives alone', async () => {
      const [queryCount, keyCount, dim] = [3000, 700, 32];
      const request = {
        ...{ queries: wave([queryCount, dim], 1), keys: wave([keyCount, dim], 2), values: wave([keyCount, 16], 3) },
        ...{ causal: 'topLeft' as const, firstPosition: -1900 },
      };
      // Rows 0, 2, 3, 5, 6, 8 … of a longer whole.
      const rows = Float32Array.from({ length: queryCount }, (_, t) => Math.floor(1.5 * t + 0.5));
      const sliced = await engine.run('fusedAttention', { ...request, queryRows: { shape: [queryCount], data: rows } });
      for (const t of [0, 1266, 1267, 1268, 1300, 1499, 1500, 1501, 1600, 2999]) {
        const queries = rowOf(request.queries, 0, t);
        const alone = await engine.run('fusedAttention', { ...request, queries, firstPosition: rows[t] - 1900 });
        expect(alone.logSumExp.data, `row ${t}`).toEqual(sliced.logSumExp.data.slice(t, t + 1));
        expect(alone.context.data, `row ${t}`).toEqual(sliced.context.data.slice(16 * t, 16 * t + 16));
      }
    });

    it('of a tile: tell their shares, end when they are cancelled, and give what each row of cells gives alone', async () => {
      const [count, queriesPerCell, cellColumns] = [1510, 7, 6];
      const { queries, keys } = squareRequest(count, tileDim);
      const mask = wave([count, count], 4);
      const request = {
        ...{ queries, keys, causal: 'bottomRight' as const, leftWindow: 900, firstKey: 70 },
        logSumExp: wave([count], 6),
        keepMask: { shape: mask.shape, data: mask.data.map((number) => (number > -1 ? 1 : 0)) },
        ...{ queriesPerCell, keysPerCell: 300 },
      };
      const shares: number[] = [];
      const { max, mean } = await engine.run('weightTile', request, { onProgress: (share) => shares.push(share) });
      expect(shares.length).toBeGreaterThan(2);
      expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
      expect(shares.at(-1)).toBe(1);
      expect([max.shape, mean.shape]).toEqual([
        [216, cellColumns],
        [216, cellColumns],
      ]);
      // The last has 5 queries left.
      for (const cellRow of [0, 1, 4, 40, 111, 214, 215]) {
        const [first, end] = [cellRow * queriesPerCell, Math.min(count, (cellRow + 1) * queriesPerCell)];
        const rows = ({ shape: [, width = 1], data }: Tensor<Float32Array>) => data.slice(first * width, end * width);
        const alone = await engine.run('weightTile', {
          ...request,
          queries: { shape: [end - first, tileDim], data: rows(queries) },
          logSumExp: { shape: [end - first], data: rows(request.logSumExp) },
          keepMask: { shape: [end - first, count], data: rows(request.keepMask) },
          firstPosition: 70 + first,
        });
        const cells = ({ data }: Tensor) => data.slice(cellRow * cellColumns, (cellRow + 1) * cellColumns);
        expect(alone.max.data, `row ${cellRow} of max`).toEqual(cells(max));
        // Summed in another order.
        expectNear(`row ${cellRow} of mean`, alone.mean.data, cells(mean), 0, 16 * roundingUnit.float32);
      }
      const controller = new AbortController();
      const watch = { signal: controller.signal, onProgress: () => controller.abort() };
      await expect(engine.run('weightTile', request, watch)).rejects.toMatchObject({ status: 'cancelled' });
    });

    it('reach positions behind the last that a request may start at', async () => {
      const request = longRequest(16, manyKeys);
      const placed = { ...request, causal: 'topLeft' as const, firstPosition: 65_536 };
      const { logSumExp } = await engine.run('fusedAttention', placed);
      // From there all keys are seen.
      const last = await engine.run('fusedAttention', {
        ...request,
        queries: rowOf(request.queries, 0, request.queries.shape[0] - 1),
      });
      expect(logSumExp.data.slice(-1)).toEqual(last.logSumExp.data);
    });

    it('are refused once the engine is disposed of', async () => {
      const other = await createEngine();
      const run = other.run('fusedAttention', longRequest(8, manyKeys), { onProgress: () => other.dispose() });
      await expect(run).rejects.toMatchObject({ status: 'disposed' });
    });
  });
}
