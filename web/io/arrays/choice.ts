import { alignmentLimits } from '../../contract/index.ts';
import { maskThreshold } from './evidence.ts';
import type { AxisName, Range } from './file-tensor.ts';
import { isWeightName, type TensorKind } from './guess.ts';
import { positionAxis } from './slice.ts';
import type { FileOutline, TensorOutline } from './outline.ts';

/** Which numbers of a file are meant, and as what. Tensors are named by their place in the outline. */
export interface ImportChoice {
  readonly numbers: ChosenNumbers;
  readonly mask: ChosenMask | null;
  /** What each axis of each tensor runs over; each name at most once a tensor. */
  readonly axes: readonly (readonly AxisName[])[];
  readonly at: { readonly batch: number; readonly layer: number; readonly head: number };
  readonly queries: Range;
  readonly keys: Range;
  /** Null: the positions are numbered. */
  readonly queryWords: readonly string[] | null;
  readonly keyWords: readonly string[] | null;
}

export type ChosenNumbers =
  | { readonly kind: 'weights' | 'scores'; readonly matrix: number }
  | { readonly kind: 'vectors'; readonly queries: number; readonly keys: number; readonly values: number | null };

export interface ChosenMask {
  readonly tensor: number;
  /** What a 1 or True says, or that the numbers are added to the scores. */
  readonly meaning: MaskMeaning;
}

export type MaskMeaning = 'mayAttend' | 'isHidden' | 'isAdded';

/** What of it is offered first; null where nothing in the file can be attention. */
export function firstChoice(outline: FileOutline): ImportChoice | null {
  const { tensors } = outline;
  const numbers = firstNumbers(tensors);
  if (!numbers) return null;
  const axes = tensors.map((tensor) => tensor.axes);
  const mask = tensors.findIndex(({ kind }) => kind === 'mask');
  const choice: ImportChoice = {
    numbers,
    mask: numbers.kind === 'weights' || mask < 0 ? null : { tensor: mask, meaning: meaningOf(tensors[mask]) },
    axes,
    at: { batch: 0, layer: 0, head: 0 },
    queries: [0, 0],
    keys: [0, 0],
    queryWords: null,
    keyWords: null,
  };
  return withWholeAxes(outline, choice);
}

/** The same choice with as much of both axes as the words name, or a stage can show, and with the words that fit best. */
export function withWholeAxes(outline: FileOutline, choice: ImportChoice): ImportChoice {
  const [queryCount, keyCount] = countsOf(outline, choice);
  const words = wordsFor(outline, choice, [queryCount, keyCount]);
  return {
    ...choice,
    ...words,
    queries: [0, shownCount(queryCount, words.queryWords)],
    keys: [0, shownCount(keyCount, words.keyWords)],
  };
}

/** Where there are fewer words than positions the rest is padding, but for one more, the end of the sentence. */
function shownCount(count: number, words: readonly string[] | null): number {
  const named = words === null || words.length === 0 || words.length + 1 >= count ? count : words.length;
  return Math.min(named, alignmentLimits.maxWords);
}

/** [queries, keys] of the chosen arrays. */
export function countsOf({ tensors }: FileOutline, { numbers, axes }: ImportChoice): readonly [number, number] {
  const size = (tensor: number, axis: number): number => tensors[tensor].shape[axis] ?? 1;
  if (numbers.kind === 'vectors') {
    const positions = (tensor: number): number => size(tensor, positionAxis(axes[tensor]));
    return [positions(numbers.queries), positions(numbers.keys)];
  }
  const { matrix } = numbers;
  return [size(matrix, axes[matrix].indexOf('query')), size(matrix, axes[matrix].indexOf('key'))];
}

function wordsFor(
  { tensors, wordLists }: FileOutline,
  { numbers, axes, at }: ImportChoice,
  [queryCount, keyCount]: readonly [number, number],
): Pick<ImportChoice, 'queryWords' | 'keyWords'> {
  const [queryTensor, keyTensor] =
    numbers.kind === 'vectors' ? [numbers.queries, numbers.keys] : [numbers.matrix, numbers.matrix];
  // Words belong to an axis, whatever it is called now: with rows and columns swapped they change sides.
  const own = (tensor: number, side: 'query' | 'key'): readonly string[] | null => {
    const axis = numbers.kind === 'vectors' ? positionAxis(axes[tensor]) : axes[tensor].indexOf(side);
    const opened = tensors[tensor].axes[axis];
    return opened === 'query' || opened === 'key' ? tensors[tensor].words[opened] : null;
  };
  const listed = (count: number): readonly string[] | null => {
    const sentences = wordLists.map((list) => list.sentences[list.sentences.length > 1 ? at.batch : 0] ?? []);
    return (
      sentences.find(({ length }) => length === count) ?? sentences.find(({ length }) => length === count - 1) ?? null
    );
  };
  return {
    queryWords: own(queryTensor, 'query') ?? listed(queryCount),
    keyWords: own(keyTensor, 'key') ?? listed(keyCount),
  };
}

function firstNumbers(tensors: readonly TensorOutline[]): ChosenNumbers | null {
  const isMatrix = ({ shape }: TensorOutline): boolean => shape.length > 1;
  // A list of numbers beside a matrix is hardly what was meant.
  const first = (kind: TensorKind): number => {
    const matrix = tensors.findIndex((tensor) => tensor.kind === kind && isMatrix(tensor));
    return matrix >= 0 ? matrix : tensors.findIndex((tensor) => tensor.kind === kind);
  };
  const [weights, queries, keys, values, scores] = [
    first('weights'),
    first('queries'),
    first('keys'),
    first('values'),
    first('scores'),
  ];
  const found: ChosenNumbers[] = [];
  if (weights >= 0) found.push({ kind: 'weights', matrix: weights });
  if (queries >= 0 && keys >= 0) found.push({ kind: 'vectors', queries, keys, values: values < 0 ? null : values });
  if (scores >= 0) found.push({ kind: 'scores', matrix: scores });
  // Nor is one that happens to sum to 1, as a mask of a single 1 does, unless its name says so: the weights of one query.
  const isMeant = (numbers: ChosenNumbers): boolean => {
    const tensor = tensors[numbers.kind === 'vectors' ? numbers.keys : numbers.matrix];
    return isMatrix(tensor) || (numbers.kind === 'weights' && isWeightName(tensor.name));
  };
  return found.find(isMeant) ?? found[0] ?? null;
}

