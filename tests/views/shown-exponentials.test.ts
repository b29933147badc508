import { describe, expect, it } from 'vitest';
import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { shownExponentials } from '../../web/views/shown-exponentials.ts';

async function shownOf(scores: readonly number[], keyMask?: Uint8Array) {
  const trace = await createReferenceEngine().trace({
    queryCount: 1,
    keyCount: scores.length,
    valueDim: 1,
    values: new Float64Array(scores.length),
    score: { scoreFunction: 'given', scores: Float64Array.from(scores) },
    mask: { keyMask },
  });
  return shownExponentials(trace, 0);
}

describe('shownExponentials', () => {
  it('shows plain exponentials where a person can read their sum', async () => {
    const shown = await shownOf([0.3, 2.1, 0.5]);
    expect(shown.isShifted).toBe(false);
    expect([...shown.values].map((value) => value.toFixed(3))).toEqual(['1.350', '8.166', '1.649']);
    expect(shown.sum.toFixed(3)).toBe('11.165');
  });

  it.each([[[1000, 1001, 1002]], [[20, 1, 2]], [[-800, -801, -802]], [[-10, -9, -12]]])(
    'shows %j after the largest is taken off',
    async (scores) => {
      const shown = await shownOf(scores);
      expect(shown.isShifted).toBe(true);
      const largest = Math.max(...scores);
      scores.forEach((score, key) => expect(shown.values[key]).toBeCloseTo(Math.exp(score - largest), 12));
      expect(shown.sum).toBeCloseTo(
        [...shown.values].reduce((sum, value) => sum + value, 0),
        12,
      );
    },
  );

  it('shows plain zeros for a row that sees nothing', async () => {
    const shown = await shownOf([5, 6], new Uint8Array(2));
    expect(shown).toEqual({ values: new Float64Array(2), sum: 0, isShifted: false });
  });
});
