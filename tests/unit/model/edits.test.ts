import { describe, expect, it } from 'vitest';
import { editedParameters, editedSentence, typedScores } from '../../../web/model/edits.ts';
import { sceneOf } from '../../../web/model/examples.ts';

const { sentences, parameters } = sceneOf('student');
const [sentence] = sentences;

describe('edits', () => {
  it('change the cells they name and leave the scene as it was', () => {
    const before = sentence.encoderStates.slice();
    const edited = editedSentence(sentence, 0, { encoderStates: { '0.1.0': 9 }, decoderStates: { '0.3.1': 7 } });
    expect(Array.from(edited.encoderStates)).toEqual([-0.6, 0.9, 9, 0.9, 0.9, -0.4]);
    expect(edited.decoderStates[7]).toBe(7);
    expect(sentence.encoderStates).toEqual(before);
  });

  it('share what was not edited', () => {
    expect(editedSentence(sentence, 0, {}).scores).toBe(sentence.scores);
    expect(editedParameters(parameters, {}).W).toBe(parameters.W);
  });

  it('apply a typed score only under the score function it was typed under', () => {
    const edits = { scores: { 'given.0.1.2': 5, 'dot.0.1.0': -3, 'scaledDot.0.0.0': 1 } };
    expect(Array.from(editedSentence(sentence, 0, edits).scores.slice(3, 6))).toEqual([0.3, 2.1, 5]);
    expect(typedScores(sentence, 0, edits, 'dot')).toEqual(new Map([[3, -3]]));
    expect(typedScores(sentence, 0, edits, 'bilinear').size).toBe(0);
  });

  it('belong to one sentence of the batch', () => {
    const edits = { encoderStates: { '1.0.0': 9 } };
    expect(editedSentence(sentence, 0, edits).encoderStates).toBe(sentence.encoderStates);
    expect(editedSentence(sentence, 1, edits).encoderStates[0]).toBe(9);
    expect(editedSentence(sentence, 11, { encoderStates: { '1.1.0': 9 } }).encoderStates).toBe(sentence.encoderStates);
  });

  it('reach the matrices', () => {
    const edited = editedParameters(parameters, { W: { '0.1.0': 4 }, v: { '0.0.1': -2 } });
    expect(Array.from(edited.W)).toEqual([1, 0.5, 4, 1]);
    expect(Array.from(edited.v)).toEqual([1, -2]);
  });

  it.each(['0.3.0', '0.0.2', '0.-1.0', '0.0', '0.0.0.0', '0.x.0', '', '00.0.0'])(
    'outside the array are ignored: %j',
    (key) => {
      expect(editedSentence(sentence, 0, { encoderStates: { [key]: 9 } }).encoderStates).toBe(sentence.encoderStates);
    },
  );
});
