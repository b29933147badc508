import type { FloatArray, ImportedAttention } from '../../contract/index.ts';
import { endOfSentenceLabel } from '../fit-labels.ts';
import type { ImportNote, ImportProblem } from '../problem.ts';
import type { ImportChoice } from './choice.ts';
import type { FileTensor, Range } from './file-tensor.ts';
import { importLimits } from './import-limits.ts';
import { arrayTypeFor, countIn, numbersIn, positionAxis, sliceOf, type Slice } from './slice.ts';
import { takeMask, type TakenMask } from './take-mask.ts';

/** The chosen numbers, and what there is to say of them. */
export interface TakenAttention {
  readonly attention: ImportedAttention;
  readonly notes: readonly ImportNote[];
  /** Of weights, the smallest and the largest sum of a row, rows of zeros aside; null for all else. */
  readonly rowSums: readonly [smallest: number, largest: number] | null;
  /** How many pairs the mask hides, and how many queries it leaves nothing to see; null without a mask. */
  readonly hidden: { readonly pairs: number; readonly queries: number } | null;
}

/** Takes one head of one sentence out of the arrays of a file. */
export function takeAttention(tensors: readonly FileTensor[], choice: ImportChoice): TakenAttention | ImportProblem {
  const { numbers, queries, keys, mask: chosenMask } = choice;
  const [queryCount, keyCount] = [queries[1] - queries[0], keys[1] - keys[0]];
  if (queryCount <= 0 || keyCount <= 0) return { code: 'emptyMatrix', sentence: 1 };
  const slices = slicesOf(tensors, choice);
  const tooLarge = sizeProblem(slices, chosenMask ? queryCount * keyCount : 0);
  if (tooLarge) return tooLarge;
  const mask = chosenMask && takeMask(tensors, choice, chosenMask);
  if (mask && 'code' in mask) return mask;

  const taken = numbers.kind === 'vectors' ? vectorsIn(slices, mask) : matrixIn(slices[0], numbers.kind, mask);
  if ('code' in taken) return taken;
  const [queryTokens, keyTokens] = [tokensIn(choice.queryWords, queries), tokensIn(choice.keyWords, keys)];
  return {
    attention: { queryTokens, keyTokens, ...taken },
    notes: notesOn(choice),
    rowSums: taken.kind === 'weights' ? rowSumsOf(taken.weights, keyCount) : null,
    hidden: mask && hiddenBy(mask, keyCount),
  };
}

/** The matrix, or the queries, keys and, if there are any, values. */
function slicesOf(tensors: readonly FileTensor[], choice: ImportChoice): Slice[] {
  const { numbers } = choice;
  if (numbers.kind !== 'vectors') return [sliceOf(tensors, choice, numbers.matrix)];
  const slices = [
    sliceOf(tensors, choice, numbers.queries, choice.queries),
    sliceOf(tensors, choice, numbers.keys, choice.keys),
  ];
  return numbers.values === null ? slices : [...slices, sliceOf(tensors, choice, numbers.values, choice.keys)];
}

type TakenNumbers =
  | Pick<Extract<ImportedAttention, { kind: 'weights' }>, 'kind' | 'weights'>
  | Pick<Extract<ImportedAttention, { kind: 'scores' }>, 'kind' | 'scores'>;
type TakenVectors = Omit<Extract<ImportedAttention, { kind: 'vectors' }>, 'queryTokens' | 'keyTokens'>;

function matrixIn(slice: Slice, kind: 'weights' | 'scores', mask: TakenMask | null): TakenNumbers {
  const along = [slice.axes.indexOf('query'), slice.axes.indexOf('key')];
  const matrix = numbersIn<FloatArray>(slice, along, arrayTypeFor([slice]));
  if (kind === 'weights') return { kind, weights: matrix };
  if (mask) {
    for (let index = 0; index < matrix.length; index++) {
      matrix[index] = mask.mayAttend[index] === 0 ? -Infinity : matrix[index] + (mask.added?.[index] ?? 0);
    }
  }
  return { kind, scores: matrix };
}

