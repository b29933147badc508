import type { ImportedAttention, ImportedSentence } from '../contract/index.ts';

/**
 * What was brought, as a sentence of the stage. Queries and keys become their scores, q·k/√d in float64, −Infinity where a key
 * is hidden.
 */
export function importedSentence(imported: ImportedAttention): ImportedSentence {
  const [source, target] = [imported.keyTokens, imported.queryTokens];
  switch (imported.kind) {
    case 'weights':
      return { source, target, weights: Float64Array.from(imported.weights) };
    case 'scores':
      return { source, target, scores: Float64Array.from(imported.scores) };
    case 'vectors':
      return { source, target, scores: scaledDotScores(imported) };
  }
}

function scaledDotScores({
  keyDim,
  queries,
  keys,
  mask,
}: Extract<ImportedAttention, { kind: 'vectors' }>): Float64Array {
  const [rows, columns] = [queries.length / keyDim, keys.length / keyDim];
  const scores = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const index = row * columns + column;
      let sum = 0;
      for (let d = 0; d < keyDim; d++) sum += queries[row * keyDim + d] * keys[column * keyDim + d];
      scores[index] = mask?.[index] === 0 ? -Infinity : sum / Math.sqrt(keyDim);
    }
  }
  return scores;
}
