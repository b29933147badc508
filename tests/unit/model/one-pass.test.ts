import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttentionInput } from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { passOf, prefixesOf, type OnePass } from '../../../web/model/one-pass.ts';

const engine = createReferenceEngine();

async function passThrough(
  scores: readonly number[],
  hidden: readonly boolean[] = [],
  temperature = 1,
): Promise<OnePass> {
  const input: AttentionInput<Float64Array> = {
    queryCount: 1,
    keyCount: scores.length,
    valueDim: 1,
    values: new Float64Array(scores.length),
    score: { scoreFunction: 'given', scores: Float64Array.from(scores) },
    mask: { keyMask: Uint8Array.from(scores, (_, key) => (hidden[key] ? 0 : 1)) },
    temperature,
  };
  const trace = await engine.trace(input);
  return passOf(await engine.trace(prefixesOf(input, trace, 0)), 0);
}

describe('softmax in one pass', () => {
  it('keeps, of “Je suis étudiant” asked by “am”, m = 2.1 and s = 1.367', async () => {
    const { steps, logSumExp } = await passThrough([0.3, 2.1, 0.5]);
    expect(steps.map(({ largest }) => largest)).toEqual([0.3, 2.1, 2.1]);
    expect(steps.map(({ isNewLargest }) => isNewLargest)).toEqual([true, true, false]);
    expect(steps[1].rescale).toBeCloseTo(Math.exp(0.3 - 2.1), 12);
    expect(steps[2].sum).toBeCloseTo(1 + Math.exp(-1.8) + Math.exp(-1.6), 12);
    expect(logSumExp).toBeCloseTo(2.4127613, 6);
  });

  it('each step follows from the one before, and the end is the whole row’s log-sum-exp', async () => {
    const scores = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 1, maxLength: 12 });
    const hidden = fc.array(fc.boolean(), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(scores, hidden, fc.double({ min: 0.2, max: 5, noNaN: true }), async (row, mask, temperature) => {
        const { steps, logSumExp } = await passThrough(row, mask, temperature);
        let [largest, sum] = [-Infinity, 0];
        for (const [key, step] of steps.entries()) {
          const before = largest;
          if (!mask[key]) {
            largest = Math.max(largest, row[key] / temperature);
            sum =
              (before === -Infinity ? 0 : sum * Math.exp(before - largest)) +
              Math.exp(row[key] / temperature - largest);
          }
          expect(step.largest).toBeCloseTo(largest, 10);
          expect(step.sum).toBeCloseTo(sum, 10);
          expect(step.logit).toBe(mask[key] ? -Infinity : step.logit);
        }
        if (sum > 0) expect(logSumExp).toBeCloseTo(largest + Math.log(sum), 10);
        else expect(logSumExp).toBe(-Infinity);
      }),
    );
  });
});
