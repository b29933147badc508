import type { Alignment, ImportedSentence } from '../contract/index.ts';
import { problemOf } from './check-alignments.ts';
import { spelledStateDim, statesFromSpelling } from './embeddings.ts';
import type { ModelProblem } from './problem.ts';
import type { Scene, Sentence, Token } from './scene.ts';
import { simpleParameters } from './score-parameters.ts';

/**
 * A scene of a person's own weights or scores. The scores of weights are log α, which softmax turns back into α; a weight of 0 becomes
 * −Infinity. Softmax divides by the sum of the row: where `rowSums` is not 1, the weights shown differ from the file's by that
 * factor, and the page says so. The vectors follow the spelling rule, each target word aligned with its largest number.
 */
export function sceneFromAlignments(alignments: readonly ImportedSentence[]): Scene | ModelProblem {
  return (
    problemOf(alignments) ?? {
      id: 'imported',
      origin: alignments.every((sentence) => 'scores' in sentence) ? 'importedScores' : 'imported',
      sentences: alignments.map(sentenceFrom),
      parameters: simpleParameters(spelledStateDim),
    }
  );
}

/** [target.length] Σ α of each row as it stands in the file: 1, 0.99996, or 0 for a row that attends to nothing. */
export function rowSums({ source, target, weights }: Alignment): Float64Array {
  return Float64Array.from(target, (_, row) =>
    weights.subarray(row * source.length, (row + 1) * source.length).reduce((sum, weight) => sum + weight, 0),
  );
}

function sentenceFrom(imported: ImportedSentence): Sentence {
  const { source, target } = imported;
  const scores = 'scores' in imported ? imported.scores : imported.weights.map(Math.log);
  const largest = target.map((_, row) => {
    const rowScores = scores.subarray(row * source.length, (row + 1) * source.length);
    return rowScores.reduce((best, score, column) => (score > rowScores[best] ? column : best), 0);
  });
  return {
    source: source.map(wordOf),
    target: target.map(wordOf),
    stateDim: spelledStateDim,
    ...statesFromSpelling(source, target, spelledStateDim, largest),
    scores,
    startStep: 0,
  };
}

/** Nothing imported counts as padding, whatever its name: hiding it would change the person's weights unasked. */
function wordOf(text: string): Token {
  return { text, isPadding: false };
}
