import { describe, expect, it } from 'vitest';
import type { Alignment } from '../../../web/contract/index.ts';
import { rowSums, sceneFromAlignments } from '../../../web/model/imported.ts';
import { isModelProblem } from '../../../web/model/problem.ts';
import type { Sentence } from '../../../web/model/scene.ts';
import { softmaxRow } from './softmax-row.ts';

function alignment(target: string[], source: string[], weights: number[]): Alignment {
  return { source, target, weights: Float64Array.from(weights) };
}

function sentenceOf(imported: Alignment): Sentence {
  const scene = sceneFromAlignments([imported]);
  if (isModelProblem(scene)) throw new Error(`refused: ${scene.code}`);
  return scene.sentences[0];
}

describe('sceneFromAlignments', () => {
  const twoByTwo = alignment(['a', 'b'], ['x', 'y'], [0.75, 0.25, 1, 0]);

  it('has scores from which softmax gives the weights back', () => {
    const sentence = sentenceOf(twoByTwo);
    expect(softmaxRow(sentence, 0)[0]).toBeCloseTo(0.75, 15);
    expect(softmaxRow(sentence, 1)).toEqual([1, 0]);
  });

  it('turns weight 0 into −Infinity, not into a large number', () => {
    expect(sentenceOf(twoByTwo).scores[3]).toBe(-Infinity);
  });

  it('keeps scores as they are, −Infinity where a word is hidden', () => {
    const scores = Float64Array.of(3, -1.5, -Infinity, 0);
    const scene = sceneFromAlignments([{ source: ['x', 'y'], target: ['a', 'b'], scores }]);
    if (isModelProblem(scene)) expect.fail(scene.code);
    expect(scene.origin).toBe('importedScores');
    expect(scene.sentences[0].scores).toEqual(scores);
  });

  it.each([NaN, Infinity])('refuses the score %d and names its place', (value) => {
    const scores = Float64Array.of(1, value);
    expect(sceneFromAlignments([{ source: ['x', 'y'], target: ['a'], scores }])).toEqual({
      code: 'scoreNotFinite',
      sentence: 1,
      row: 1,
      column: 2,
      value,
    });
  });

  it('tells the sum of a row that is not quite 1 instead of changing it silently', () => {
    const sums = rowSums(alignment(['a'], ['x', 'y'], [0.7, 0.29996]));
    expect(sums[0]).toBeCloseTo(0.99996, 12);
  });

  it('keeps an imported <pad> as a word: hiding it would change the weights unasked', () => {
    expect(sentenceOf(alignment(['a'], ['<pad>'], [1])).source[0]).toEqual({ text: '<pad>', isPadding: false });
  });

  it('prefers the strongest word under dot, too', () => {
    const { encoderStates, decoderStates, stateDim } = sentenceOf(alignment(['a'], ['x', 'y'], [0.1, 0.9]));
    const dot = (key: number): number =>
      decoderStates.reduce((sum, q, d) => sum + q * encoderStates[key * stateDim + d], 0);
    expect(dot(1)).toBeGreaterThan(dot(0));
  });

  it.each([
    [-0.25, 'negativeWeight'],
    [NaN, 'weightNotFinite'],
    [Infinity, 'weightNotFinite'],
  ])('refuses the weight %d and names its place', (value, code) => {
    const problem = sceneFromAlignments([twoByTwo, alignment(['a', 'b'], ['x', 'y'], [1, 0, value, 1])]);
    expect(problem).toEqual({ code, sentence: 2, row: 2, column: 1, value });
  });

  it('refuses what has no rows, no columns or the wrong number of weights', () => {
    expect(sceneFromAlignments([])).toEqual({ code: 'noAlignments' });
    expect(sceneFromAlignments([alignment([], ['x'], [])])).toMatchObject({ code: 'emptyAlignment', side: 'target' });
    expect(sceneFromAlignments([alignment(['a'], [], [])])).toMatchObject({ code: 'emptyAlignment', side: 'source' });
    expect(sceneFromAlignments([alignment(['a', 'b'], ['x', 'y'], [1, 0, 1])])).toEqual({
      code: 'weightsDoNotFit',
      sentence: 1,
      weights: 3,
      targetWords: 2,
      sourceWords: 2,
    });
  });
});
