import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameAt, phases, timelineEnd, type Frame } from '../../../web/timeline/frame.ts';

const anyKeyCount = fc.integer({ min: 1, max: 60 });

/** All progress of a frame, in one list. */
const progressOf = (frame: Frame): number[] => [
  ...frame.scoreGrowth,
  ...frame.termGrowth,
  frame.exponentialGrowth,
  frame.sumTravel,
  frame.weightGrowth,
  ...frame.contributionGrowth,
  ...frame.contributionTravel,
  frame.contextGrowth,
];

describe('frameAt', () => {
  it('shows nothing at the start and everything at the end', () => {
    fc.assert(
      fc.property(anyKeyCount, (keyCount) => {
        expect(progressOf(frameAt(0, keyCount)).every((share) => share === 0)).toBe(true);
        const end = frameAt(timelineEnd, keyCount);
        for (const share of progressOf(end)) expect(share).toBeCloseTo(1, 9);
        expect(end).toMatchObject({ isResting: true, queryColumn: null });
      }),
    );
  });

  it('never goes back, and stays between 0 and 1', () => {
    const seconds = fc.double({ min: -1, max: timelineEnd + 1, noNaN: true });
    fc.assert(
      fc.property(seconds, seconds, anyKeyCount, (a, b, keyCount) => {
        const earlier = progressOf(frameAt(Math.min(a, b), keyCount));
        const later = progressOf(frameAt(Math.max(a, b), keyCount));
        later.forEach((share, i) => {
          expect(share).toBeGreaterThanOrEqual(earlier[i] - 1e-12);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        });
      }),
    );
  });

  it('starts a phase only when the one before is complete', () => {
    const [score, softmax] = phases;
    const atSoftmax = frameAt(score.end, 5);
    for (const share of atSoftmax.scoreGrowth) expect(share).toBeCloseTo(1, 9);
    expect(atSoftmax).toMatchObject({ phase: 'softmax', exponentialGrowth: 0 });
    const atContext = frameAt(softmax.end, 5);
    expect(atContext).toMatchObject({ phase: 'context', weightGrowth: 1, contextGrowth: 0 });
  });

  it('leads the query over the keys from left to right, and never beyond them', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: phases[0].end, maxExcluded: true, noNaN: true }),
        anyKeyCount,
        (time, keyCount) => {
          const { queryColumn } = frameAt(time, keyCount);
          expect(queryColumn).toBeGreaterThanOrEqual(0);
          expect(queryColumn).toBeLessThanOrEqual(keyCount - 1);
        },
      ),
    );
  });

  it('takes a time of nonsense for the end, and no keys for no bars', () => {
    expect(frameAt(NaN, 3).isResting).toBe(true);
    expect(frameAt(0.5, 0)).toMatchObject({ queryColumn: null, scoreGrowth: [] });
  });
});
