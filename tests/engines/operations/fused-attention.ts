import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FusedAttentionRequest, FusedAttentionResult, Tensor } from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance, fusedAttentionTolerances } from '../tolerances.ts';
import { describeAdditiveFusedAttention } from './fused-attention-additive.ts';
import { describeFusedAttentionMasks } from './fused-attention-masks.ts';
import { describeFusedAttentionRefusals } from './fused-attention-refusals.ts';
import { expectAgrees, expectSameLeaders, fusedAttentionRequests, stagedRequest } from './fused-attention-requests.ts';
import { fillAt, pick, range } from './tensor-axes.ts';

const someRuns = { numRuns: 40 };

export function describeFusedAttention(useEngine: UseEngine): void {
  describe.each(precisions)('fusedAttention, %s', (precision) => {
    const run = (request: FusedAttentionRequest) => useEngine().run('fusedAttention', request);
    const matrix = (...rows: readonly (readonly number[])[]): Tensor => ({
      shape: [rows.length, rows[0].length],
      data: floats(precision, rows.flat()),
    });

    it('every number is the reference engine’s', async () => {
      await fc.assert(
        fc.asyncProperty(fusedAttentionRequests(precision), async (request) => {
          const got = await run(request);
          const want = await createReferenceEngine().run('fusedAttention', request);
          await expectAgrees(request, got, want);
        }),
        { numRuns: 100 },
      );
    });

    it('context and logSumExp are those of attention', async () => {
      await fc.assert(
        fc.asyncProperty(fusedAttentionRequests(precision), async (request) => {
          const got = await run(request);
          const staged = await useEngine().run('attention', stagedRequest(request));
          const bounds = fusedAttentionTolerances(request, got);
          // Both are off.
          expectNear('context', got.context.data, staged.context.data, 2 * bounds.context);
          expectNear('logSumExp', got.logSumExp.data, staged.logSumExp.data, 2 * bounds.logSumExp);
        }),
        someRuns,
      );
    });

    it('causality: what comes later never moves an earlier row', async () => {
      await fc.assert(
        fc.asyncProperty(
          fusedAttentionRequests(precision),
          fc.constantFrom('topLeft' as const, 'bottomRight' as const),
          fc.nat(),
          async (random, causal, number) => {
            const request = { ...random, causal };
            const keyAxis = request.keys.shape.length - 2;
            const [queryCount, keyCount] = [request.queries.shape[keyAxis], request.keys.shape[keyAxis]];
            const firstChanged = number % keyCount;
            const changed = range(keyCount).slice(firstChanged);
            const firstPosition = causal === 'topLeft' ? 0 : keyCount - queryCount;
            const unmoved = range(queryCount).filter((t) => firstPosition + t < firstChanged);
            const before = await run(request);
            for (const intruder of [3, 1e30, NaN, Infinity]) {
              const after = await run({
                ...request,
                keys: fillAt(request.keys, keyAxis, changed, intruder),
                values: fillAt(request.values, keyAxis, changed, intruder),
              });
              const bounds = fusedAttentionTolerances(request, before);
              for (const field of ['context', 'logSumExp', 'entropy'] as const) {
                const [got, want] = [after, before].map((result) => pick(result[field], keyAxis, unmoved).data);
                expectNear(field, got, want, 2 * bounds[field]);
              }
              const rows = [...before.largestKey.data.keys()].filter((row) => unmoved.includes(row % queryCount));
              await expectSameLeaders(request, rows, after, before);
            }
          },
        ),
        someRuns,
      );
    });

    it('scores up to ±10,000 leave every number finite, and right', async () => {
      await fc.assert(
        fc.asyncProperty(fusedAttentionRequests(precision, 100), async (random) => {
          const request = { ...random, scale: 1 / random.keys.shape[random.keys.shape.length - 1] };
          const got = await run(request);
          const want = await createReferenceEngine().run('fusedAttention', request);
          expect(got.context.data.every((number: number) => Number.isFinite(number))).toBe(true);
          await expectAgrees(request, got, want);
        }),
        someRuns,
      );
    });

    it('one query and one key: the value itself', async () => {
      const request = { queries: matrix([2]), keys: matrix([3]), values: matrix([5, -7, 0.5]) };
      const got = await run(request);
      expectNear('logSumExp', got.logSumExp.data, [6], exampleTolerance[precision]);
      expect(plain(got)).toMatchObject({ context: [5, -7, 0.5], entropy: [0], largestKey: [0] });
    });

    it('of equal scores the first is the largest, in one block and over several', async () => {
      for (const keyCount of [2, 3, 9, 64, 65, 200]) {
        const same = { shape: [keyCount, 1], data: floats(precision, new Array<number>(keyCount).fill(1)) };
        const even = await run({ queries: matrix([1], [-1]), keys: same, values: same });
        expect(Array.from(even.largestKey.data)).toEqual([0, 0]);
        expectNear('entropy', even.entropy.data, [Math.log(keyCount), Math.log(keyCount)], exampleTolerance[precision]);
        const later = range(keyCount).filter((i) => i >= keyCount / 2);
        const raised = await run({ queries: matrix([1], [-1]), keys: fillAt(same, 0, later, 2), values: same });
        expect(Array.from(raised.largestKey.data)).toEqual([later[0], 0]);
      }
    });

    it('a row that sees no key: zeros, −Infinity, 0 and −1; its neighbour sees what it sees', async () => {
      const request = {
        queries: matrix([1], [1]),
        keys: matrix([NaN]),
        values: matrix([NaN, Infinity]),
        causal: 'bottomRight' as const,
      };
      const got = await run({ ...request, keys: matrix([2]), values: matrix([3, 4]) });
      expect(plain(got)).toMatchObject({ context: [0, 0, 3, 4], entropy: [0, 0], largestKey: [-1, 0] });
      expectNear('logSumExp', got.logSumExp.data, [-Infinity, 2], exampleTolerance[precision]);
      expect(plain(await run(request))).toEqual({
        context: [0, 0, NaN, NaN],
        logSumExp: [-Infinity, NaN],
        entropy: [0, NaN],
        largestKey: [-1, -1],
      });
    });

    it('scores of Infinity share the weight; scores of −Infinity get none, and leave a row of nothing else empty', async () => {
      const values = matrix([1], [2], [6], [9]);
      const row = async (...scores: readonly number[]) =>
        plain(await run({ queries: matrix([1]), keys: matrix(...scores.map((score) => [score])), values }));
      expect(await row(0, Infinity, Infinity, -Infinity)).toMatchObject({
        context: [4],
        logSumExp: [Infinity],
        largestKey: [1],
      });
      expect(await row(-Infinity, 0, -Infinity, -Infinity)).toEqual({
        context: [2],
        logSumExp: [0],
        entropy: [0],
        largestKey: [1],
      });
      expect(await row(-Infinity, -Infinity, -Infinity, -Infinity)).toEqual({
        context: [0],
        logSumExp: [-Infinity],
        entropy: [0],
        largestKey: [-1],
      });
    });

    it('a value of NaN spoils its own column of those who see it, unless its weight vanishes', async () => {
      const values = matrix([1, NaN], [2, 3]);
      const seen = await run({ queries: matrix([1]), keys: matrix([1], [1]), values });
      expect(plain(seen).context).toEqual([1.5, NaN]);
      const vanished = await run({ queries: matrix([1]), keys: matrix([-2000], [2000]), values });
      expect(plain(vanished).context).toEqual([2, 3]);
    });
  });

  describeAdditiveFusedAttention(useEngine);
  describeFusedAttentionMasks(useEngine);
  describeFusedAttentionRefusals(useEngine);
}

const plain = (result: FusedAttentionResult) =>
  Object.fromEntries(Object.entries(result).map(([name, { data }]: [string, Tensor]) => [name, Array.from(data)]));
