import type { Scene } from '../scene.ts';
import { simpleParameters } from '../score-parameters.ts';
import { workedSentence } from '../worked-sentence.ts';

/** Three words to four: small enough to do all of it by hand. Opens at "am", which looks mostly at "suis". */
export const student: Scene = {
  id: 'student',
  origin: 'worked',
  sentences: [
    workedSentence(
      [
        ['Je', -0.6, 0.9],
        ['suis', 1.2, 0.9],
        ['étudiant', 0.9, -0.4],
      ],
      [
        ['I', -1.2, 1],
        ['am', 1, 1],
        ['a', 0.8, -0.6],
        ['student', 0.9, -1.7],
      ],
      1,
    ),
  ],
  parameters: simpleParameters(2),
};
