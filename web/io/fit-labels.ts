import { alignmentLimits, type Alignment } from '../contract/index.ts';
import type { ImportNote, ImportProblem } from './problem.ts';

/** Stands for the row or column that translation systems add for the end of a sentence. */
export const endOfSentenceLabel = '<EOS>';

/** A matrix as read from a file. */
export interface NumberTable {
  readonly rows: number;
  readonly columns: number;
  /** [rows, columns] */
  readonly numbers: Float64Array;
  /** Words of the rows (columns); null where the file names none. */
  readonly target: readonly string[] | null;
  readonly source: readonly string[] | null;
}

/**
 * Puts words to rows and columns. One row or column more than words is the end of the sentence; no words at all are numbered;
 * any other difference is one problem that names both sizes.
 */
export function fitLabels(
  table: NumberTable,
  sentence: number,
): { readonly alignment: Alignment; readonly notes: readonly ImportNote[] } | ImportProblem {
  const { rows, columns } = table;
  const limit = alignmentLimits.maxWords;
  if (rows === 0 || columns === 0) return { code: 'emptyMatrix', sentence };
  if (rows > limit || columns > limit) return { code: 'matrixTooLarge', sentence, rows, columns, limit };

  const target = labelsFor(table.target, rows);
  const source = labelsFor(table.source, columns);
  if (!target || !source) {
    const targetWords = table.target?.length ?? rows;
    const sourceWords = table.source?.length ?? columns;
    return { code: 'sizeMismatch', sentence, rows, columns, targetWords, sourceWords };
  }
  const notes = [noteOn('target', table.target, rows, sentence), noteOn('source', table.source, columns, sentence)];
  return {
    alignment: { source, target, weights: table.numbers },
    notes: notes.filter((note) => note !== null),
  };
}

/** The words, with one for the end of the sentence if only that is missing; numbers where there are none. Null: they don't fit. */
export function labelsFor(words: readonly string[] | null, count: number): readonly string[] | null {
  if (words === null) return Array.from({ length: count }, (_, index) => String(index + 1));
  if (words.length === count) return words;
  return words.length === count - 1 ? [...words, endOfSentenceLabel] : null;
}

function noteOn(
  side: 'source' | 'target',
  words: readonly string[] | null,
  count: number,
  sentence: number,
): ImportNote | null {
  if (words === null) return { code: 'numberedLabels', sentence, side };
  return words.length < count ? { code: 'endOfSentence', sentence, side, label: endOfSentenceLabel } : null;
}
