import fc from 'fast-check';
import { expect } from 'vitest';
import {
  countOf,
  fusedScoreFunctions,
  type AttentionRequest,
  type FusedAttentionRequest,
  type FusedAttentionResult,
  type Precision,
  type Tensor,
} from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import { fusedAttentionTolerances } from '../tolerances.ts';

/** Around tiles of 5 queries, panels of 8 and blocks of 64 keys, and groups of 40 queries. */
const counts = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(39, 41, 63, 64, 65, 130));
const dims = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(16, 31));
/** Of queries, and of keys and values. */
const heads = fc.constantFrom<readonly [number[], number[]]>(
  [[], []],
  [[2], [2]],
  [[4], [2]],
  [
    [2, 3],
    [2, 1],
  ],
);

/** Any request, its numbers up to ± largest, without masks. */
export function fusedAttentionRequests(precision: Precision, largest = 2): fc.Arbitrary<FusedAttentionRequest> {
  const window = fc.option(fc.oneof(fc.nat(4), fc.nat(70)), { nil: undefined, freq: 1 });
  return fc
    .record({
      scoreFunction: fc.constantFrom(undefined, ...fusedScoreFunctions),
      heads,
      queryCount: counts,
      keyCount: counts,
      queryDim: dims,
      otherDim: dims,
      valueDim: dims,
      attentionDim: dims,
    })
    .chain(({ scoreFunction, heads: [queryHeads, keyHeads], ...sizes }) => {
      const { queryCount, keyCount, queryDim, otherDim, valueDim, attentionDim } = sizes;
      const [isBilinear, isAdditive] = [scoreFunction === 'bilinear', scoreFunction === 'additive'];
      const keyDim = isBilinear || isAdditive ? otherDim : queryDim;
      const tensor = (...shape: number[]) => tensorsOf(precision, shape, largest);
      return fc.record({
        scoreFunction: fc.constant(scoreFunction),
        queries: tensor(...queryHeads, queryCount, queryDim),
        keys: tensor(...keyHeads, keyCount, keyDim),
        values: tensor(...keyHeads, keyCount, valueDim),
        ...(isBilinear && { W: tensor(queryDim, keyDim) }),
        ...(isAdditive && {
          W_q: tensor(queryDim, attentionDim),
          W_k: tensor(keyDim, attentionDim),
          v: tensor(attentionDim),
        }),
        scale: fc.constantFrom(undefined, 0.5, -1, 0),
        causal: fc.constantFrom(undefined, 'topLeft' as const, 'bottomRight' as const),
        leftWindow: window,
        rightWindow: window,
      });
    });
}

/** Numbers up to ± largest, exact in both precisions. From one drawn number: thousands of drawn ones take their time. */
export function tensorsOf(precision: Precision, shape: readonly number[], largest: number): fc.Arbitrary<Tensor> {
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

/** The same question to `attention`, [batch, head, position, dim]. */
export function stagedRequest({ queries, keys, values, ...options }: FusedAttentionRequest): AttentionRequest {
  const split = ({ shape, data }: Tensor): Tensor => ({ shape: [1, 1, ...shape].slice(-4), data });
  return { queries: split(queries), keys: split(keys), values: split(values), ...options };
}

export async function expectAgrees(
  request: FusedAttentionRequest,
  got: FusedAttentionResult,
  want: FusedAttentionResult,
): Promise<void> {
  const bounds = fusedAttentionTolerances(request, want);
  for (const field of ['context', 'logSumExp', 'entropy'] as const) {
    expect(got[field].shape, field).toEqual(want[field].shape);
    expect(got[field].data.constructor, field).toBe(request.queries.data.constructor);
    expectNear(field, got[field].data, want[field].data, bounds[field]);
  }
  await expectSameLeaders(request, [...want.largestKey.data.keys()], got, want);
}

/** Rounding may decide between scores that are nearly equal: the key found must have one of the largest. */
export async function expectSameLeaders(
  request: FusedAttentionRequest,
  rows: readonly number[],
  got: FusedAttentionResult,
  want: FusedAttentionResult,
): Promise<void> {
  const { score } = fusedAttentionTolerances(request, want);
  for (const row of rows) {
    const [found, wanted] = [got.largestKey.data[row], want.largestKey.data[row]];
    if (found === wanted) continue;
    const [first, second] = [await scoreOf(request, row, found), await scoreOf(request, row, wanted)];
    expectNear(`score of largestKey[${row}]`, [first], [second], 2 * score);
  }
}

/** Of one query, counted over all heads, and one key: where there is but one, logSumExp is its score. */
async function scoreOf(request: FusedAttentionRequest, row: number, key: number): Promise<number> {
  const { queries, keys, values, scoreFunction, scale, W, W_q, W_k, v } = request;
  const [queryCount, keyCount] = [queries, keys].map(({ shape }) => shape[shape.length - 2]);
  const [headCount, keyHeadCount] = [queries, keys].map(({ shape }) => countOf(shape.slice(0, -2)));
  const keyHead = Math.floor(Math.floor(row / queryCount) / (headCount / keyHeadCount));
  const rowOf = ({ shape, data }: Tensor, index: number): Tensor => {
    const dim = shape[shape.length - 1];
    return { shape: [1, dim], data: data.subarray(index * dim, (index + 1) * dim) };
  };
  const one = { queries: rowOf(queries, row), keys: rowOf(keys, keyHead * keyCount + key), values: rowOf(values, 0) };
  const result = await createReferenceEngine().run('fusedAttention', {
    ...one,
    ...{ scoreFunction, scale, W, W_q, W_k, v },
  });
  return result.logSumExp.data[0];
}
