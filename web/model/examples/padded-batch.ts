import type { Scene } from '../scene.ts';
import { simpleParameters } from '../score-parameters.ts';
import { paddingText, workedSentence, type WordState } from '../worked-sentence.ts';

/** Padding has a state as any token has, and here it answers every query of the short sentence: only the mask keeps it out. */
const padding: WordState = [paddingText, 0.2, -1.6];

/** Two sentences of one batch; the first, which it opens on, is filled up to the length of the second, in source and target. */
export const paddedBatch: Scene = {
  id: 'padded-batch',
  origin: 'worked',
  sentences: [
    workedSentence(
      [['il', 1.2, -0.5], ['pleut', -1, -0.6], padding, padding],
      [['it', 1.4, -1.2], ['is', -0.6, -1.5], ['raining', -1.6, -1.1], padding],
      0,
    ),
    workedSentence(
      [
        ['le', 1, 0.6],
        ['chat', -0.4, 1.2],
        ['noir', -1.1, -0.4],
        ['dort', 0.7, -1.1],
      ],
      [
        ['the', 2, 1.2],
        ['black', -2.2, -0.6],
        ['cat', -0.6, 2.1],
        ['sleeps', 1.1, -2],
      ],
      0,
    ),
  ],
  parameters: simpleParameters(2),
};
