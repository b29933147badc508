import { alignmentLimits } from '../contract/index.ts';
import { alignmentsOf } from './alignments.ts';
import type { ImportChoice } from './arrays/choice.ts';
import { isScoreName } from './arrays/guess.ts';
import { outlineOf, type FileOutline, type TensorOutline } from './arrays/outline.ts';
import type { ParsedFile, WordList } from './arrays/parsed-file.ts';
import { stackNumbered } from './arrays/stack.ts';
import { takeAttention, type TakenAttention } from './arrays/take-attention.ts';
import { parseFile } from './detect.ts';
import type { ImportedText, ImportFormat, ImportProblem } from './problem.ts';
import { parseWordLines } from './text/word-lines.ts';

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What an opened file turned out to be. */
export interface OpenedOutline {
  readonly outline: FileOutline;
  /** The sentences of a file that holds nothing but weights between words: there is nothing to choose. */
  readonly alignments: ImportedText | null;
}

/** Files that were taken apart, and the way to their numbers. */
export interface OpenedFile {
  readonly opened: OpenedOutline;
  take(choice: ImportChoice): TakenAttention | ImportProblem;
}

/** Opens files that belong together: arrays of one name each, and texts with a sentence a line for their words. */
export function openFiles(files: readonly NamedBytes[]): OpenedFile | ImportProblem {
  const parts: ParsedFile[] = [];
  const wordLists: WordList[] = [];
  for (const { name, bytes } of files) {
    const parsed = parseFile(bytes, name);
    const words = 'code' in parsed && files.length > 1 ? parseWordLines(bytes, name) : null;
    if (words) wordLists.push(words);
    else if ('code' in parsed) return parsed;
    else parts.push(named(parsed, name));
  }
  const [first] = parts;
  if (!first) return { code: 'unknownFormat' };
  const merged: ParsedFile = {
    format: first.format,
    tensors: parts.flatMap(({ tensors }) => tensors),
    wordLists: [...parts.flatMap((part) => part.wordLists), ...wordLists],
    notes: parts.flatMap(({ notes }) => notes),
  };
  if (merged.tensors.length === 0) return { code: 'noArrays', format: merged.format };
  const file = isText(merged) ? merged : { ...merged, tensors: stackNumbered(merged.tensors) };
  const outline = outlineOf(file);
  const alignments = wordLists.length === 0 && isOnlyAlignments(outline) ? alignmentsOf(file) : null;
  if (alignments && 'code' in alignments) return alignments;
  return { opened: { outline, alignments }, take: (choice) => takeAttention(file.tensors, choice) };
}

/** An array without a name has that of its file. */
function named(parsed: ParsedFile, fileName: string): ParsedFile {
  const stem = fileName.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
  const tensors = parsed.tensors.map((tensor) => (tensor.name === '' ? { ...tensor, name: stem } : tensor));
  return { ...parsed, tensors };
}

function isText({ format }: ParsedFile): boolean {
  return ['csv', 'opennmt', 'nematus', 'marian'].includes(format);
}

function isOnlyAlignments({ format, tensors }: FileOutline): boolean {
  const isTranslation = ['opennmt', 'nematus', 'marian'].includes(format);
  if (!isTranslation && format !== 'csv' && format !== 'json') return false;
  const isList = isTranslation || tensors.every(({ name }) => /^\d+\.weights$/.test(name));
  return (tensors.length === 1 || isList) && tensors.every((tensor) => isAlignment(format, tensor));
}

function isAlignment(format: ImportFormat, tensor: TensorOutline): boolean {
  const { name, shape, kind, axes, words, evidence, weightAxis } = tensor;
  const hasRoom = shape.length <= 2 && shape.every((size) => size <= alignmentLimits.maxWords);
  // Scores that all are positive look like weights that were not divided; where the name says scores, they are not taken for those.
  const isMatrix = kind === 'weights' || (kind === 'scores' && !isScoreName(name));
  // NaN and Infinity too: the one who brought them is to hear where they stand.
  const isAboveZero = !(evidence.smallest < 0) && !evidence.hasMinusInfinity;
  // Where both axes have words, these say which is which; a table may stand the other way round.
  const isNamed = format !== 'csv' && words.query !== null && words.key !== null;
  const isUpright = isNamed || weightAxis === null || axes[weightAxis] === 'key';
  return hasRoom && isMatrix && isAboveZero && isUpright;
}
