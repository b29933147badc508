import type { ImportProblem } from '../problem.ts';
import type { ChosenMask, ImportChoice } from './choice.ts';
import { maskThreshold } from './evidence.ts';
import type { FileTensor } from './file-tensor.ts';
import { numbersIn, sliceOf } from './slice.ts';

export interface TakenMask {
  /** [queryCount, keyCount] 1 = may attend */
  readonly mayAttend: Uint8Array;
  /** [queryCount, keyCount] what is added to the scores of those that may; null where that is 0 for all. */
  readonly added: Float64Array | null;
}

/**
 * The mask of the chosen pairs. Along an axis of 1, or one that it lacks, it is the same for all. Of numbers that are added, −Infinity
 * and all finite ones that only a mask can mean hide the key: in exact arithmetic they do the same, but for a row that has nothing
 * else, which sees nothing here.
 */
export function takeMask(
  tensors: readonly FileTensor[],
  choice: ImportChoice,
  { tensor, meaning }: ChosenMask,
): TakenMask | ImportProblem {
  const queryCount = choice.queries[1] - choice.queries[0];
  const keyCount = choice.keys[1] - choice.keys[0];
  const slice = sliceOf(tensors, choice, tensor);
  const along = (name: 'query' | 'key'): number => {
    const axis = slice.axes.indexOf(name);
    return axis < 0 ? 1 : slice.ranges[axis][1] - slice.ranges[axis][0];
  };
  const [rows, columns] = [along('query'), along('key')];
  if ((rows !== queryCount && rows !== 1) || (columns !== keyCount && columns !== 1)) {
    const { name } = slice.tensor;
    return { code: 'maskDoesNotFit', name, rows, columns, queries: queryCount, keys: keyCount };
  }
  const numbers = numbersIn(slice, [slice.axes.indexOf('query'), slice.axes.indexOf('key')], Float64Array);
  const mayAttend = new Uint8Array(queryCount * keyCount);
  const added = new Float64Array(queryCount * keyCount);
  for (let index = 0; index < mayAttend.length; index++) {
    const row = rows === 1 ? 0 : Math.floor(index / keyCount);
    const number = numbers[row * columns + (columns === 1 ? 0 : index % keyCount)];
    const isVisible = meaning === 'isAdded' ? number > maskThreshold : (number !== 0) === (meaning === 'mayAttend');
    mayAttend[index] = isVisible ? 1 : 0;
    if (meaning === 'isAdded' && isVisible) added[index] = number;
  }
  return { mayAttend, added: added.some((number) => number !== 0) ? added : null };
}
