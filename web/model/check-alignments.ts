import { alignmentLimits, type Alignment } from '../contract/index.ts';
import type { ModelProblem } from './problem.ts';

/** The first reason why these alignments can't be shown, or null: sizes within the limits, weights finite and not negative. */
export function problemOf(alignments: readonly Alignment[]): ModelProblem | null {
  if (alignments.length === 0) return { code: 'noAlignments' };
  if (alignments.length > alignmentLimits.maxSentences) {
    return { code: 'tooManySentences', sentences: alignments.length, limit: alignmentLimits.maxSentences };
  }
  for (const [index, alignment] of alignments.entries()) {
    const problem = sizeProblemOf(alignment, index + 1) ?? weightProblemOf(alignment, index + 1);
    if (problem) return problem;
  }
  return null;
}

function sizeProblemOf({ source, target, weights }: Alignment, sentence: number): ModelProblem | null {
  const limit = alignmentLimits.maxWords;
  for (const [side, words] of [['target', target.length] as const, ['source', source.length] as const]) {
    if (words === 0) return { code: 'emptyAlignment', sentence, side };
    if (words > limit) return { code: 'tooManyWords', side, words, limit };
  }
  if (weights.length === target.length * source.length) return null;
  return {
    code: 'weightsDoNotFit',
    sentence,
    weights: weights.length,
    targetWords: target.length,
    sourceWords: source.length,
  };
}

function weightProblemOf({ source, weights }: Alignment, sentence: number): ModelProblem | null {
  const index = weights.findIndex((weight) => !(weight >= 0 && weight < Infinity));
  if (index < 0) return null;
  const value = weights[index];
  return {
    code: Number.isFinite(value) ? 'negativeWeight' : 'weightNotFinite',
    sentence,
    row: Math.floor(index / source.length) + 1,
    column: (index % source.length) + 1,
    value,
  };
}
