import {
  fusedAttentionShapeOf,
  type FloatArray,
  type FusedAttentionRequest,
  type FusedAttentionResult,
  type OperationName,
  type OperationRequest,
  type RunOptions,
  type Tensor,
} from '../contract/index.ts';
import { refuseWhenCancelled } from './cancelling.ts';
import { copyForTransfer } from './copy-for-transfer.ts';
import { costOfRequest, heavyCost } from './input-cost.ts';
import { letMessagesThrough } from './let-messages-through.ts';
import { sliceOf, SlicedResult, type SliceFields } from './query-slices.ts';

/**
 * Computes a slice. The one before had as many queries if `isAlike`: then all but `fields` is where it was.
 */
export type ComputeSlice<A extends FloatArray> = (
  fields: SliceFields<A>,
  isAlike: boolean,
) => Readonly<Record<string, Tensor<A>>>;

/** Queries of the first slice: as many as keep eight threads busy, and few enough for the slowest engine. */
const firstCount = 64;

/** Between these, a slice is short enough for whoever waits, and long enough for what each slice costs by itself. */
const slowMilliseconds = 40;
const quickMilliseconds = 15;

/** A copy of a request that is better computed in slices; undefined: it is better computed in one call. */
export function requestToSlice<N extends OperationName>(
  name: N,
  request: OperationRequest<N>,
): FusedAttentionRequest | undefined {
  if (name !== 'fusedAttention' || costOfRequest(request) < heavyCost) return undefined;
  return copyForTransfer(request).copy as FusedAttentionRequest;
}

/**
 * Fused attention in slices of its queries, between which messages come through: whoever waits hears how far it has come,
 * and may end it. The numbers are those of one call.
 */
export async function attendInSlices<A extends FloatArray>(
  request: FusedAttentionRequest<A>,
  compute: ComputeSlice<A>,
  { signal, onProgress }: RunOptions = {},
): Promise<FusedAttentionResult<A>> {
  const shape = fusedAttentionShapeOf(request);
  const { queryCount } = shape;
  const result = new SlicedResult<A>(shape);
  let count = Math.min(firstCount, queryCount);
  let countBefore = 0;
  for (let done = 0; done < queryCount;) {
    // The last slice reaches back over queries that are computed already, so that it is like the one before.
    const first = Math.min(done, queryCount - count);
    const start = performance.now();
    result.add(compute(sliceOf(request, shape, first, count), count === countBefore), first, count);
    const milliseconds = performance.now() - start;
    done = first + count;
    countBefore = count;
    if (milliseconds < quickMilliseconds && queryCount - done >= 2 * count) count *= 2;
    else if (milliseconds > slowMilliseconds) count = Math.ceil(count / 2);
    onProgress?.(done / queryCount);
    if (done < queryCount) await letMessagesThrough();
    refuseWhenCancelled('fusedAttention', signal);
  }
  return result.tensors as unknown as FusedAttentionResult<A>;
}
