import { describe, expect, it } from 'vitest';
import { expectedOf, largestError } from '../../bench/contest/float64.mjs';
import { inputsOf } from '../../bench/contest/inputs.mjs';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';

const size = { headCount: 1, count: 9, dim: 4, isCausal: false, rowStep: 1 };

/** The reference engine, which has been compared with published cases. */
async function contextOf(work: typeof size, scoreFunction: 'scaledDot' | 'additive'): Promise<Float64Array> {
  const { headCount, count, dim, isCausal } = work;
  const inputs = inputsOf({ kind: scoreFunction === 'additive' ? 'additive' : 'attention', headCount, count, dim });
  const tensor = (name: string, ...shape: number[]) => ({ shape, data: Float64Array.from(inputs[name]) });
  const vectors = [1, headCount, count, dim];
  const result = await createReferenceEngine().run('attention', {
    queries: tensor('queries', ...vectors),
    keys: tensor('keys', ...vectors),
    values: tensor('values', ...vectors),
    scoreFunction,
    ...(scoreFunction === 'additive'
      ? { W_q: tensor('W_q', dim, dim), W_k: tensor('W_k', dim, dim), v: tensor('v', dim) }
      : {}),
    ...(isCausal ? { causal: 'topLeft' as const } : {}),
  });
  return Float64Array.from(result.context.data);
}

describe('what the bench holds for right', () => {
  it.each([
    ['attention', size],
    ['attention of two heads', { ...size, headCount: 2 }],
    ['causal attention', { ...size, headCount: 2, isCausal: true }],
  ])('%s is the reference engine’s', async (_, work) => {
    const expected = expectedOf({ ...work, kind: 'attention' }, inputsOf({ ...work, kind: 'attention' }));
    const reference = await contextOf(work, 'scaledDot');
    expect(largestError({ ...work, kind: 'attention' }, reference, expected)).toBeLessThan(1e-14);
  });

  it('additive attention is the reference engine’s', async () => {
    const expected = expectedOf({ ...size, kind: 'additive' }, inputsOf({ ...size, kind: 'additive' }));
    const reference = await contextOf(size, 'additive');
    expect(largestError({ ...size, kind: 'additive' }, reference, expected)).toBeLessThan(1e-14);
  });

  it('rows of a softmax sum to 1', () => {
    const work = { ...size, kind: 'softmax' as const };
    const expected = expectedOf(work, inputsOf(work));
    expect(expected).toHaveLength(81);
    expect(expected.subarray(9, 18).reduce((sum, probability) => sum + probability)).toBeCloseTo(1, 14);
  });

  it('some rows are those of all rows', () => {
    const work = { ...size, kind: 'attention' as const };
    const all = expectedOf(work, inputsOf(work));
    const some = expectedOf({ ...work, rowStep: 4 }, inputsOf(work));
    expect([...some]).toEqual([0, 4, 8].flatMap((row) => [...all.subarray(4 * row, 4 * row + 4)]));
    expect(largestError({ ...work, rowStep: 4 }, all, some)).toBe(0);
  });
});

describe('largestError', () => {
  const work = { ...size, kind: 'attention' as const, count: 2, dim: 1 };

  it('finds the largest, NaN and a result of another size', () => {
    expect(largestError(work, [1, 2.5], Float64Array.of(1, 2))).toBe(0.5);
    expect(largestError(work, [1, NaN], Float64Array.of(1, 2))).toBeNaN();
    expect(largestError(work, [1], Float64Array.of(1, 2))).toBe(Infinity);
    expect(largestError(work, undefined, Float64Array.of(1, 2))).toBe(Infinity);
  });
});
