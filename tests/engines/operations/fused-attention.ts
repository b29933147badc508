import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EngineError,
  countOf,
  type AttentionRequest,
  type FusedAttentionRequest,
  type FusedAttentionResult,
  type Precision,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance, fusedAttentionTolerances } from '../tolerances.ts';
import { fillAt, pick, range } from './tensor-axes.ts';

/** Around tiles of 5 queries, panels of 8 and blocks of 64 keys, and pieces of 40 queries. */
const counts = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(39, 41, 63, 64, 65, 130));
const dims = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(16, 31));
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
        fc.asyncProperty(requests(precision), async (request) => {
          const got = await run(request);
          const want = await createReferenceEngine().run('fusedAttention', request);
          expectAgrees(request, got, want);
        }),
        { numRuns: 100 },
      );
    });

    it('context and logSumExp are those of attention', async () => {
      await fc.assert(
        fc.asyncProperty(requests(precision), async (request) => {
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
          requests(precision),
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
              for (const field of ['context', 'logSumExp', 'entropy', 'largestKey'] as const) {
                const [got, want] = [after, before].map((result) => pick(result[field], keyAxis, unmoved).data);
                expectNear(field, got, want, field === 'largestKey' ? 0 : 2 * bounds[field]);
              }
            }
          },
        ),
        someRuns,
      );
    });

    it('scores up to ±10,000 leave every number finite, and right', async () => {
      await fc.assert(
        fc.asyncProperty(requests(precision, 100), async (random) => {
          const request = { ...random, scale: 1 / random.keys.shape[random.keys.shape.length - 1] };
          const got = await run(request);
          const want = await createReferenceEngine().run('fusedAttention', request);
          expect(got.context.data.every((number: number) => Number.isFinite(number))).toBe(true);
          expectAgrees(request, got, want);
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

  describe('refusals of fusedAttention', () => {
    const zeros = (...shape: number[]): Tensor => ({
      shape,
      data: new Float64Array(shape.reduce((product, size) => product * size, 1)),
    });
    const good: FusedAttentionRequest = { queries: zeros(2, 3, 4), keys: zeros(2, 5, 4), values: zeros(2, 5, 1) };

    it.each<readonly [name: string, status: string, sentence: string, change: object]>([
      ['no keys', 'badShape', 'keys is missing', { keys: undefined }],
      ['one axis', 'badShape', 'queries has shape [3] with 1 axes, but at least 2', { queries: zeros(3) }],
      [
        'widths that differ',
        'badShape',
        'the keyDim of queries is 3, but that of keys is 4',
        { queries: zeros(2, 3, 3) },
      ],
      [
        'keys without a value',
        'badShape',
        'the keyCount of values is 6, but that of keys is 5',
        { values: zeros(2, 6, 1) },
      ],
      [
        'heads that differ',
        'badShape',
        'keys has shape [3, 5, 4], but queries has [2, 3, 4]',
        { keys: zeros(3, 5, 4) },
      ],
      [
        'too many keys',
        'tooLarge',
        'the count of keys is 65537, but at most 65536',
        { queries: zeros(3, 1), keys: zeros(65_537, 1), values: zeros(65_537, 1) },
      ],
      ['too wide', 'tooLarge', 'the width of values is 4097, but at most 4096', { values: zeros(2, 5, 4097) }],
      [
        'too large a context',
        'tooLarge',
        'context would hold headCount 1 × queryCount 2048 × valueDim 4096 = 8388608 numbers, but at most 4194304',
        { queries: zeros(2048, 1), keys: zeros(1, 1), values: zeros(1, 4096) },
      ],
      ['half a window', 'badValue', 'leftWindow is 0.5', { leftWindow: 0.5 }],
      ['a negative window', 'badValue', 'rightWindow is -1', { rightWindow: -1 }],
      ['an infinite scale', 'badValue', 'scale is Infinity', { scale: Infinity }],
      ['an unknown causality', 'badValue', 'causal is "left", but one of topLeft', { causal: 'left' as 'topLeft' }],
    ])('%s', async (_, status, sentence, change) => {
      const refusal: unknown = await useEngine()
        .run('fusedAttention', { ...good, ...change })
        .catch((error: unknown) => error);
      if (!(refusal instanceof EngineError)) expect.fail(`an EngineError was expected, not ${String(refusal)}`);
      expect(refusal.message).toContain(sentence);
      expect(refusal.status).toBe(status);
      expect((await useEngine().run('fusedAttention', good)).context.shape).toEqual([2, 3, 1]);
    });
  });
}

function expectAgrees(request: FusedAttentionRequest, got: FusedAttentionResult, want: FusedAttentionResult): void {
  const bounds = fusedAttentionTolerances(request, want);
  for (const field of ['context', 'logSumExp', 'entropy'] as const) {
    expect(got[field].shape, field).toEqual(want[field].shape);
    expect(got[field].data.constructor, field).toBe(request.queries.data.constructor);
    expectNear(field, got[field].data, want[field].data, bounds[field]);
  }
  // Rounding may decide between scores that are nearly equal: the key found must have one of the largest.
  const { queries, keys, scale } = request;
  const [keyCount, keyDim] = keys.shape.slice(-2);
  const queryCount = queries.shape[queries.shape.length - 2];
  want.largestKey.data.forEach((wanted, row) => {
    const found = got.largestKey.data[row];
    if (found === wanted) return;
    const head = Math.floor(row / queryCount);
    const [first, second] = [found, wanted].map((i) => {
      const key = (head * keyCount + i) * keyDim;
      return range(keyDim).reduce((sum, c) => sum + queries.data[row * keyDim + c] * keys.data[key + c], 0);
    });
    expectNear(
      `score of largestKey[${row}]`,
      [first],
      [second],
      (2 * bounds.score) / Math.abs(scale ?? keyDim ** -0.5),
    );
  });
}

const plain = (result: FusedAttentionResult) =>
  Object.fromEntries(Object.entries(result).map(([name, { data }]: [string, Tensor]) => [name, Array.from(data)]));

/** The same question to `attention`, [batch, head, position, dim]. */
function stagedRequest({ queries, keys, values, ...options }: FusedAttentionRequest): AttentionRequest {
  const split = ({ shape, data }: Tensor): Tensor => ({ shape: [1, 1, ...shape].slice(-4), data });
  return { queries: split(queries), keys: split(keys), values: split(values), ...options };
}

function requests(precision: Precision, largest = 2): fc.Arbitrary<FusedAttentionRequest> {
  const window = fc.option(fc.oneof(fc.nat(4), fc.nat(70)), { nil: undefined, freq: 1 });
  return fc
    .record({
      headShape: fc.constantFrom([], [2]),
      queryCount: counts,
      keyCount: counts,
      keyDim: dims,
      valueDim: dims,
    })
    .chain(({ headShape, queryCount, keyCount, keyDim, valueDim }) => {
      const tensor = (...shape: number[]) => tensorsOf(precision, [...headShape, ...shape], largest);
      return fc.record({
        queries: tensor(queryCount, keyDim),
        keys: tensor(keyCount, keyDim),
        values: tensor(keyCount, valueDim),
        scale: fc.constantFrom(undefined, 0.5, -1, 0),
        causal: fc.constantFrom(undefined, 'topLeft' as const, 'bottomRight' as const),
        leftWindow: window,
        rightWindow: window,
      });
    });
}

/** Numbers up to ± largest, exact in both precisions. From one drawn number: thousands of drawn ones take their time. */
function tensorsOf(precision: Precision, shape: readonly number[], largest: number): fc.Arbitrary<Tensor> {
  return fc.nat().map((start) => {
    let state = start;
    const next = () => {
      // The generator of Park and Miller 1988.
      state = (state * 48_271 + 1) % 2_147_483_647;
      return Math.fround(largest * (state / 1_073_741_823.5 - 1));
    };
    return { shape, data: floats(precision, Array.from({ length: countOf(shape) }, next)) };
  });
}
