import { describe, expect, it } from 'vitest';
import { givenInput, oneRow, precisions } from './inputs.ts';
import { expectNear } from './number-agreement.ts';
import type { UseEngine } from './suite.ts';
import { exampleTolerance } from './tolerances.ts';

/** Numbers at the edge, and the public fault reports about them (D, E, J). On a release build these catch -ffast-math (V1). */
export function describeExtremes(useEngine: UseEngine): void {
  describe.each(precisions)('extremes, %s', (precision) => {
    const tolerance = exampleTolerance[precision];
    const weightsOf = async (...args: Parameters<typeof oneRow>): Promise<number[]> =>
      Array.from((await useEngine().trace(oneRow(args[0], args[1], precision))).weights);

    it('D1: an additive −1e9 leaves exactly nothing', async () => {
      expectNear('weights', await weightsOf([1, 1, 9], { additiveMask: [[0, 0, -1e9]] }), [0.5, 0.5, 0], tolerance);
    });

    it('D2: −1e9 on every key of a row is a common offset, which changes nothing', async () => {
      const [first, second] = await weightsOf([0, Math.log(3)], { additiveMask: [[-1e9, -1e9]] });
      expectNear('weights', [first, second], [0.25, 0.75], tolerance);
    });

    it.each([0, 1e-30, 1e-300, Number.MIN_VALUE])('E1: temperature %d gives one-hot weights', async (temperature) => {
      expect(await weightsOf([-1, 2.5, 1], { temperature })).toEqual([0, 1, 0]);
      expect(await weightsOf([-3, -1, -2], { temperature })).toEqual([0, 1, 0]);
      expectNear('weights of a tie', await weightsOf([4, 1, 4], { temperature }), [0.5, 0, 0.5], tolerance);
    });

    it('E1: at temperature 0 the logits are 0 for the winners and −Infinity for the others', async () => {
      const trace = await useEngine().trace(oneRow([4, 1, 4], { temperature: 0 }, precision));
      expect(Array.from(trace.logits)).toEqual([0, -Infinity, 0]);
      expect(Array.from(trace.exponentials)).toEqual([1, 0, 1]);
      expect(Array.from(trace.shiftedExponentials)).toEqual([1, 0, 1]);
      expect([trace.exponentialSums[0], trace.shiftedSums[0], trace.largestKey[0]]).toEqual([2, 2, 0]);
      expectNear('logSumExp', trace.logSumExp, [Math.log(2)], tolerance);
      expectNear('entropy', trace.entropy, [Math.log(2)], tolerance);
    });

    it('E1: at temperature 0 hidden keys cannot win and a finite additive mask has no say', async () => {
      const mask = { keyMask: Uint8Array.of(1, 0, 1) };
      const additiveMask = [[0, 0, 5]];
      expect(await weightsOf([3, 9, 2], { temperature: 0, mask, additiveMask })).toEqual([1, 0, 0]);
      expect(await weightsOf([3, 9, 3], { temperature: 0, mask, additiveMask })).toEqual([0.5, 0, 0.5]);
    });

    it('E1: temperature 1e30 gives equal weights', async () => {
      expectNear('weights', await weightsOf([1, 2, 3], { temperature: 1e30 }), [1 / 3, 1 / 3, 1 / 3], tolerance);
    });

    it('E2: 1000, 1001, 1002 overflow the exponentials and not the weights', async () => {
      const trace = await useEngine().trace(oneRow([1000, 1001, 1002], {}, precision));
      expect(Array.from(trace.exponentials)).toEqual([Infinity, Infinity, Infinity]);
      expect(trace.exponentialSums[0]).toBe(Infinity);
      const sum = Math.exp(-2) + Math.exp(-1) + 1;
      expectNear('weights', trace.weights, [Math.exp(-2) / sum, Math.exp(-1) / sum, 1 / sum], tolerance);
      expectNear('shiftedSums', trace.shiftedSums, [sum], tolerance);
      expectNear('logSumExp', trace.logSumExp, [1002 + Math.log(sum)], 0, tolerance);
    });

    it('E2: scores far below 0 underflow the exponentials and not the weights', async () => {
      expectNear('weights', await weightsOf([-1e6, -1e6]), [0.5, 0.5], tolerance);
    });

    it('J1: a one-hot row has the entropy 0, not −0 and not NaN', async () => {
      for (const scores of [[0, -Infinity], [1000, -1000], [3]]) {
        const { entropy } = await useEngine().trace(oneRow(scores, {}, precision));
        expect(Object.is(entropy[0], 0), `entropy of ${scores.join(', ')} is ${entropy[0]}`).toBe(true);
      }
    });

    it('J1: hidden keys count as 0 log 0', async () => {
      const mask = { keyMask: Uint8Array.of(1, 1, 0) };
      const { entropy } = await useEngine().trace(oneRow([0, 0, 7], { mask }, precision));
      expectNear('entropy', entropy, [Math.log(2)], tolerance);
    });

    it('scores of +Infinity share the weight equally', async () => {
      const trace = await useEngine().trace(oneRow([Infinity, 1, Infinity], {}, precision));
      expectNear('weights', trace.weights, [0.5, 0, 0.5], 0);
      expectNear('shiftedExponentials', trace.shiftedExponentials, [1, 0, 1], 0);
      expect(trace.logSumExp[0]).toBe(Infinity);
      expectNear('entropy', trace.entropy, [Math.log(2)], tolerance);
    });

    it('scores of −Infinity get nothing; a row of them is empty', async () => {
      const trace = await useEngine().trace(
        givenInput(
          {
            scores: [
              [-Infinity, 0],
              [-Infinity, -Infinity],
            ],
            values: [[NaN], [2]],
          },
          precision,
        ),
      );
      expect(Array.from(trace.weights)).toEqual([0, 1, 0, 0]);
      expect(Array.from(trace.context)).toEqual([2, 0]);
      expect(Array.from(trace.isEmpty)).toEqual([0, 1]);
    });

    it('a visible NaN makes its row NaN where keys are visible, and no other row', async () => {
      const mask = { keyMask: Uint8Array.of(1, 1, 0) };
      const scores = [
        [NaN, 1, 2],
        [0, 0, 0],
      ];
      for (const temperature of [1, 0]) {
        const trace = await useEngine().trace(
          givenInput({ scores, values: [[1], [3], [5]], mask, temperature }, precision),
        );
        expect(Array.from(trace.weights)).toEqual([NaN, NaN, 0, 0.5, 0.5, 0]);
        expect(Array.from(trace.context)).toEqual([NaN, 2]);
        expect([trace.isEmpty[0], trace.largestKey[0]]).toEqual([0, -1]);
        expect([trace.entropy[0], trace.logSumExp[0], trace.weightSums[0]]).toEqual([NaN, NaN, NaN]);
      }
    });

    it('a value of Infinity reaches the contexts that weigh it', async () => {
      const trace = await useEngine().trace(
        givenInput(
          {
            scores: [
              [0, 0],
              [0, -Infinity],
            ],
            values: [[1], [Infinity]],
          },
          precision,
        ),
      );
      expect(Array.from(trace.context)).toEqual([Infinity, 1]);
    });
  });
}
