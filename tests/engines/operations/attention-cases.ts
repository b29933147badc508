import { describe, expect, it } from 'vitest';
import type { AttentionRequest, Tensor } from '../../../web/contract/index.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { exampleTolerance } from '../tolerances.ts';

/** Public fault reports about masks and heads, each under its number. */
export function describeAttentionCases(useEngine: UseEngine): void {
  describe.each(precisions)('fault reports, %s', (precision) => {
    const tensor = (shape: readonly number[], numbers: readonly number[]): Tensor => ({
      shape,
      data: floats(precision, numbers),
    });
    const zeros = (...shape: number[]): Tensor =>
      tensor(shape, new Array<number>(shape.reduce((a, b) => a * b)).fill(0));
    const run = (request: AttentionRequest) => useEngine().run('attention', request);
    /** One head whose scores are all 0, and the values 1, 2, 4 … */
    const even = (queryCount: number, keyCount: number, options: Partial<AttentionRequest>) =>
      run({
        scoreFunction: 'given',
        scores: zeros(1, 1, queryCount, keyCount),
        values: tensor(
          [1, 1, keyCount, 1],
          Array.from({ length: keyCount }, (_, i) => 2 ** i),
        ),
        ...options,
      });
    const sees = ({ data }: Tensor): number[] => Array.from(data, (weight) => (weight > 0 ? 1 : 0));

    it('A4: softcap 0.5 comes before the mask, so a value of 1000 behind it stays there', async () => {
      const { context, logits } = await run({
        queries: tensor([1, 1, 1, 1], [1]),
        keys: tensor([1, 1, 2, 1], [0, 9]),
        values: tensor([1, 1, 2, 1], [3, 1000]),
        additiveMask: tensor([1, 2], [0, -Infinity]),
        softcap: 0.5,
      });
      expect(Array.from(context.data)).toEqual([3]);
      expect(logits.data[1]).toBe(-Infinity);
    });

    it('B1: 1 keeps and 0 hides', async () => {
      const { weights } = await even(1, 3, { keepMask: tensor([3], [1, 1, 0]) });
      expectNear('weights', weights.data, [0.5, 0.5, 0], exampleTolerance[precision]);
    });

    it('B2: padding under a causal mask hides columns, never a row', async () => {
      const { weights, isEmpty } = await even(3, 3, { causal: 'topLeft', keepMask: tensor([1, 1, 1, 3], [1, 0, 1]) });
      expect(sees(weights)).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 1]);
      expect(Array.from(isEmpty.data)).toEqual([0, 0, 0]);
    });

    it('C1: 2 queries, 5 keys: topLeft and bottomRight', async () => {
      const topLeft = await even(2, 5, { causal: 'topLeft' });
      expect(sees(topLeft.weights)).toEqual([1, 0, 0, 0, 0, 1, 1, 0, 0, 0]);
      const bottomRight = await even(2, 5, { causal: 'bottomRight' });
      expect(sees(bottomRight.weights)).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 1, 1]);
    });

    it('C1: one new query after four cached keys sees all of them, whichever alignment', async () => {
      const past = { values: tensor([1, 1, 1, 1], [16]), pastValues: tensor([1, 1, 4, 1], [1, 2, 4, 8]) };
      for (const causal of ['topLeft', 'bottomRight'] as const) {
        const { context } = await even(1, 5, { ...past, causal });
        expectNear('context', context.data, [31 / 5], 8 * exampleTolerance[precision]);
      }
    });

    it('C2: 3 queries, 2 keys, bottomRight: the first row sees nothing and is zeros', async () => {
      const { weights, context, isEmpty, logSumExp } = await even(3, 2, { causal: 'bottomRight' });
      expect(sees(weights)).toEqual([0, 0, 1, 0, 1, 1]);
      expectNear('context', context.data, [0, 1, 1.5], exampleTolerance[precision]);
      expect(Array.from(isEmpty.data)).toEqual([1, 0, 0]);
      expect(logSumExp.data[0]).toBe(-Infinity);
    });

    it('D1: an additive −1e9 on one key gives it weight 0', async () => {
      const { weights } = await even(1, 2, { additiveMask: tensor([2], [0, -1e9]) });
      expect(Array.from(weights.data)).toEqual([1, 0]);
    });

    it('D2: −1e9 on every key of a row is an offset, which changes nothing', async () => {
      const scores = tensor([1, 1, 1, 2], [1, 2]);
      const masked = await even(1, 2, { scores, additiveMask: tensor([2], [-1e9, -1e9]) });
      expectNear(
        'weights',
        masked.weights.data,
        (await even(1, 2, { scores })).weights.data,
        exampleTolerance[precision],
      );
      expect(masked.isEmpty.data[0]).toBe(0);
    });

    it('G1: two heads side by side keep their positions', async () => {
      // Each head's key 0 fits query 0 and key 1 fits query 1, strongly; a reshape would mix positions with heads.
      const rows = tensor([1, 2, 4], [9, 0, 9, 0, 0, 9, 0, 9]);
      const values = tensor([1, 2, 2], [1, 10, 2, 20]);
      const request = { queries: rows, keys: rows, values, queryHeadCount: 2, keyHeadCount: 2 };
      const { context } = await run(request);
      expectNear('context', context.data, [1, 10, 2, 20], 32 * exampleTolerance[precision]);
    });

    it('G2: each sentence keeps its own mask in all its heads', async () => {
      const { weights } = await run({
        scoreFunction: 'given',
        scores: zeros(2, 3, 1, 2),
        values: zeros(2, 3, 2, 1),
        keepMask: tensor([2, 1, 1, 2], [1, 0, 0, 1]),
      });
      expect(sees(weights)).toEqual([1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1]);
    });
  });
}
