import { describe, expect, it } from 'vitest';
import { sceneFromWords } from '../../../web/model/own-words.ts';
import { isModelProblem } from '../../../web/model/problem.ts';
import type { Scene } from '../../../web/model/scene.ts';

function sceneOf(source: string, target: string): Scene {
  const scene = sceneFromWords(source, target);
  if (isModelProblem(scene)) throw new Error(`"${source}" → "${target}" was refused: ${scene.code}`);
  return scene;
}

describe('sceneFromWords', () => {
  it('says that its vectors follow a rule', () => {
    const { origin, sentences } = sceneOf('le chat dort', 'the cat sleeps');
    expect(origin).toBe('rule');
    expect(sentences[0].scores).toHaveLength(9);
  });

  it('gives the same word the same vector', () => {
    const { encoderStates, stateDim } = sceneOf('la mer la', 'the sea').sentences[0];
    expect(encoderStates.slice(0, stateDim)).toEqual(encoderStates.slice(2 * stateDim));
  });

  it('works with one word on each side, and with 300', () => {
    expect(sceneOf('oui', 'yes').sentences[0].scores).toHaveLength(1);
    expect(sceneOf('mot '.repeat(300), 'word '.repeat(300)).sentences[0].scores).toHaveLength(90_000);
  });

  it('names the side that is empty or too long', () => {
    expect(sceneFromWords('', 'yes')).toEqual({ code: 'noWords', side: 'source' });
    expect(sceneFromWords('oui', '  ')).toEqual({ code: 'noWords', side: 'target' });
    expect(sceneFromWords('oui', 'yes '.repeat(301))).toMatchObject({
      code: 'tooManyWords',
      side: 'target',
      words: 301,
    });
  });
});
