import { statesFromSpelling } from '../embeddings.ts';
import type { Scene } from '../scene.ts';
import { simpleParameters } from '../score-parameters.ts';
import { tokenOf } from '../worked-sentence.ts';

const source = (
  'Hier , après une longue journée de travail , la jeune professeure a lu à ses enfants une vieille histoire dans ' +
  'laquelle un petit bateau rouge traverse seul la mer , rencontre une baleine curieuse , puis rentre au port ' +
  'avant que la neige ne recouvre toute la ville .'
).split(' ');

const target = (
  'Yesterday , after having had a long day at work , the young teacher read out loud to her children an old story , ' +
  'in which a small red boat crosses the sea alone , meets a curious whale , then returns home ' +
  'before snow covers the whole town .'
).split(' ');

/** The source word behind each target word, both counted from 1 as a reader counts. */
const alignedWord = [
  1, 2, 3, 3, 6, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 14, 14, 15, 16, 17, 18, 19, 20, 20, 21, 22, 23, 24, 26, 25, 27, 29,
  30, 28, 31, 32, 33, 35, 34, 36, 37, 38, 40, 41, 44, 46, 48, 47, 49, 50,
];
const alignedWith = alignedWord.map((word) => word - 1);

/**
 * "boat" looks at "bateau" with weight 0.600 and at "rouge" with 0.300; the other 48 words share the last tenth.
 * With score 0 for those, the two are log(0.6 · 480) and log(0.3 · 480) to three decimals.
 */
const startStep = 29;
const startScores = new Map([
  [24, 5.663],
  [25, 4.97],
]);

/** A peak at the aligned word that falls off over its neighbours. */
function scoreAt(step: number, word: number): number {
  if (step === startStep) return startScores.get(word) ?? 0;
  const distance = Math.abs(word - alignedWith[step]);
  return distance === 0 ? 6.5 : Math.max(0, 3.5 - distance);
}

const stateDim = 4;

/** A long sentence of fifty words on both sides. The states follow the spelling rule, so `dot` gives another picture than `given`. */
export const fiftyWords: Scene = {
  id: 'fifty-words',
  origin: 'worked',
  sentences: [
    {
      source: source.map(tokenOf),
      target: target.map(tokenOf),
      stateDim,
      ...statesFromSpelling(source, target, stateDim, alignedWith),
      scores: Float64Array.from(target.flatMap((_, step) => source.map((_, word) => scoreAt(step, word)))),
      startStep,
    },
  ],
  parameters: simpleParameters(stateDim),
};