/** By the numbers where they say it: 0 and −1e9 are added. Of 0 and 1 it is taken that 1 may be attended to. */
function meaningOf({ evidence }: TensorOutline): MaskMeaning {
  const { hasMinusInfinity, maskNumber, largest, smallest } = evidence;
  const isAdded = hasMinusInfinity || maskNumber !== null || (largest <= 0 && smallest <= maskThreshold);
  return isAdded ? 'isAdded' : 'mayAttend';
}

/** The same file seen as other numbers, with the arrays that fit. */
export function withKind(outline: FileOutline, choice: ImportChoice, kind: ChosenNumbers['kind']): ImportChoice {
  const { tensors } = outline;
  const like = (wanted: TensorKind, otherwise: number): number => {
    const found = tensors.findIndex((tensor) => tensor.kind === wanted);
    return found < 0 ? otherwise : found;
  };
  const { numbers } = choice;
  const current = numbers.kind === 'vectors' ? numbers.queries : numbers.matrix;
  if (kind === 'vectors') {
    const queries = like('queries', current);
    const values = like('values', -1);
    const next = { kind, queries, keys: like('keys', queries), values: values < 0 ? null : values };
    return withTensors(outline, choice, next);
  }
  const matrix = numbers.kind === 'vectors' ? like(kind, like('weights', like('scores', current))) : current;
  return withTensors(outline, choice, { kind, matrix });
}

/** Other arrays, each with axes that suit what it is taken for. */
export function withTensors(outline: FileOutline, choice: ImportChoice, numbers: ChosenNumbers): ImportChoice {
  const axes = [...choice.axes];
  const suit = (tensor: number, names: readonly AxisName[]): void => {
    const wanted = names.slice(-axes[tensor].length);
    if (wanted.every((name) => axes[tensor].includes(name)) && isEach(axes[tensor])) return;
    axes[tensor] = endingIn(names, axes[tensor].length);
  };
  if (numbers.kind === 'vectors') {
    suit(numbers.queries, ['query', 'width']);
    if (numbers.keys !== numbers.queries) suit(numbers.keys, ['key', 'width']);
    if (numbers.values !== null && numbers.values !== numbers.queries) suit(numbers.values, ['key', 'width']);
  } else suit(numbers.matrix, ['query', 'key']);
  const mask = numbers.kind === 'weights' ? null : choice.mask;
  return withWholeAxes(outline, { ...choice, numbers, axes, mask });
}

/** Another mask, or none. One that was taken for something else has no axis of queries or keys yet. */
export function withMask(choice: ImportChoice, mask: ChosenMask | null): ImportChoice {
  const own = mask && choice.axes[mask.tensor];
  if (!own || own.includes('query') || own.includes('key')) return { ...choice, mask };
  return { ...choice, mask, axes: choice.axes.with(mask.tensor, endingIn(['query', 'key'], own.length)) };
}

/** Names for so many axes, of which the last are these. */
function endingIn(names: readonly AxisName[], count: number): AxisName[] {
  const wanted = names.slice(-count);
  const leading = (['layer', 'batch', 'head'] as const).slice(3 - (count - wanted.length));
  return [...leading, ...wanted];
}

const isEach = (axes: readonly AxisName[]): boolean => new Set(axes).size === axes.length;

/** Gives an axis another name; the axis that had it takes the old one. */
export function withAxis(
  outline: FileOutline,
  choice: ImportChoice,
  tensor: number,
  axis: number,
  name: AxisName,
): ImportChoice {
  const before = choice.axes[tensor][axis];
  const own = choice.axes[tensor].map((each, place) => (place === axis ? name : each === name ? before : each));
  const axes = choice.axes.map((each, place) => (place === tensor ? own : each));
  return withWholeAxes(outline, { ...choice, axes });
}

/** The arrays of a choice, each once, those of the numbers before the mask. */
export function tensorsOf({ numbers, mask }: ImportChoice): readonly number[] {
  const parts =
    numbers.kind === 'vectors'
      ? [numbers.queries, numbers.keys, ...(numbers.values === null ? [] : [numbers.values])]
      : [numbers.matrix];
  return [...new Set([...parts, ...(mask ? [mask.tensor] : [])])];
}

/** How many batches, layers or heads there are to choose from: the most that an array of the choice has. */
export function countAlong({ tensors }: FileOutline, choice: ImportChoice, name: 'batch' | 'layer' | 'head'): number {
  const sizes = tensorsOf(choice).map((tensor) => tensors[tensor].shape[choice.axes[tensor].indexOf(name)] ?? 1);
  return Math.max(1, ...sizes);
}

/** What an axis of this array may run over, in the part that it has. */
export function choosableAxes({ numbers, axes }: ImportChoice, tensor: number): readonly AxisName[] {
  const leading: readonly AxisName[] = ['batch', 'layer', 'head'];
  const isVector = numbers.kind === 'vectors' && axes[tensor].includes('width');
  if (!isVector) return [...leading, 'query', 'key'];
  return [...leading, tensor === numbers.queries ? 'query' : 'key', 'width'];
}