function vectorsIn(slices: readonly Slice[], mask: TakenMask | null): TakenVectors | ImportProblem {
  const added = mask?.added?.find((number) => number !== 0);
  if (added !== undefined) return { code: 'maskHasNumbers', number: added };
  const [queryWidth, keyWidth] = slices.map(widthOf);
  if (queryWidth !== keyWidth) return { code: 'widthsDiffer', queryWidth, keyWidth };
  const [keyCount, valueCount] = slices.slice(1).map(positionsOf);
  if (valueCount !== undefined && valueCount !== keyCount) {
    return { code: 'valuesDoNotFit', keys: keyCount, values: valueCount };
  }
  const ArrayType = arrayTypeFor(slices);
  const [queries, keys, values] = slices.map((slice) =>
    numbersIn<FloatArray>(slice, [positionAxis(slice.axes), slice.axes.indexOf('width')], ArrayType),
  );
  return {
    kind: 'vectors',
    keyDim: keyWidth,
    valueDim: slices[2] === undefined ? keyWidth : widthOf(slices[2]),
    queries,
    keys,
    values,
    mask: mask?.mayAttend,
  };
}

function widthOf({ tensor, axes }: Slice): number {
  return tensor.shape[axes.indexOf('width')] ?? 1;
}

function positionsOf({ axes, ranges }: Slice): number {
  const axis = positionAxis(axes);
  return axis < 0 ? 1 : ranges[axis][1] - ranges[axis][0];
}

function sizeProblem(slices: readonly Slice[], maskCount: number): ImportProblem | null {
  const bytesPerNumber = 8;
  const limitBytes = importLimits.maxBytes / 4;
  const counts = slices.map(({ ranges }) => countIn(ranges));
  const largest = Math.max(maskCount, ...counts);
  const name = slices[Math.max(0, counts.indexOf(largest))].tensor.name;
  return largest * bytesPerNumber > limitBytes
    ? { code: 'arrayTooLarge', name, bytes: largest * bytesPerNumber, limitBytes }
    : null;
}

/** The words of a range; one more position than words is the end of the sentence, others without a word have their number. */
function tokensIn(words: readonly string[] | null, [from, to]: Range): string[] {
  return Array.from({ length: to - from }, (_, index) => {
    const position = from + index;
    if (words === null || position > words.length) return String(position + 1);
    return words[position] ?? endOfSentenceLabel;
  });
}

function notesOn({ queryWords, keyWords, queries, keys }: ImportChoice): ImportNote[] {
  return [...notesOnSide('target', queryWords, queries), ...notesOnSide('source', keyWords, keys)];
}

function notesOnSide(side: 'source' | 'target', words: readonly string[] | null, [, to]: Range): ImportNote[] {
  if (words === null) return [{ code: 'numberedLabels', sentence: 1, side }];
  return to > words.length ? [{ code: 'endOfSentence', sentence: 1, side, label: endOfSentenceLabel }] : [];
}

function rowSumsOf(weights: FloatArray, keyCount: number): readonly [number, number] {
  let [smallest, largest] = [Infinity, -Infinity];
  for (let start = 0; start < weights.length; start += keyCount) {
    let sum = 0;
    for (let key = 0; key < keyCount; key++) sum += weights[start + key];
    if (sum === 0) continue;
    smallest = Math.min(smallest, sum);
    largest = Math.max(largest, sum);
  }
  return smallest > largest ? [0, 0] : [smallest, largest];
}

function hiddenBy({ mayAttend }: TakenMask, keyCount: number): TakenAttention['hidden'] {
  let [pairs, queries] = [0, 0];
  for (let start = 0; start < mayAttend.length; start += keyCount) {
    const seen = mayAttend.subarray(start, start + keyCount).reduce((sum, byte) => sum + byte, 0);
    pairs += keyCount - seen;
    if (seen === 0) queries++;
  }
  return { pairs, queries };
}
