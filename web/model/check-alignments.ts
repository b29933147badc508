import { alignmentLimits, type ImportedSentence } from '../contract/index.ts';
import type { ModelProblem } from './problem.ts';

/**
 * The first reason why these sentences can't be shown, or null: sizes within the limits, weights finite and not negative, scores
 * finite or −Infinity.
 */
export function problemOf(alignments: readonly ImportedSentence[]): ModelProblem | null {
  if (alignments.length === 0) return { code: 'noAlignments' };
  if (alignments.length > alignmentLimits.maxSentences) {
    return { code: 'tooManySentences', sentences: alignments.length, limit: alignmentLimits.maxSentences };
  }
  for (const [index, alignment] of alignments.entries()) {
    const problem = sizeProblemOf(alignment, index + 1) ?? numberProblemOf(alignment, index + 1);
    if (problem) return problem;
  }
  return null;
}

function sizeProblemOf(alignment: ImportedSentence, sentence: number): ModelProblem | null {
  const { source, target } = alignment;
  const numbers = numbersOf(alignment);
  const limit = alignmentLimits.maxWords;
  for (const [side, words] of [['target', target.length] as const, ['source', source.length] as const]) {
    if (words === 0) return { code: 'emptyAlignment', sentence, side };
    if (words > limit) return { code: 'tooManyWords', side, words, limit };
  }
  if (numbers.length === target.length * source.length) return null;
  return {
    code: 'weightsDoNotFit',
    sentence,
    weights: numbers.length,
    targetWords: target.length,
    sourceWords: source.length,
  };
}

function numberProblemOf(alignment: ImportedSentence, sentence: number): ModelProblem | null {
  const numbers = numbersOf(alignment);
  const isWeight = (number: number): boolean => number >= 0 && number < Infinity;
  const isScore = (number: number): boolean => number < Infinity;
  const index = numbers.findIndex((number) => !('weights' in alignment ? isWeight(number) : isScore(number)));
  if (index < 0) return null;
  const value = numbers[index];
  const columns = alignment.source.length;
  const place = { sentence, row: Math.floor(index / columns) + 1, column: (index % columns) + 1, value };
  if ('scores' in alignment) return { code: 'scoreNotFinite', ...place };
  return { code: Number.isFinite(value) ? 'negativeWeight' : 'weightNotFinite', ...place };
}

function numbersOf(alignment: ImportedSentence): Float64Array {
  return 'weights' in alignment ? alignment.weights : alignment.scores;
}
