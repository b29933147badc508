import { describe, expect, it } from 'vitest';
import { EngineError, type Tensor, type WeightTileRequest } from '../../../web/contract/index.ts';
import type { UseEngine } from '../suite.ts';

export function describeWeightTileRefusals(useEngine: UseEngine): void {
  describe('refusals of weightTile', () => {
    const zeros = (...shape: number[]): Tensor => ({
      shape,
      data: new Float64Array(shape.reduce((product, size) => product * size, 1)),
    });
    const rows = (...numbers: readonly number[]): Tensor => ({
      shape: [numbers.length],
      data: Float64Array.from(numbers),
    });
    const good: WeightTileRequest = { queries: zeros(3, 4), keys: zeros(5, 4), logSumExp: zeros(3) };

    it.each<readonly [name: string, status: string, sentence: string, change: object]>([
      ['no keys', 'badShape', 'keys is missing', { keys: undefined }],
      [
        'heads',
        'badShape',
        'queries has shape [2, 3, 4] with 3 axes, but 2 were expected',
        { queries: zeros(2, 3, 4) },
      ],
      ['weights without log-sum-exp', 'badShape', 'logSumExp is missing', { logSumExp: undefined }],
      [
        'log-sum-exp of other rows',
        'badShape',
        'logSumExp has shape [4], but [queryCount 3] was expected',
        { logSumExp: zeros(4) },
      ],
      [
        'the same, though scores do not read it',
        'badShape',
        'logSumExp has shape [4], but [queryCount 3] was expected',
        { logSumExp: zeros(4), quantity: 'scores' },
      ],
      ['widths that differ', 'badShape', 'queryDim is 3, but keyDim is 4', { queries: zeros(3, 3) }],
      ['bilinear without W', 'badShape', 'W is missing', { scoreFunction: 'bilinear' }],
      [
        'additive without v',
        'badShape',
        'v is missing',
        { scoreFunction: 'additive', W_q: zeros(4, 2), W_k: zeros(4, 2) },
      ],
      [
        'a score function that needs all scores',
        'badValue',
        'scoreFunction is "given", but one of dot',
        { scoreFunction: 'given' },
      ],
      [
        'a quantity that is none',
        'badValue',
        'quantity is "logits", but one of weights, scores',
        { quantity: 'logits' },
      ],
      [
        'a mask of other keys',
        'badShape',
        'keepMask has shape [4], which cannot be repeated to [queryCount 3, keyCount 5]',
        { keepMask: zeros(4) },
      ],
      [
        'a mask of heads',
        'badShape',
        'additiveMask has shape [1, 3, 5], which cannot be repeated to [queryCount 3, keyCount 5]',
        { additiveMask: zeros(1, 3, 5) },
      ],
      ['half a mask', 'badValue', 'keepMask holds 0.5', { keepMask: { shape: [1], data: Float64Array.of(0.5) } }],
      ['cells of nothing', 'badValue', 'queriesPerCell is 0, but a whole number from 1', { queriesPerCell: 0 }],
      ['half a cell', 'badValue', 'keysPerCell is 1.5, but a whole number from 1', { keysPerCell: 1.5 }],
      ['a cell larger than any problem', 'badValue', 'keysPerCell is 65537', { keysPerCell: 65_537 }],
      ['a key before the first', 'badValue', 'firstKey is -1, but a whole number from 0', { firstKey: -1 }],
      ['half a position', 'badValue', 'firstPosition is 0.5, but a whole number', { firstPosition: 0.5 }],
      ['a position out of this world', 'badValue', 'firstPosition is 131073', { firstPosition: 131_073 }],
      ['a negative window', 'badValue', 'rightWindow is -1', { rightWindow: -1 }],
      ['rows of other queries', 'badShape', 'queryRows has shape [2], but [queryCount 3]', { queryRows: rows(0, 1) }],
      ['half a row', 'badValue', 'queryRows holds 0.5 at index 1, but a whole number', { queryRows: rows(0, 0.5, 1) }],
      ['a row before the first', 'badValue', 'queryRows holds -1 at index 0', { queryRows: rows(-1, 0, 1) }],
      ['no row', 'badValue', 'queryRows holds NaN at index 2', { queryRows: rows(0, 1, NaN) }],
      ['rows that fall', 'badValue', 'queryRows holds 1 at index 2 after 4', { queryRows: rows(0, 4, 1) }],
      ['an infinite scale', 'badValue', 'scale is Infinity', { scale: Infinity }],
      ['an unknown causality', 'badValue', 'causal is "left", but one of topLeft', { causal: 'left' }],
      [
        'too many cells',
        'tooLarge',
        'max would hold cells of queries 1025 × cells of keys 1024 = 1049600 numbers, but at most 1048576',
        { queries: zeros(1025, 1), keys: zeros(1024, 1), logSumExp: zeros(1025) },
      ],
      [
        'too many keys',
        'tooLarge',
        'the count of keys is 65537, but at most 65536',
        { queries: zeros(3, 1), keys: zeros(65_537, 1) },
      ],
      ['too wide', 'tooLarge', 'the width of keys is 4097, but at most 4096', { keys: zeros(5, 4097) }],
    ])('%s', async (_, status, sentence, change) => {
      const refusal: unknown = await useEngine()
        .run('weightTile', { ...good, ...change })
        .catch((error: unknown) => error);
      if (!(refusal instanceof EngineError)) expect.fail(`an EngineError was expected, not ${String(refusal)}`);
      expect(refusal.message).toContain(sentence);
      expect(refusal.status).toBe(status);
      expect((await useEngine().run('weightTile', good)).max.shape).toEqual([3, 5]);
    });
  });
}
