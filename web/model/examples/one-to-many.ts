import type { Scene } from '../scene.ts';
import { simpleParameters } from '../score-parameters.ts';
import { workedSentence } from '../worked-sentence.ts';

/** One French verb becomes four English words: "hit", "with", "a" and "pie" all look at "entarté". */
export const oneToMany: Scene = {
  id: 'one-to-many',
  origin: 'worked',
  sentences: [
    workedSentence(
      [
        ['il', 1.2, 0],
        ['a', 0.1, -0.2],
        ["m'", -0.6, 1.1],
        ['entarté', -0.6, -1.1],
      ],
      [
        ['he', 2.2, 0.2],
        ['hit', -0.9, -2],
        ['me', -0.8, 2.1],
        ['with', -1.4, -1.6],
        ['a', -0.6, -1.9],
        ['pie', -1.2, -2.3],
      ],
      1,
    ),
  ],
  parameters: simpleParameters(2),
};
