import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FusedAttentionRequest, FusedAttentionResult, Tensor } from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance, fusedAttentionTolerances } from '../tolerances.ts';
import {
  expectAgrees,
  fusedAttentionRequests,
  maskedFusedAttentionRequests,
  stagedRequest,
} from './fused-attention-requests.ts';
import { concatenateAlong, fillAt, pick, range } from './tensor-axes.ts';

const someRuns = { numRuns: 40 };
const fields = ['context', 'logSumExp', 'entropy', 'largestKey'] as const;

/** Masks, positions and heads that share keys. */
export function describeFusedAttentionMasks(useEngine: UseEngine): void {
  describe.each(precisions)('fusedAttention, masks, %s', (precision) => {
    const run = (request: FusedAttentionRequest) => useEngine().run('fusedAttention', request);
    const column = (...numbers: readonly number[]): Tensor => ({
      shape: [numbers.length, 1],
      data: floats(precision, numbers),
    });
    const row = (...numbers: readonly number[]): Tensor => ({
      shape: [numbers.length],
      data: floats(precision, numbers),
    });

    it('every number is the reference engine’s', async () => {
      await fc.assert(
        fc.asyncProperty(maskedFusedAttentionRequests(precision), async (request) => {
          const got = await run(request);
          await expectAgrees(request, got, await createReferenceEngine().run('fusedAttention', request));
        }),
        { numRuns: 60 },
      );
    });

    it.each([-1e4, -1e9, -3e38, 1e9])('D2: %d added to whatever a row sees changes no weight', async (added) => {
      // Of two blocks of keys, the first of which the last row does not see.
      const count = 130;
      const wave = (step: number): Tensor => ({
        shape: [count, 4],
        data: floats(
          precision,
          range(4 * count).map((index) => Math.fround(Math.sin(1 + step * index))),
        ),
      });
      const request = {
        queries: wave(1.3),
        keys: wave(2.3),
        values: wave(0.7),
        leftWindow: 40,
        causal: 'topLeft',
      } as const;
      const additiveMask = {
        shape: [count, count],
        data: floats(
          precision,
          range(count * count).map((index) =>
            index % 3 === 0 ? -Infinity : Math.floor(index / count) % 2 ? added : 0,
          ),
        ),
      };
      const hidden = { ...additiveMask, data: additiveMask.data.map((number) => (number === -Infinity ? number : 0)) };
      const got = await run({ ...request, additiveMask });
      const without = await run({ ...request, additiveMask: hidden });
      const bounds = fusedAttentionTolerances(request, without);
      expectNear('context', got.context.data, without.context.data, 2 * bounds.context);
      expectNear('entropy', got.entropy.data, without.entropy.data, 2 * bounds.entropy);
      expect(got.largestKey.data).toEqual(without.largestKey.data);
    });

    it('context and logSumExp are those of attention', async () => {
      await fc.assert(
        fc.asyncProperty(maskedFusedAttentionRequests(precision), async (random) => {
          const request = { ...random, firstPosition: undefined };
          const got = await run(request);
          const staged = await useEngine().run('attention', stagedRequest(request));
          const bounds = fusedAttentionTolerances(request, got);
          expectNear('context', got.context.data, staged.context.data, 2 * bounds.context);
          expectNear('logSumExp', got.logSumExp.data, staged.logSumExp.data, 2 * bounds.logSumExp);
        }),
        someRuns,
      );
    });

    it('slices of the queries, each at its position, are the whole, number by number', async () => {
      await fc.assert(
        fc.asyncProperty(fusedAttentionRequests(precision), fc.nat(), async (request, number) => {
          const axis = request.queries.shape.length - 2;
          const [queryCount, keyCount] = [request.queries.shape[axis], request.keys.shape[axis]];
          const start = request.causal === 'bottomRight' ? keyCount - queryCount : 0;
          const cut = number % queryCount;
          const whole = await run(request);
          const parts: FusedAttentionResult[] = [];
          for (const rows of [range(cut), range(queryCount).slice(cut)]) {
            if (rows.length === 0) continue;
            const queries = pick(request.queries, axis, rows);
            parts.push(await run({ ...request, queries, firstPosition: start + rows[0] }));
          }
          for (const field of fields) {
            const tensors = parts.map((part) => part[field]);
            const together = tensors.reduce((first, second) => concatenateAlong(axis, first, second));
            expect(together, field).toEqual(whole[field]);
          }
        }),
        someRuns,
      );
    });

    it('rows that lie apart, asked for together, are those rows of the whole, number by number', async () => {
      await fc.assert(
        fc.asyncProperty(fusedAttentionRequests(precision), fc.nat(), async (request, number) => {
          const axis = request.queries.shape.length - 2;
          const [queryCount, keyCount] = [request.queries.shape[axis], request.keys.shape[axis]];
          const start = request.causal === 'bottomRight' ? keyCount - queryCount : 0;
          const whole = await run(request);
          // Every second or third, or so, and one of them twice.
          const some = range(queryCount).filter((t) => (t * 5 + number) % 7 < 3);
          const rows = some.length === 0 ? [queryCount - 1] : [some[0], ...some];
          const queries = pick(request.queries, axis, rows);
          const got = await run({ ...request, queries, firstPosition: start, queryRows: row(...rows) });
          for (const field of fields) expect(got[field], field).toEqual(pick(whole[field], axis, rows));
        }),
        someRuns,
      );
    });

    it('heads that share keys are as heads with keys of their own, number by number', async () => {
      await fc.assert(
        fc.asyncProperty(fusedAttentionRequests(precision), async (random) => {
          const axis = random.queries.shape.length - 3;
          if (axis < 0) return;
          const [headCount, keyHeadCount] = [random.queries.shape[axis], random.keys.shape[axis]];
          const heads = range(headCount).map((head) => Math.floor(head / (headCount / keyHeadCount)));
          const [keys, values] = [random.keys, random.values].map((tensor) => pick(tensor, axis, heads));
          expect(await run(random)).toEqual(await run({ ...random, keys, values }));
        }),
        someRuns,
      );
    });

    it('what a mask hides never moves an answer, whatever it holds', async () => {
      await fc.assert(
        fc.asyncProperty(
          fusedAttentionRequests(precision),
          fc.constantFrom(1000, 1e30, NaN, Infinity),
          fc.constantFrom('keepMask' as const, 'additiveMask' as const),
          fc.nat(),
          async (random, intruder, name, number) => {
            const axis = random.keys.shape.length - 2;
            const keyCount = random.keys.shape[axis];
            const hidden = range(keyCount).filter((i) => (i * 7 + number) % 3 === 0);
            const [shown, hiding] = name === 'keepMask' ? [1, 0] : [0, -Infinity];
            const mask = row(...range(keyCount).map((i) => (hidden.includes(i) ? hiding : shown)));
            const request = { ...random, [name]: mask };
            const before = await run(request);
            const after = await run({
              ...request,
              keys: fillAt(request.keys, axis, hidden, intruder),
              values: fillAt(request.values, axis, hidden, intruder),
            });
            const bounds = fusedAttentionTolerances(request, before);
            for (const field of ['context', 'logSumExp', 'entropy'] as const) {
              expectNear(field, after[field].data, before[field].data, 2 * bounds[field]);
            }
          },
        ),
        someRuns,
      );
    });

    it('a row whose keys are all hidden: zeros, −Infinity, 0 and −1', async () => {
      const request = { queries: column(1, 2), keys: column(3, NaN), values: column(5, 7) };
      const empty = { context: [0], logSumExp: [-Infinity], entropy: [0], largestKey: [-1] };
      for (const mask of [
        { keepMask: { shape: [2, 2], data: floats(precision, [0, 0, 1, 0]) } },
        { keepMask: column(0, 1), additiveMask: row(0, -Infinity) },
        { additiveMask: { shape: [2, 2], data: floats(precision, [-Infinity, -Infinity, 0, -Infinity]) } },
      ]) {
        const got = await run({ ...request, ...mask });
        for (const field of fields) {
          const [first, second] = got[field].data;
          expect([first], field).toEqual(empty[field]);
          if (field === 'context') expect(second).toBe(5);
        }
      }
    });

    it('the lowest finite number hides nothing where there is nothing else', async () => {
      const lowest = precision === 'float32' ? -3.4028234663852886e38 : -1.7976931348623157e308;
      const request = { queries: column(1), keys: column(2, 2), values: column(5, 7) };
      const all = await run({ ...request, additiveMask: row(lowest, lowest) });
      expect(Array.from(all.context.data)).toEqual([6]);
      expect(Array.from(all.largestKey.data)).toEqual([0]);
      expectNear('entropy', all.entropy.data, [Math.LN2], exampleTolerance[precision]);
      const one = await run({ ...request, additiveMask: row(lowest, 0) });
      expect(Array.from(one.context.data)).toEqual([7]);
    });

    it('a position far to the right sees all through causality, far to the left nothing', async () => {
      const request = { queries: column(1), keys: column(2, 2), values: column(5, 7), causal: 'topLeft' as const };
      expect(Array.from((await run({ ...request, firstPosition: 65_536 })).context.data)).toEqual([6]);
      expect(Array.from((await run({ ...request, firstPosition: -65_536 })).largestKey.data)).toEqual([-1]);
    });
  });
}
