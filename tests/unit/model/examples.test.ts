import { describe, expect, it } from 'vitest';
import { dotScores } from '../../../web/model/embeddings.ts';
import { exampleIds, isExampleId, sceneOf, type ExampleId } from '../../../web/model/examples.ts';
import type { Sentence } from '../../../web/model/scene.ts';
import { largestIndex, softmaxRow } from './softmax-row.ts';

const words = (tokens: Sentence['source']): string[] => tokens.map(({ text }) => text);
const first = (id: ExampleId): Sentence => sceneOf(id).sentences[0];

/** The source word that each target word looks at most. */
const favourites = (sentence: Sentence): string[] =>
  sentence.target.map((_, step) => sentence.source[largestIndex(softmaxRow(sentence, step))].text);

describe('every example', () => {
  it.each(exampleIds)('%s has arrays of the sizes it states', (id) => {
    const { id: ownId, sentences, parameters } = sceneOf(id);
    expect(ownId).toBe(id);
    for (const { source, target, stateDim, encoderStates, decoderStates, scores, startStep } of sentences) {
      expect(encoderStates).toHaveLength(source.length * stateDim);
      expect(decoderStates).toHaveLength(target.length * stateDim);
      expect(scores).toHaveLength(target.length * source.length);
      expect(startStep).toBeLessThan(target.length);
      expect(parameters.W).toHaveLength(stateDim ** 2);
      expect(parameters.W_q).toHaveLength(stateDim * parameters.attentionDim);
      expect(parameters.W_k).toHaveLength(stateDim * parameters.attentionDim);
      expect(parameters.v).toHaveLength(parameters.attentionDim);
      expect(encoderStates.every(Number.isFinite) && decoderStates.every(Number.isFinite)).toBe(true);
    }
  });

  it.each(exampleIds.filter((id) => id !== 'fifty-words'))('%s has the dot products as typed scores', (id) => {
    for (const { stateDim, encoderStates, decoderStates, scores } of sceneOf(id).sentences) {
      expect(scores).toEqual(dotScores(decoderStates, encoderStates, stateDim, 4));
    }
  });

  it('is known by its id and no other', () => {
    expect(exampleIds.every(isExampleId)).toBe(true);
    expect(isExampleId('toString')).toBe(false);
  });
});

describe('student', () => {
  it('has the states and scores of the lesson, and opens at the second word', () => {
    const { encoderStates, decoderStates, scores, startStep } = first('student');
    expect(Array.from(encoderStates)).toEqual([-0.6, 0.9, 1.2, 0.9, 0.9, -0.4]);
    expect(Array.from(decoderStates)).toEqual([-1.2, 1, 1, 1, 0.8, -0.6, 0.9, -1.7]);
    expect(Array.from(scores)).toEqual([1.62, -0.54, -1.48, 0.3, 2.1, 0.5, -1.02, 0.42, 0.96, -2.07, -0.45, 1.49]);
    expect(startStep).toBe(1);
  });
});

describe('fifty-words', () => {
  it('has fifty words on both sides, and opens at "boat"', () => {
    const { source, target, startStep } = first('fifty-words');
    expect([source.length, target.length]).toEqual([50, 50]);
    expect(target[startStep].text).toBe('boat');
    expect([source[24].text, source[25].text]).toEqual(['bateau', 'rouge']);
  });

  it('gives "boat" the weights 0.600 and 0.300, and almost nothing elsewhere', () => {
    const weights = softmaxRow(first('fifty-words'), 29);
    expect(weights[24].toFixed(3)).toBe('0.600');
    expect(weights[25].toFixed(3)).toBe('0.300');
    expect(weights.filter((weight) => weight > 0.003)).toHaveLength(2);
  });

  it('lets every other word look mostly at one source word', () => {
    const sentence = first('fifty-words');
    for (const step of sentence.target.keys()) {
      if (step !== 29) expect(Math.max(...softmaxRow(sentence, step))).toBeGreaterThan(0.8);
    }
  });
});

describe('reordering', () => {
  it('runs along the other diagonal', () => {
    expect(favourites(first('reordering'))).toEqual(['translation', 'machine', 'neural']);
  });
});

describe('one-to-many', () => {
  it('lets four words look at the one verb', () => {
    const sentence = first('one-to-many');
    expect(words(sentence.target)).toEqual(['he', 'hit', 'me', 'with', 'a', 'pie']);
    expect(favourites(sentence)).toEqual(['il', 'entarté', "m'", 'entarté', 'entarté', 'entarté']);
  });
});

describe('padded-batch', () => {
  const [short, long] = sceneOf('padded-batch').sentences;

  it('fills the short sentence up to the long one', () => {
    expect(short.source).toHaveLength(long.source.length);
    expect(short.target).toHaveLength(long.target.length);
    expect(long.source.some(({ isPadding }) => isPadding)).toBe(false);
    expect(short.source.map(({ isPadding }) => isPadding)).toEqual([false, false, true, true]);
    expect(short.target.map(({ isPadding }) => isPadding)).toEqual([false, false, false, true]);
  });

  it('has padding that would take much of the weight were it not hidden', () => {
    for (const step of [0, 1, 2]) {
      const [, , pad, secondPad] = softmaxRow(short, step);
      expect(pad + secondPad).toBeGreaterThan(0.4);
    }
  });
});
