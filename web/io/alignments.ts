import { alignmentLimits, type Alignment } from '../contract/index.ts';
import { allNumbers, type FileTensor } from './arrays/file-tensor.ts';
import type { ParsedFile } from './arrays/parsed-file.ts';
import { fitLabels } from './fit-labels.ts';
import type { ImportedText, ImportNote, ImportProblem } from './problem.ts';

/** The arrays of a file as sentences, if each of them is a matrix between words; or why they are not. */
export function alignmentsOf({ format, tensors, notes }: ParsedFile): ImportedText | ImportProblem {
  const limit = alignmentLimits.maxSentences;
  if (tensors.length > limit) return { code: 'tooManyAlignments', sentences: tensors.length, limit };
  const alignments: Alignment[] = [];
  const labelNotes: ImportNote[] = [];
  for (const [index, tensor] of tensors.entries()) {
    const fitted = alignmentOf(tensor, index + 1);
    if ('code' in fitted) return fitted;
    alignments.push(fitted.alignment);
    labelNotes.push(...fitted.notes);
  }
  return { format, alignments, notes: [...notes, ...labelNotes] };
}

function alignmentOf(tensor: FileTensor, sentence: number): ReturnType<typeof fitLabels> {
  const { shape, words } = tensor;
  if (shape.length > 2) return { code: 'tooManyDimensions', sentence, shape };
  const [rows, columns] = shape.length === 2 ? shape : [1, shape[0] ?? 1];
  // Asked before the numbers are read: a file may hold more of them than a stage can.
  const limit = alignmentLimits.maxWords;
  if (rows > limit || columns > limit) return { code: 'matrixTooLarge', sentence, rows, columns, limit };
  return fitLabels({ rows, columns, numbers: allNumbers(tensor), target: words.query, source: words.key }, sentence);
}
