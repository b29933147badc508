import { describe, expect, it } from 'vitest';
import type { AttentionInput } from '../../web/contract/index.ts';
import { floats, givenInput, oneRow, precisions } from './inputs.ts';
import { expectNear } from './number-agreement.ts';
import type { UseEngine } from './suite.ts';
import { exampleTolerance } from './tolerances.ts';

/** The worked examples of the lessons, whose numbers a reader can follow with a pocket calculator. */
export function describeExamples(useEngine: UseEngine): void {
  describe.each(precisions)('worked examples, %s', (precision) => {
    const tolerance = exampleTolerance[precision];

    it('"Je suis étudiant" at "am": scores 0.3, 2.1, 0.5 become weights 0.12, 0.73, 0.15', async () => {
      const trace = await useEngine().trace(oneRow([0.3, 2.1, 0.5], {}, precision));
      expectNear('exponentials', trace.exponentials, [1.35, 8.166, 1.649], 0.0005);
      expectNear('exponentialSums', trace.exponentialSums, [11.165], 0.0005);
      expectNear('weights', trace.weights, [0.12, 0.73, 0.15], 0.005);
      expectNear('context', trace.context, trace.weights, 0);
      expect(trace.largestKey[0]).toBe(1);
      const exponentials = [0.3, 2.1, 0.5].map(Math.exp);
      const sum = exponentials[0] + exponentials[1] + exponentials[2];
      expectNear(
        'weights',
        trace.weights,
        exponentials.map((x) => x / sum),
        tolerance,
      );
      expectNear('logSumExp', trace.logSumExp, [Math.log(sum)], tolerance);
    });

    it('50 words: 0.6 on word 25, 0.3 on word 26 at step 30 are said as a context', async () => {
      const shares = Array.from({ length: 50 }, (_, i) => (i === 24 ? 0.6 : i === 25 ? 0.3 : 0.1 / 48));
      const trace = await useEngine().trace(oneRow(shares.map(Math.log), {}, precision));
      expectNear('weights', trace.weights, shares, tolerance);
      expect(trace.largestKey[0]).toBe(24);
    });

    it('reordering: "neural machine translation" looks at words 3, 2, 1', async () => {
      const trace = await useEngine().trace(
        givenInput(
          {
            scores: [
              [0, 0, 5],
              [0, 5, 0],
              [5, 0, 0],
            ],
            values: [[1], [2], [3]],
          },
          precision,
        ),
      );
      expect(Array.from(trace.largestKey)).toEqual([2, 1, 0]);
    });

    it('equal scores: every weight is 1/n, entropy is log n, the context is the mean', async () => {
      const trace = await useEngine().trace(
        givenInput({ scores: [[7, 7, 7, 7]], values: [[1], [2], [3], [6]] }, precision),
      );
      expectNear('weights', trace.weights, [0.25, 0.25, 0.25, 0.25], tolerance);
      expectNear('entropy', trace.entropy, [Math.log(4)], tolerance);
      expectNear('context', trace.context, [3], tolerance);
    });

    it('scaledDot divides by √keyDim, dot does not', async () => {
      const vectors = {
        queryDim: 4,
        keyDim: 4,
        queries: new Float64Array([1, 2, 3, 4]),
        keys: new Float64Array([1, 1, 1, 1]),
      };
      const base = { queryCount: 1, keyCount: 1, valueDim: 1, values: new Float64Array([1]) };
      const dot = await useEngine().trace({ ...base, score: { scoreFunction: 'dot', ...vectors } });
      const scaled = await useEngine().trace({ ...base, score: { scoreFunction: 'scaledDot', ...vectors } });
      expect([dot.scores[0], scaled.scores[0]]).toEqual([10, 5]);
    });

    it('bilinear is qᵀ W k, not its transpose', async () => {
      const trace = await useEngine().trace({
        queryCount: 1,
        keyCount: 1,
        valueDim: 1,
        values: new Float64Array([1]),
        score: {
          scoreFunction: 'bilinear',
          queryDim: 2,
          keyDim: 3,
          queries: new Float64Array([1, 10]),
          keys: new Float64Array([1, 2, 3]),
          W: new Float64Array([1, 0, 0, 0, 1, 0]),
        },
      });
      expect(trace.scores[0]).toBe(1 * 1 + 10 * 2);
    });

    it('additive is vᵀ tanh(q W_q + k W_k), with row vectors', async () => {
      const input: AttentionInput = {
        queryCount: 1,
        keyCount: 1,
        valueDim: 1,
        values: floats(precision, [1]),
        score: {
          scoreFunction: 'additive',
          queryDim: 1,
          keyDim: 2,
          attentionDim: 2,
          queries: floats(precision, [2]),
          keys: floats(precision, [1, -1]),
          W_q: floats(precision, [0.5, 0.25]),
          W_k: floats(precision, [0.5, 1, 0.25, 2]),
          v: floats(precision, [3, -2]),
        },
      };
      const want = [3 * Math.tanh(1 + 0.25), -2 * Math.tanh(0.5 - 1)];
      expectNear('scores', (await useEngine().trace(input)).scores, [want[0] + want[1]], 4 * tolerance);
      expectNear('scoreTerms', (await useEngine().rowDetail(input, 0)).scoreTerms, want, 4 * tolerance);
    });

    it('cosine is the product of directions, and 0 for a vector without one', async () => {
      const input: AttentionInput = {
        queryCount: 1,
        keyCount: 3,
        valueDim: 1,
        values: floats(precision, [1, 1, 1]),
        score: {
          scoreFunction: 'cosine',
          queryDim: 2,
          keyDim: 2,
          queries: floats(precision, [3, 4]),
          keys: floats(precision, [6, 8, -4, 3, 0, 0]),
        },
      };
      expectNear('scores', (await useEngine().trace(input)).scores, [1, 0, 0], tolerance);
    });

    it('the terms of one row are the products under the sum', async () => {
      const input = {
        queryCount: 2,
        keyCount: 2,
        valueDim: 1,
        values: new Float64Array([4, 8]),
        score: {
          scoreFunction: 'dot' as const,
          queryDim: 2,
          keyDim: 2,
          queries: new Float64Array([9, 9, 2, 3]),
          keys: new Float64Array([5, 0, 2, 2]),
        },
      };
      const detail = await useEngine().rowDetail(input, 1);
      expect(Array.from(detail.scoreTerms)).toEqual([10, 0, 4, 6]);
      expect(detail.scale).toBe(1);
      expectNear('contributions', detail.contributions, [2, 4], exampleTolerance.float64);
    });
  });
}
