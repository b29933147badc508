import { effect, untracked } from '@preact/signals-core';
import type { ScoreChange, StepChange, WeightsChange } from './change-details.ts';
import type { Notice } from './notices.ts';
import type { PlaygroundStore } from './playground-store.ts';

export interface ChangeListener {
  onStep(change: StepChange): void;
  onScores(change: ScoreChange): void;
  onWeights(change: WeightsChange): void;
  onNotice(notice: Notice): void;
  onFailure(message: string): void;
}

/** Tells of changes from here on, in the order in which they come about; gives the way out. */
export function watchChanges(store: PlaygroundStore, listener: ChangeListener): () => void {
  const stops = [watchStep(store, listener), watchNumbers(store, listener), watchProblems(store, listener)];
  return () => stops.forEach((stop) => stop());
}

function watchStep(store: PlaygroundStore, { onStep }: ChangeListener): () => void {
  let before: readonly unknown[] | null = null;
  return effect(() => {
    const { example, source, target, data, sentence, step } = store.outline.value;
    // The words alone would not tell: another sentence may have the same one at this step.
    const now = [example, source, target, data, sentence, step];
    const isChange = before?.some((value, index) => value !== now[index]);
    before = now;
    const word = store.current.value.sentence.target[step]?.text ?? '';
    if (isChange) untracked(() => onStep({ step: step + 1, target: word }));
  });
}

function watchNumbers(store: PlaygroundStore, { onScores, onWeights }: ChangeListener): () => void {
  let scores: readonly number[] | null = null;
  let weights: readonly number[] | null = null;
  return effect(() => {
    const computed = store.attention.value.value;
    if (!computed) return;
    const { trace, step, current } = computed;
    const row = (array: Float64Array): number[] => [
      ...array.subarray(step * trace.keyCount, (step + 1) * trace.keyCount),
    ];
    const place = { step: step + 1, target: current.sentence.target[step]?.text ?? '' };
    const source = current.sentence.source.map(({ text }) => text);
    const [nextScores, nextWeights] = [row(trace.scores), row(trace.weights)];
    const [hasNewScores, hasNewWeights] = [isOther(scores, nextScores), isOther(weights, nextWeights)];
    [scores, weights] = [nextScores, nextWeights];
    untracked(() => {
      const { scoreFunction } = store.settings.peek();
      if (hasNewScores) onScores({ ...place, scoreFunction, source, scores: nextScores });
      if (!hasNewWeights) return;
      const context = [...trace.context.subarray(step * trace.valueDim, (step + 1) * trace.valueDim)];
      onWeights({ ...place, source, weights: nextWeights, context, entropy: trace.entropy[step] ?? 0 });
    });
  });
}

/** The first numbers are no change. */
const isOther = (before: readonly number[] | null, after: readonly number[]): boolean =>
  before !== null && (before.length !== after.length || before.some((value, index) => value !== after[index]));

function watchProblems(store: PlaygroundStore, { onNotice, onFailure }: ChangeListener): () => void {
  let lastId = -1;
  let failure: string | null = null;
  return effect(() => {
    const notices = store.notices.value.filter(({ id }) => id > lastId);
    const { error } = store.attention.value;
    const isNewFailure = error !== null && error !== failure;
    failure = error;
    lastId = Math.max(lastId, ...notices.map(({ id }) => id));
    untracked(() => {
      notices.forEach(onNotice);
      if (isNewFailure) onFailure(error);
    });
  });
}
