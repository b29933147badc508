import fc from 'fast-check';
import { expect } from 'vitest';
import {
  countOf,
  fusedScoreFunctions,
  precisionOf,
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

export const oneHead = fc.constant<readonly [number[], number[]]>([[], []]);

/** Any request, its numbers up to ± largest, without masks. */
export function fusedAttentionRequests(
  precision: Precision,
  largest = 2,
  headShapes = heads,
): fc.Arbitrary<FusedAttentionRequest> {
  const window = fc.option(fc.oneof(fc.nat(4), fc.nat(70)), { nil: undefined, freq: 1 });
  return fc
    .record({
      scoreFunction: fc.constantFrom(undefined, ...fusedScoreFunctions),
      heads: headShapes,
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

/** The same with masks of any shape that can be repeated, and a position. */
export function maskedFusedAttentionRequests(
  precision: Precision,
  headShapes = heads,
): fc.Arbitrary<FusedAttentionRequest> {
  return fusedAttentionRequests(precision, 2, headShapes).chain((request) => {
    const [keyCount] = request.keys.shape.slice(-2);
    const pairs = [...request.queries.shape.slice(0, -1), keyCount];
    const mask = (...numbers: readonly number[]) =>
      fc.option(
        fc
          .record({ seed: tensorsOf('float64', pairs, numbers.length / 2), isFull: fc.array(fc.boolean()) })
          .map(({ seed, isFull }): Tensor => {
            // As many of the last axes as were drawn, each of its size or of 1.
            const shape = pairs.slice(-isFull.length || pairs.length).map((size, axis) => (isFull[axis] ? size : 1));
            const data = Array.from(
              seed.data.subarray(0, countOf(shape)),
              (number) => numbers[indexIn(numbers, number)],
            );
            return { shape, data: floats(precision, data) };
          }),
        { nil: undefined, freq: 3 },
      );
    return fc.record({
      ...constants(request),
      keepMask: mask(1, 1, 0),
      additiveMask: mask(0, 1.5, -2, -Infinity, -1e4),
      firstPosition: fc.option(fc.integer({ min: -20, max: 80 }), { nil: undefined, freq: 1 }),
    });
  });
}

/** From a number within ± half the length to a place. */
function indexIn({ length }: readonly number[], number: number): number {
  return Math.min(length - 1, Math.max(0, Math.floor(number + length / 2)));
}

function constants(request: FusedAttentionRequest): {
  [F in keyof FusedAttentionRequest]-?: fc.Arbitrary<FusedAttentionRequest[F]>;
} {
  const entries = Object.entries(request).map(([name, field]) => [name, fc.constant(field as unknown)]);
  return Object.fromEntries(entries) as ReturnType<typeof constants>;
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
    const [first, second] = await weightsOf(request, row, [found, wanted]);
    expectNear(`score of largestKey[${row}]`, [Math.log(first)], [Math.log(second)], 2 * score);
  }
}

/** Of two keys, for one query, counted over all heads: their weights are the context of values that are 0 elsewhere. */
async function weightsOf(
  request: FusedAttentionRequest,
  row: number,
  keys: readonly [number, number],
): Promise<readonly [number, number]> {
  const shape = request.values.shape.with(-1, 2);
  const [keyCount] = shape.slice(-2);
  const marks = Array.from({ length: countOf(shape) }, (_, i) =>
    Math.floor(i / 2) % keyCount === keys[i % 2] ? 1 : 0,
  );
  const values = { shape, data: floats(precisionOf(request.values.data), marks) };
  const { context } = await createReferenceEngine().run('fusedAttention', { ...request, values });
  return [context.data[2 * row], context.data[2 * row + 1]];
}
