import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreFunctions, type AttentionInput, type FloatArray } from '../../web/contract/index.ts';
import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { inputs } from './arbitraries.ts';
import { floats, precisions } from './inputs.ts';
import { expectNear } from './number-agreement.ts';
import type { UseEngine } from './suite.ts';
import { exampleTolerance, largestOf, roundingUnit, tolerancesFor } from './tolerances.ts';
import { expectDetailAgrees, expectTraceAgrees } from './trace-agreement.ts';

const fewRuns = { numRuns: 40 };

/** What holds for every input: each is a sentence of the lessons, or of the contract. */
export function describeProperties(useEngine: UseEngine): void {
  describe.each(precisions)('properties, %s', (precision) => {
    it.each(scoreFunctions)('%s: every number is the reference engine’s', async (scoreFunction) => {
      const reference = createReferenceEngine();
      await fc.assert(
        fc.asyncProperty(inputs({ precision, scoreFunctions: [scoreFunction] }), fc.nat(), async (input, number) => {
          const queryIndex = number % input.queryCount;
          const trace = await useEngine().trace(input);
          expectTraceAgrees(input, trace, await reference.trace(input));
          const [got, want] = [
            await useEngine().rowDetail(input, queryIndex),
            await reference.rowDetail(input, queryIndex),
          ];
          expectDetailAgrees(input, queryIndex, trace, got, want);
        }),
        { numRuns: 60 },
      );
    });

    it('each row of weights sums to 1, or is zeros and flagged', async () => {
      await fc.assert(
        fc.asyncProperty(inputs({ precision }), async (input) => {
          const { weights, weightSums, keyCount, isEmpty, visible } = await useEngine().trace(input);
          for (let t = 0; t < input.queryCount; t++) {
            const row = weights.subarray(t * keyCount, (t + 1) * keyCount);
            const seesNothing = !visible.subarray(t * keyCount, (t + 1) * keyCount).includes(1);
            expect(isEmpty[t] === 1, 'isEmpty').toBe(seesNothing);
            expect(row.every((weight) => weight >= 0 && weight <= 1)).toBe(true);
            const sum = seesNothing ? 0 : 1;
            expectNear('Σ weights', [sumOf(row)], [sum], keyCount * 2 * roundingUnit[precision]);
            expectNear('weightSums', [weightSums[t]], [sum], keyCount * 2 * roundingUnit[precision]);
          }
        }),
        fewRuns,
      );
    });

    it('keys in another order: the weights follow, the context stays', async () => {
      await fc.assert(
        fc.asyncProperty(inputs({ precision, isPlain: true }), fc.nat(), async (input, number) => {
          const { keyCount } = input;
          const order = Array.from({ length: keyCount }, (_, i) => (i + number) % keyCount).reverse();
          const before = await useEngine().trace(input);
          const after = await useEngine().trace(reorderKeys(input, order));
          const tolerance = tolerancesFor(input, before);
          expectNear('weights', after.weights, reorder(before.weights, keyCount, order), 2 * tolerance.weights);
          expectNear('context', after.context, before.context, 2 * tolerance.context);
        }),
        fewRuns,
      );
    });

    it('a constant added to a row of scores changes nothing', async () => {
      await fc.assert(
        fc.asyncProperty(
          inputs({ precision, scoreFunctions: ['given'], isPlain: true }),
          fc.integer({ min: -8, max: 8 }),
          async (input, constant) => {
            if (input.score.scoreFunction !== 'given') return;
            const scores = floats(
              precision,
              Array.from(input.score.scores, (score) => score + constant),
            );
            const shifted: AttentionInput = { ...input, score: { scoreFunction: 'given', scores } };
            const before = await useEngine().trace(input);
            const after = await useEngine().trace(shifted);
            const tolerance = tolerancesFor(shifted, after);
            expectNear('weights', after.weights, before.weights, 2 * tolerance.weights);
            expectNear('entropy', after.entropy, before.entropy, 2 * tolerance.entropy);
          },
        ),
        fewRuns,
      );
    });

    it('the context lies between the smallest and the largest value, coordinate by coordinate', async () => {
      await fc.assert(
        fc.asyncProperty(inputs({ precision }), async (input) => {
          const { context, isEmpty } = await useEngine().trace(input);
          const { queryCount, valueDim, values, mask } = input;
          const slack = (input.keyCount + 4) * roundingUnit[precision] * largestOf(values);
          for (let t = 0; t < queryCount; t++) {
            if (isEmpty[t] || mask?.queryMask?.[t] === 0) continue;
            for (let d = 0; d < valueDim; d++) {
              const column = Array.from(values.filter((_, index) => index % valueDim === d));
              expect(context[t * valueDim + d]).toBeGreaterThanOrEqual(Math.min(...column) - slack);
              expect(context[t * valueDim + d]).toBeLessThanOrEqual(Math.max(...column) + slack);
            }
          }
        }),
        fewRuns,
      );
    });

    it('entropy is between 0 and log keyCount, and never −0', async () => {
      await fc.assert(
        fc.asyncProperty(inputs({ precision }), async (input) => {
          const { entropy, keyCount } = await useEngine().trace(input);
          for (const h of entropy) {
            expect(Object.is(h, -0)).toBe(false);
            expect(h).toBeGreaterThanOrEqual(0);
            expect(h).toBeLessThanOrEqual(Math.log(keyCount) + exampleTolerance[precision]);
          }
        }),
        fewRuns,
      );
    });

    it('temperature → ∞: visible keys share equally; → 0: the largest score takes all', async () => {
      await fc.assert(
        fc.asyncProperty(inputs({ precision, isPlain: true, scoreFunctions: ['given'] }), async (input) => {
          const { weights, keyCount } = await useEngine().trace({ ...input, temperature: 1e30 });
          expectNear(
            'weights',
            weights,
            weights.map(() => 1 / keyCount),
            exampleTolerance[precision],
          );
          const cold = await useEngine().trace({ ...input, temperature: 0 });
          const tiny = await useEngine().trace({ ...input, temperature: 1e-300 });
          expectNear('weights', tiny.weights, cold.weights, exampleTolerance[precision]);
          for (let t = 0; t < input.queryCount; t++) {
            const scores = cold.scores.subarray(t * keyCount, (t + 1) * keyCount);
            const winners = scores.filter((score) => score === Math.max(...scores)).length;
            const shares = scores.map((score) => (score === Math.max(...scores) ? 1 / winners : 0));
            const row = cold.weights.subarray(t * keyCount, (t + 1) * keyCount);
            expectNear('weights at temperature 0', row, shares, exampleTolerance[precision]);
          }
        }),
        fewRuns,
      );
    });
  });
}

function sumOf(numbers: FloatArray): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

/** rows [n, width] with its columns in another order. */
function reorder(rows: FloatArray, width: number, order: readonly number[]): FloatArray {
  return rows.map((_, index) => rows[index - (index % width) + order[index % width]]);
}

/** rows [order.length, width] in another order. */
function reorderRows(rows: FloatArray, width: number, order: readonly number[]): FloatArray {
  return rows.map((_, index) => rows[order[Math.floor(index / width)] * width + (index % width)]);
}

function reorderKeys(input: AttentionInput, order: readonly number[]): AttentionInput {
  const { score } = input;
  return {
    ...input,
    values: reorderRows(input.values, input.valueDim, order),
    score:
      score.scoreFunction === 'given'
        ? { ...score, scores: reorder(score.scores, input.keyCount, order) }
        : { ...score, keys: reorderRows(score.keys, score.keyDim, order) },
  };
}
