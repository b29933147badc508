import type { OperationName, OperationRequest, RunOptions, Tensor } from '../contract/index.ts';
import { refuseWhenCancelled } from './cancelling.ts';
import { costOfRequest } from './input-cost.ts';
import { letMessagesThrough } from './let-messages-through.ts';
import {
  isSlicedOperation,
  SlicedResult,
  sliceOf,
  slicingOf,
  type SliceFields,
  type SlicedOperation,
  type SlicedRequest,
} from './query-slices.ts';

/** A call that is better computed in slices. */
export interface SlicedRun {
  readonly name: SlicedOperation;
  readonly request: SlicedRequest;
  /** As many rows as are computed before anything is known of the speed. */
  readonly firstRowCount: number;
}

/**
 * Computes a slice; what it gives is read at once. The one before had as many queries if `isAlike`: then all but
 * `fields` is where it was.
 */
export type ComputeSlice = (fields: SliceFields, isAlike: boolean) => Readonly<Record<string, Tensor>>;

/** Between these, a slice is short enough for whoever waits, and long enough for what each slice costs by itself. */
const slowMilliseconds = 40;
const quickMilliseconds = 15;

/**
 * Undefined: it is done in one call before anyone would ask how far it is. The cost of a slice is what an engine does in
 * about 20 ms.
 */
export function runToSlice<N extends OperationName>(
  name: N,
  request: OperationRequest<N>,
  sliceCost: number,
): SlicedRun | undefined {
  const cost = costOfRequest(request);
  if (!isSlicedOperation(name) || cost <= sliceCost) return undefined;
  const { rowCount } = slicingOf(name, request as SlicedRequest);
  return { name, request: request as SlicedRequest, firstRowCount: Math.ceil((rowCount * sliceCost) / cost) };
}

/**
 * An operation in slices of its queries, between which messages come through: whoever waits hears how far it has come,
 * and may end it. The numbers are those of one call, but for the order in which the means of a tile are summed. The
 * request must stay as it is until then.
 */
export async function runInSlices(
  { name, request, firstRowCount }: SlicedRun,
  compute: ComputeSlice,
  { signal, onProgress }: RunOptions = {},
): Promise<Readonly<Record<string, Tensor>>> {
  const slicing = slicingOf(name, request);
  const { rowCount } = slicing;
  const result = new SlicedResult(slicing);
  let count = evenly(rowCount, firstRowCount);
  let queryCountBefore = 0;
  for (let done = 0; done < rowCount;) {
    // The last slice reaches back over rows that are computed already, so that it is like the one before.
    const first = Math.min(done, rowCount - count);
    const start = performance.now();
    const fields = sliceOf(request, slicing, first, count);
    const queryCount = fields.queries.shape[fields.queries.shape.length - 2];
    result.add(compute(fields, queryCount === queryCountBefore), first, count);
    const milliseconds = performance.now() - start;
    done = first + count;
    queryCountBefore = queryCount;
    const left = rowCount - done;
    if (milliseconds < quickMilliseconds && left >= 2 * count) count = evenly(left, 2 * count);
    else if (milliseconds > slowMilliseconds) count = evenly(left, Math.ceil(count / 2));
    onProgress?.(done / rowCount);
    if (left > 0) await letMessagesThrough();
    refuseWhenCancelled(name, signal);
  }
  return result.tensors;
}

/** At most `most`, so that `count` rows make parts of about the same size. */
function evenly(count: number, most: number): number {
  return Math.ceil(count / Math.max(1, Math.ceil(count / most)));
}
