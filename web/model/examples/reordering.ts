import type { Scene } from '../scene.ts';
import { simpleParameters } from '../score-parameters.ts';
import { workedSentence } from '../worked-sentence.ts';

/** English puts the noun last, French first: the alignment runs along the other diagonal. */
export const reordering: Scene = {
  id: 'reordering',
  origin: 'worked',
  sentences: [
    workedSentence(
      [
        ['neural', 1, 0],
        ['machine', -0.5, 0.9],
        ['translation', -0.5, -0.9],
      ],
      [
        ['traduction', -1.5, -2],
        ['automatique', -1.2, 2],
        ['neuronale', 2.4, 0.2],
      ],
      0,
    ),
  ],
  parameters: simpleParameters(2),
};
