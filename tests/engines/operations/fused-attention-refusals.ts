import { describe, expect, it } from 'vitest';
import { EngineError, type FusedAttentionRequest, type Tensor } from '../../../web/contract/index.ts';
import type { UseEngine } from '../suite.ts';

export function describeFusedAttentionRefusals(useEngine: UseEngine): void {
  describe('refusals of fusedAttention', () => {
    const zeros = (...shape: number[]): Tensor => ({
      shape,
      data: new Float64Array(shape.reduce((product, size) => product * size, 1)),
    });
    const rows = (...numbers: readonly number[]): Tensor => ({
      shape: [numbers.length],
      data: Float64Array.from(numbers),
    });
    const good: FusedAttentionRequest = { queries: zeros(2, 3, 4), keys: zeros(2, 5, 4), values: zeros(2, 5, 1) };

    it.each<readonly [name: string, status: string, sentence: string, change: object]>([
      ['no keys', 'badShape', 'keys is missing', { keys: undefined }],
      ['one axis', 'badShape', 'queries has shape [3] with 1 axes, but at least 2', { queries: zeros(3) }],
      [
        'widths that differ',
        'badShape',
        'queryDim is 3, but keyDim is 4, and scaledDot needs equal widths',
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
      [
        'heads that no group shares',
        'badShape',
        'the number of heads of values is 2, but that of keys is 1',
        { keys: zeros(1, 5, 4) },
      ],
      [
        'bilinear without W',
        'badShape',
        'W is missing, but scoreFunction "bilinear" needs it',
        { scoreFunction: 'bilinear' },
      ],
      [
        'W of other widths',
        'badShape',
        'W has shape [4, 3], but [queryDim 4, keyDim 4]',
        { scoreFunction: 'bilinear', W: zeros(4, 3) },
      ],
      [
        'additive without v',
        'badShape',
        'v is missing',
        { scoreFunction: 'additive', W_q: zeros(4, 2), W_k: zeros(4, 2) },
      ],
      [
        'projections of two widths',
        'badShape',
        'W_k has shape [4, 3], but [keyDim 4, attentionDim 2]',
        { scoreFunction: 'additive', W_q: zeros(4, 2), W_k: zeros(4, 3), v: zeros(2) },
      ],
      [
        'an infinite parameter',
        'badValue',
        'v holds Infinity',
        {
          scoreFunction: 'additive',
          W_q: zeros(4, 1),
          W_k: zeros(4, 1),
          v: { shape: [1], data: Float64Array.of(Infinity) },
        },
      ],
      [
        'a score function that needs all scores',
        'badValue',
        'scoreFunction is "cosine", but one of dot',
        { scoreFunction: 'cosine' },
      ],
      ['too wide', 'tooLarge', 'the width of values is 4097, but at most 4096', { values: zeros(2, 5, 4097) }],
      [
        'too large a context',
        'tooLarge',
        'context would hold headCount 1 × queryCount 2048 × valueDim 4096 = 8388608 numbers, but at most 4194304',
        { queries: zeros(2048, 1), keys: zeros(1, 1), values: zeros(1, 4096) },
      ],
      [
        'too many heads that share additive keys',
        'tooLarge',
        'projected queries would hold heads that share keys 1048576 × queryCount 1 × attentionDim 4096 = 4294967296 numbers',
        {
          queries: zeros(1_048_576, 1, 1),
          keys: zeros(1, 1, 1),
          values: zeros(1, 1, 1),
          scoreFunction: 'additive',
          W_q: zeros(1, 4096),
          W_k: zeros(1, 4096),
          v: zeros(4096),
        },
      ],
      [
        'a mask of other keys',
        'badShape',
        'keepMask has shape [4], which cannot be repeated to [heads 2, queryCount 3, keyCount 5]',
        { keepMask: zeros(4) },
      ],
      ['half a mask', 'badValue', 'keepMask holds 0.5', { keepMask: { shape: [1], data: Float64Array.of(0.5) } }],
      [
        'an infinite mask',
        'badValue',
        'additiveMask holds Infinity',
        { additiveMask: { shape: [1], data: Float64Array.of(Infinity) } },
      ],
      ['half a position', 'badValue', 'firstPosition is 0.5, but a whole number', { firstPosition: 0.5 }],
      ['a position out of this world', 'badValue', 'firstPosition is 65537', { firstPosition: 65_537 }],
      ['half a window', 'badValue', 'leftWindow is 0.5', { leftWindow: 0.5 }],
      ['a negative window', 'badValue', 'rightWindow is -1', { rightWindow: -1 }],
      ['rows of other queries', 'badShape', 'queryRows has shape [2], but [queryCount 3]', { queryRows: rows(0, 1) }],
      ['half a row', 'badValue', 'queryRows holds 0.5 at index 1, but a whole number', { queryRows: rows(0, 0.5, 1) }],
      ['a row before the first', 'badValue', 'queryRows holds -1 at index 0', { queryRows: rows(-1, 0, 1) }],
      ['no row', 'badValue', 'queryRows holds NaN at index 2', { queryRows: rows(0, 1, NaN) }],
      ['rows that fall', 'badValue', 'queryRows holds 1 at index 2 after 4', { queryRows: rows(0, 4, 1) }],
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
