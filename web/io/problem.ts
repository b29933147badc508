import type { Alignment } from '../contract/index.ts';

export type ImportFormat =
  | 'csv'
  | 'json'
  | 'opennmt'
  | 'nematus'
  | 'marian'
  | 'npy'
  | 'npz'
  | 'safetensors'
  | 'bertviz'
  | 'circuitsvis'
  | 'transformerExplainer';

type Side = 'source' | 'target';

/** A text that could be read. Numbers are as they stand in the file; whether they can be weights is the model's question. */
export interface ImportedText {
  readonly format: ImportFormat;
  readonly alignments: readonly Alignment[];
  /** What was read in a way that the person should know of. */
  readonly notes: readonly ImportNote[];
}

/** Sentences count from 1. */
export type ImportNote =
  /** The matrix has one row (column) more than there are words: it was labelled `<EOS>`, the end of the sentence. */
  | { readonly code: 'endOfSentence'; readonly sentence: number; readonly side: Side; readonly label: string }
  /** The file names no words on this axis: they are numbered from 1. */
  | { readonly code: 'numberedLabels'; readonly sentence: number; readonly side: Side }
  /** Every row ended in a delimiter: the empty last column was left out. */
  | { readonly code: 'emptyColumnDropped' }
  /** Numbers like 0,7 were read as 0.7. */
  | { readonly code: 'decimalComma' }
  /** JSON numbers written as text, "0.7", were read as numbers. */
  | { readonly code: 'numbersAsText' }
  /** `count` numbers were null, as JavaScript writes −Infinity: they were read as −Infinity. */
  | { readonly code: 'nullsAsMinusInfinity'; readonly count: number }
  /** JavaScript or Python rather than JSON: NaN, single quotes, names without quotes. */
  | { readonly code: 'notStrictJson' }
  /** Entries of an archive that are no arrays, or none of real numbers, were left out. */
  | { readonly code: 'entriesSkipped'; readonly names: readonly string[] };

/**
 * Why a text could not be read: a value that the message catalogue turns into a sentence. Sentences, rows and columns count
 * from 1; rows and columns of a CSV count its labels too, as a spreadsheet does, those of other formats only numbers.
 */
export type ImportProblem =
  | { readonly code: 'emptyText' }
  | { readonly code: 'textTooLarge'; readonly bytes: number; readonly limitBytes: number }
  /** Neither a table of numbers nor JSON nor an alignment file. */
  | { readonly code: 'unknownFormat' }
  /** A file of a format that is known and cannot be read here. */
  | { readonly code: 'otherFormat'; readonly format: string }
  /** A row has another number of cells than the first. */
  | {
      readonly code: 'raggedRow';
      readonly sentence: number;
      readonly row: number;
      readonly cells: number;
      readonly expectedCells: number;
    }
  /** The cell holds `text` where a number is expected. */
  | {
      readonly code: 'cellNotANumber';
      readonly sentence: number;
      readonly row: number;
      readonly column: number;
      readonly text: string;
    }
  /** In an array of more than two axes, or of one, a list of another length than the first; `place` counts from 1. */
  | {
      readonly code: 'raggedArray';
      readonly name: string;
      readonly place: readonly number[];
      readonly cells: number;
      readonly expectedCells: number;
    }
  /** The same for an entry that is no number. */
  | {
      readonly code: 'entryNotANumber';
      readonly name: string;
      readonly place: readonly number[];
      readonly text: string;
    }
  /** A matrix with neither as many rows and columns as words nor one more, for the end of the sentence. */
  | {
      readonly code: 'sizeMismatch';
      readonly sentence: number;
      readonly rows: number;
      readonly columns: number;
      readonly targetWords: number;
      readonly sourceWords: number;
    }
  | {
      readonly code: 'matrixTooLarge';
      readonly sentence: number;
      readonly rows: number;
      readonly columns: number;
      readonly limit: number;
    }
  | { readonly code: 'tooManyAlignments'; readonly sentences: number; readonly limit: number }
  /** A sentence without a single weight. */
  | { readonly code: 'emptyMatrix'; readonly sentence: number }
  /** An alignment file whose line `line` should be `id ||| target ||| score ||| source ||| sizes`. */
  | { readonly code: 'badHeaderLine'; readonly line: number; readonly text: string }
  /** A quote that is opened and not closed, or the like. */
  | { readonly code: 'badQuotes'; readonly row: number }
  | { readonly code: 'notJson' }
  /** JSON without a single array of numbers. */
  | { readonly code: 'jsonLayout' }
  /** An array of more dimensions than rows and columns: heads, layers or a batch. */
  | { readonly code: 'tooManyDimensions'; readonly sentence: number; readonly shape: readonly number[] }
  /** A file of this format whose beginning says what cannot be, or that ends before it has said what it holds. */
  | { readonly code: 'badFileHeader'; readonly format: ImportFormat; readonly name: string }
  /** The numbers that the header announces need `expectedBytes`; the file has fewer. */
  | { readonly code: 'cutOff'; readonly name: string; readonly bytes: number; readonly expectedBytes: number }
  /** Complex numbers, text, dates, records: `numberType` as the file spells it. */
  | { readonly code: 'numberTypeRefused'; readonly name: string; readonly numberType: string }
  /** Python objects, which only Python can open, by running what is in them. */
  | { readonly code: 'pythonObjects'; readonly name: string }
  | { readonly code: 'tooManyAxes'; readonly name: string; readonly axes: number; readonly limit: number }
  /** One array is larger than `limitBytes`, unfolded. */
  | { readonly code: 'arrayTooLarge'; readonly name: string; readonly bytes: number; readonly limitBytes: number }
  | { readonly code: 'tooManyArrays'; readonly arrays: number; readonly limit: number }
  | { readonly code: 'noArrays'; readonly format: ImportFormat }
  /** The arrays of an archive would unfold to `bytes` together. */
  | { readonly code: 'unfoldsTooLarge'; readonly bytes: number; readonly limitBytes: number }
  /** An entry of an archive that is damaged, encrypted, or packed by another method than deflate. */
  | { readonly code: 'entryUnreadable'; readonly name: string; readonly reason: 'damaged' | 'encrypted' | 'method' }
  /** The bytes that a tensor claims are not as many as its shape needs. */
  | { readonly code: 'bytesDoNotFit'; readonly name: string; readonly bytes: number; readonly expectedBytes: number }
  /** Two tensors claim the same bytes, or some belong to none. */
  | { readonly code: 'tensorsOverlap'; readonly name: string }
  /** A mask of `rows` × `columns` for so many queries and keys. */
  | {
      readonly code: 'maskDoesNotFit';
      readonly name: string;
      readonly rows: number;
      readonly columns: number;
      readonly queries: number;
      readonly keys: number;
    }
  /** A mask that is added to scores holds a number that neither hides a key nor is 0, and there are no scores to add it to. */
  | { readonly code: 'maskHasNumbers'; readonly number: number }
  /** Queries and keys of unequal width have no dot product. */
  | { readonly code: 'widthsDiffer'; readonly queryWidth: number; readonly keyWidth: number }
  | { readonly code: 'valuesDoNotFit'; readonly keys: number; readonly values: number }
  /** Reading took longer than anyone waits, or more memory than there is, or the worker failed. */
  | { readonly code: 'readingFailed' }
  /** A word list holds something that isn't text. */
  | { readonly code: 'labelNotText'; readonly sentence: number; readonly side: Side; readonly index: number };

export function isImportProblem(result: object): result is ImportProblem {
  return 'code' in result;
}

/** The part of a file's text that a problem quotes: enough to find it again. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
