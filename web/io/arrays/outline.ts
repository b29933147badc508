import type { ImportFormat, ImportNote } from '../problem.ts';
import { evidenceOf, weightAxis, type Evidence } from './evidence.ts';
import { numberTypeOf, type AxisName, type AxisWords, type FileTensor } from './file-tensor.ts';
import { guessAxes, guessKind, type TensorKind } from './guess.ts';
import type { NumberType } from './number-type.ts';
import type { ParsedFile, WordList } from './parsed-file.ts';

/** What a page is told of an opened file; the numbers stay where it was opened. */
export interface FileOutline {
  readonly format: ImportFormat;
  readonly tensors: readonly TensorOutline[];
  readonly wordLists: readonly WordList[];
  readonly notes: readonly ImportNote[];
}

export interface TensorOutline {
  readonly name: string;
  readonly shape: readonly number[];
  readonly numberType: NumberType;
  readonly kind: TensorKind;
  readonly axes: readonly AxisName[];
  readonly words: AxisWords;
  readonly evidence: Evidence;
  /** Along which axis the numbers sum to 1; null for all that are no weights. */
  readonly weightAxis: number | null;
}

export function outlineOf({ format, tensors, wordLists, notes }: ParsedFile): FileOutline {
  return { format, tensors: tensors.map(outlineOfTensor), wordLists, notes };
}

function outlineOfTensor(tensor: FileTensor): TensorOutline {
  const { name, shape, words } = tensor;
  const evidence = evidenceOf(tensor);
  const kind = guessKind(tensor, evidence);
  return {
    name,
    shape,
    numberType: numberTypeOf(tensor),
    kind,
    axes: kind === 'other' ? shape.map(() => 'batch') : guessAxes(tensor, kind, evidence),
    words,
    evidence,
    weightAxis: weightAxis(tensor, evidence),
  };
}
