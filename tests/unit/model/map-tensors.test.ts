import { describe, expect, it } from 'vitest';
import type { Tensor } from '../../../web/contract/index.ts';
import type { GivenWeights, MapProblem, VectorAttention } from '../../../web/model/map-problem.ts';
import { mapOfTensors } from '../../../web/model/map-tensors.ts';

const tensor = (shape: readonly number[], of: (index: number) => number = (index) => index): Tensor => ({
  shape,
  data: Float64Array.from({ length: shape.reduce((product, count) => product * count, 1) }, (_, index) => of(index)),
});

const mapOf = (tensors: Parameters<typeof mapOfTensors>[0]): MapProblem => {
  const result = mapOfTensors(tensors);
  if ('code' in result) throw new Error(result.code);
  return result;
};

describe('a map of tensors', () => {
  it('has a head for each matrix, layer by layer', () => {
    const { heads } = mapOf({ weights: tensor([2, 3, 4, 5], (index) => index / 1000) });
    expect(heads.map(({ layer, head }) => [layer, head])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    const last = heads[5].attention() as GivenWeights;
    expect([...last.weights.slice(0, 2)]).toEqual([100 / 1000, 101 / 1000].map(Math.fround));
  });

  it('shares out the heads of keys, as in grouped attention', () => {
    const problem = mapOf({ queries: tensor([4, 2, 3]), keys: tensor([2, 5, 3]) });
    const keysOf = (index: number): number => (problem.heads[index].attention() as VectorAttention).keys[0];
    expect([0, 1, 2, 3].map(keysOf)).toEqual([0, 0, 15, 15]);
    expect((problem.heads[0].attention() as VectorAttention).scale).toBeCloseTo(1 / Math.sqrt(3), 12);
  });

  it('does not copy what is float32 already', () => {
    const data = new Float32Array(12).fill(0.25);
    const { heads } = mapOf({ weights: { shape: [3, 4], data } });
    expect((heads[0].attention() as GivenWeights).weights.buffer).toBe(data.buffer);
  });

  it('numbers positions that have no tokens', () => {
    const { queryTokens, keyTokens } = mapOf({ weights: tensor([1, 2], () => 0.5), keyTokens: ['a', 'b'] });
    expect([queryTokens, keyTokens]).toEqual([['#1'], ['a', 'b']]);
  });

  it.each([
    [{}, { code: 'nothingToShow' }],
    [{ queries: tensor([2, 3]) }, { code: 'nothingToShow' }],
    [{ weights: tensor([3]) }, { code: 'wrongRank', name: 'weights', shape: [3] }],
    [{ weights: tensor([0, 3]) }, { code: 'isEmpty', name: 'weights', shape: [0, 3] }],
    [
      { queries: tensor([70_000, 1]), keys: tensor([2, 1]) },
      { code: 'tooMany', name: 'queries', what: 'positions', count: 70_000, limit: 65_536 },
    ],
    [
      { queries: tensor([2, 3]), keys: tensor([2, 4]) },
      { code: 'differentWidths', queries: [2, 3], keys: [2, 4] },
    ],
    [
      { queries: tensor([3, 2, 3]), keys: tensor([2, 2, 3]) },
      { code: 'differentHeads', queries: [3, 2, 3], keys: [2, 2, 3] },
    ],
    [
      { weights: tensor([2, 2], () => 0.5), queryTokens: ['a'] },
      { code: 'tokensDoNotFit', side: 'query', tokens: 1, count: 2 },
    ],
    [
      { weights: tensor([2, 2, 2], (index) => (index === 5 ? NaN : 0.5)) },
      { code: 'noWeight', head: 2, row: 1, column: 2, value: NaN },
    ],
    [
      { queries: tensor([1, 1]), keys: tensor([1, 1]), scale: Infinity },
      { code: 'noScale', scale: Infinity },
    ],
  ])('%# is refused with what is wrong', (tensors, fault) => {
    expect(mapOfTensors(tensors)).toEqual(fault);
  });
});
