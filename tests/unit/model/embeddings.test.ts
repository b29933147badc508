import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoderState, diagonalAlignment, dotScores, encoderState } from '../../../web/model/embeddings.ts';

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const hasTwoDecimals = (x: number): boolean => Number(x.toFixed(2)) === x && !Object.is(x, -0);

describe('states from spelling', () => {
  it('are the same for the same word, whatever its case and Unicode form', () => {
    expect(encoderState('Étudiant', 4)).toEqual(encoderState('e\u0301tudiant', 4));
    expect(encoderState('étudiant', 4)).not.toEqual(encoderState('etudiant', 4));
  });

  it('stay the same between releases, so that old links show old pictures', () => {
    expect(Array.from(encoderState('suis', 2))).toMatchInlineSnapshot(`
      [
        -1.5,
        0.07,
      ]
    `);
  });

  it('have two decimals and about the same length for any word', () => {
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 8 }), (text, stateDim) => {
        const state = encoderState(text, stateDim);
        expect(state.every(hasTwoDecimals)).toBe(true);
        expect(Math.hypot(...state)).toBeCloseTo(1.5, 1);
        expect(decoderState(text, state).every(hasTwoDecimals)).toBe(true);
      }),
    );
  });

  it('make a target word score highest at the word it is aligned with', () => {
    const source = ['le', 'petit', 'chat', 'noir', 'dort', 'bien'];
    const states = source.map((text) => encoderState(text, 4));
    const keys = Float64Array.from(states.flatMap((state) => Array.from(state)));
    for (const [index, state] of states.entries()) {
      const scores = Array.from(dotScores(decoderState('word', state), keys, 4, 2));
      expect(scores.indexOf(Math.max(...scores))).toBe(index);
    }
  });
});

describe('diagonalAlignment', () => {
  it.each([
    [3, 3, [0, 1, 2]],
    [1, 3, [0, 0, 0]],
    [5, 1, [0]],
    [5, 3, [0, 2, 4]],
  ])('spreads %i source words over %i target words', (sourceCount, targetCount, alignedWith) => {
    expect(diagonalAlignment(sourceCount, targetCount)).toEqual(alignedWith);
  });
});
