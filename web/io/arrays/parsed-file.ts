import type { ImportFormat, ImportNote, ImportProblem } from '../problem.ts';
import type { FileTensor } from './file-tensor.ts';

/** Every file that can be read becomes this, whatever its format. */
export interface ParsedFile {
  readonly format: ImportFormat;
  readonly tensors: readonly FileTensor[];
  /** Lists of words that belong to no one array. */
  readonly wordLists: readonly WordList[];
  /** What was read in a way that the person should know of. */
  readonly notes: readonly ImportNote[];
}

export interface WordList {
  readonly name: string;
  /** One list, or one for each sentence of a batch. */
  readonly sentences: readonly (readonly string[])[];
}

export type Parsed = ParsedFile | ImportProblem;
