import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttentionInput, FloatArray } from '../../web/contract/index.ts';
import { inputs } from './arbitraries.ts';
import { givenInput, oneRow, precisions } from './inputs.ts';
import { expectNear } from './number-agreement.ts';
import type { UseEngine } from './suite.ts';
import { exampleTolerance } from './tolerances.ts';

const fewRuns = { numRuns: 40 };

/** Masks, and the public fault reports about them (A to C and I). */
export function describeMasks(useEngine: UseEngine): void {
  describe('masks', () => {
    it('A1: a row that sees nothing is zeros and flagged, and its neighbours stay', async () => {
      const input = givenInput({
        scores: [
          [1, 2],
          [3, 4],
          [5, 5],
        ],
        values: [
          [1, 2],
          [3, 4],
        ],
      });
      const whole = await useEngine().trace(input);
      const trace = await useEngine().trace({ ...input, mask: { pairMask: Uint8Array.of(1, 1, 0, 0, 1, 1) } });
      expect(Array.from(trace.isEmpty)).toEqual([0, 1, 0]);
      expect(Array.from(trace.weights.subarray(2, 4))).toEqual([0, 0]);
      expect(Array.from(trace.context.subarray(2, 4))).toEqual([0, 0]);
      expect([trace.entropy[1], trace.logSumExp[1], trace.largestKey[1]]).toEqual([0, -Infinity, -1]);
      expect([trace.exponentialSums[1], trace.shiftedSums[1], trace.weightSums[1]]).toEqual([0, 0, 0]);
      for (const t of [0, 2]) {
        expect(trace.weights.subarray(2 * t, 2 * t + 2)).toEqual(whole.weights.subarray(2 * t, 2 * t + 2));
      }
    });

    it('A1: a row of additive −Infinity sees nothing either', async () => {
      const trace = await useEngine().trace(oneRow([1, 2], { additiveMask: [[-Infinity, -Infinity]] }));
      expect([trace.isEmpty[0], ...trace.weights, ...trace.visible]).toEqual([1, 0, 0, 0, 0]);
    });

    it('B1: any byte but 0 means "may attend"', async () => {
      const trace = await useEngine().trace(oneRow([0, 0, 0], { mask: { keyMask: Uint8Array.of(255, 1, 0) } }));
      expectNear('weights', trace.weights, [0.5, 0.5, 0], exampleTolerance.float64);
    });

    it('B2: padding hides columns only, so a padded query still has a row', async () => {
      const mask = { causal: 'topLeft', keyMask: Uint8Array.of(1, 0, 1) } as const;
      const trace = await useEngine().trace(
        givenInput({
          scores: [
            [0, 0, 0],
            [0, 0, 0],
            [0, 0, 0],
          ],
          values: [[1], [1], [1]],
          mask,
        }),
      );
      expect(Array.from(trace.visible)).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 1]);
      expect(Array.from(trace.isEmpty)).toEqual([0, 0, 0]);
    });

    it('C1: one new query after four cached keys sees all of them under bottomRight, the first under topLeft', async () => {
      const scores = [[0, 0, 0, 0, 0]];
      const bottomRight = await useEngine().trace(oneRow(scores[0], { mask: { causal: 'bottomRight' } }));
      const topLeft = await useEngine().trace(oneRow(scores[0], { mask: { causal: 'topLeft' } }));
      expect(Array.from(bottomRight.visible)).toEqual([1, 1, 1, 1, 1]);
      expect(Array.from(topLeft.visible)).toEqual([1, 0, 0, 0, 0]);
    });

    it('C2: more queries than keys under bottomRight: the first rows see nothing', async () => {
      const trace = await useEngine().trace(
        givenInput({
          scores: [
            [1, 2],
            [1, 2],
            [1, 2],
          ],
          values: [[5], [7]],
          mask: { causal: 'bottomRight' },
        }),
      );
      expect(Array.from(trace.isEmpty)).toEqual([1, 0, 0]);
      expect(trace.context[0]).toBe(0);
      expect(trace.context[1]).toBe(5);
    });

    it('windows follow the alignment of the causal mask', async () => {
      const scores = [[0, 0, 0, 0]];
      const left = await useEngine().trace(oneRow(scores[0], { mask: { causal: 'bottomRight', leftWindow: 1 } }));
      expect(Array.from(left.visible)).toEqual([0, 0, 1, 1]);
      const right = await useEngine().trace(oneRow(scores[0], { mask: { rightWindow: 2 } }));
      expect(Array.from(right.visible)).toEqual([1, 1, 1, 0]);
    });

    it('a padded query keeps its weights and has a context of zeros', async () => {
      const trace = await useEngine().trace(oneRow([1, 1], { mask: { queryMask: Uint8Array.of(0) } }));
      expectNear('weights', trace.weights, [0.5, 0.5], exampleTolerance.float64);
      expect(Array.from(trace.context)).toEqual([0, 0]);
      expect(trace.isEmpty[0]).toBe(0);
    });
  });

  describe.each(precisions)('mask properties, %s', (precision) => {
    it('causality: what comes later does not change an earlier row', async () => {
      await fc.assert(
        fc.asyncProperty(
          inputs({ precision, isPlain: true, scoreFunctions: ['dot', 'scaledDot', 'bilinear', 'additive', 'cosine'] }),
          fc.nat(),
          async (plain, number) => {
            const input: AttentionInput = { ...plain, mask: { causal: 'topLeft' } };
            if (input.score.scoreFunction === 'given') return;
            const lastKept = number % input.keyCount;
            const future: AttentionInput = {
              ...input,
              values: withTail(input.values, (lastKept + 1) * input.valueDim, 99),
              score: { ...input.score, keys: withTail(input.score.keys, (lastKept + 1) * input.score.keyDim, -3) },
            };
            const [before, after] = [await useEngine().trace(input), await useEngine().trace(future)];
            const rows = Math.min(lastKept + 1, input.queryCount);
            for (const [field, width] of [
              ['weights', input.keyCount],
              ['context', input.valueDim],
            ] as const) {
              expect(after[field].subarray(0, rows * width)).toEqual(before[field].subarray(0, rows * width));
            }
          },
        ),
        fewRuns,
      );
    });

    it('what stands behind a mask never comes out: NaN, Infinity and any number alike', async () => {
      await fc.assert(
        fc.asyncProperty(
          inputs({ precision }),
          fc.constantFrom(NaN, Infinity, -Infinity, 1e30),
          fc.nat(),
          async (random, intruder, number) => {
            const hidden = number % random.keyCount;
            const keyMask = Uint8Array.from({ length: random.keyCount }, (_, i) => (i === hidden ? 0 : 1));
            const input: AttentionInput = { ...random, mask: { ...random.mask, keyMask } };
            const before = await useEngine().trace(input);
            const after = await useEngine().trace(withIntruder(input, hidden, intruder));
            for (const field of ['weights', 'context', 'entropy', 'logSumExp', 'isEmpty', 'largestKey'] as const) {
              expect(after[field], field).toEqual(before[field]);
            }
            const detail = await useEngine().rowDetail(withIntruder(input, hidden, intruder), 0);
            expect(detail.contributions.some(Number.isNaN)).toBe(false);
          },
        ),
        fewRuns,
      );
    });

    it('I1: keys of padding at the end change no weight and no context', async () => {
      await fc.assert(
        fc.asyncProperty(inputs({ precision, scoreFunctions: ['given'], isPlain: true }), async (input) => {
          if (input.score.scoreFunction !== 'given') return;
          const { keyCount, valueDim } = input;
          const paddedCount = keyCount + 3;
          const scores = Array.from({ length: input.queryCount * paddedCount }, (_, pair) => {
            const [t, i] = [Math.floor(pair / paddedCount), pair % paddedCount];
            return i < keyCount ? (input.score as { scores: FloatArray }).scores[t * keyCount + i] : 50;
          });
          const padded: AttentionInput = {
            ...input,
            keyCount: paddedCount,
            values: arrayLike(input.values, [...input.values, ...new Array<number>(3 * valueDim).fill(1000)]),
            score: { scoreFunction: 'given', scores: arrayLike(input.values, scores) },
            mask: { keyMask: Uint8Array.from({ length: paddedCount }, (_, i) => (i < keyCount ? 1 : 0)) },
          };
          const [before, after] = [await useEngine().trace(input), await useEngine().trace(padded)];
          const kept = after.weights.filter((_, pair) => pair % paddedCount < keyCount);
          expectNear('weights', kept, before.weights, exampleTolerance[precision]);
          expectNear('context', after.context, before.context, exampleTolerance[precision]);
        }),
        fewRuns,
      );
    });
  });
}

function arrayLike(like: FloatArray, numbers: readonly number[]): FloatArray {
  return like instanceof Float64Array ? Float64Array.from(numbers) : Float32Array.from(numbers);
}

/** The numbers from `start` on replaced. */
function withTail(numbers: FloatArray, start: number, replacement: number): FloatArray {
  return numbers.slice().fill(replacement, start);
}

/** The value, and the key or the scores, of one key replaced. */
function withIntruder(input: AttentionInput, keyIndex: number, intruder: number): AttentionInput {
  const { score, valueDim, keyCount } = input;
  const values = input.values.slice().fill(intruder, keyIndex * valueDim, (keyIndex + 1) * valueDim);
  if (score.scoreFunction === 'given') {
    const scores = score.scores.map((number, pair) => (pair % keyCount === keyIndex ? intruder : number));
    return { ...input, values, score: { ...score, scores } };
  }
  const keys = score.keys.slice().fill(intruder, keyIndex * score.keyDim, (keyIndex + 1) * score.keyDim);
  return { ...input, values, score: { ...score, keys } };
}
