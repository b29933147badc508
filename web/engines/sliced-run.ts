import type { OperationName, OperationRequest, RunOptions, Tensor } from '../contract/index.ts';
import { refuseWhenCancelled } from './cancelling.ts';
import { copyForTransfer } from './copy-for-transfer.ts';
import { costOfRequest, heavyCost } from './input-cost.ts';
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
}

/**
 * Computes a slice. The one before had as many queries if `isAlike`: then all but `fields` is where it was.
 */
export type ComputeSlice = (fields: SliceFields, isAlike: boolean) => Readonly<Record<string, Tensor>>;

/** Queries of the first slice: as many as keep eight threads busy, and few enough for the slowest engine. */
const firstQueryCount = 64;

/** Between these, a slice is short enough for whoever waits, and long enough for what each slice costs by itself. */
const slowMilliseconds = 40;
const quickMilliseconds = 15;

/** With a copy of the request. Undefined: it is better computed in one call. */
export function runToSlice<N extends OperationName>(name: N, request: OperationRequest<N>): SlicedRun | undefined {
  if (!isSlicedOperation(name) || costOfRequest(request) < heavyCost) return undefined;
  return { name, request: copyForTransfer(request).copy as SlicedRequest };
}

/**
 * An operation in slices of its queries, between which messages come through: whoever waits hears how far it has come,
 * and may end it. The numbers are those of one call, but for the order in which the means of a tile are summed.
 */
export async function runInSlices(
  { name, request }: SlicedRun,
  compute: ComputeSlice,
  { signal, onProgress }: RunOptions = {},
): Promise<Readonly<Record<string, Tensor>>> {
  const slicing = slicingOf(name, request);
  const { rowCount, queriesPerRow } = slicing;
  const result = new SlicedResult(slicing);
  let count = Math.min(Math.ceil(firstQueryCount / queriesPerRow), rowCount);
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
    if (milliseconds < quickMilliseconds && rowCount - done >= 2 * count) count *= 2;
    else if (milliseconds > slowMilliseconds) count = Math.ceil(count / 2);
    onProgress?.(done / rowCount);
    if (done < rowCount) await letMessagesThrough();
    refuseWhenCancelled(name, signal);
  }
  return result.tensors;
}
