import {
  fusedAttentionShapeOf,
  type FusedAttentionRequest,
  type FusedAttentionShape,
  type OperationName,
  type Tensor,
} from '../../contract/index.ts';
import { sliceOf, SlicedResult } from '../query-slices.ts';
import type { AfterSlice } from './dispatch-in-slices.ts';
import { attendOnGpu } from './fused-attention.ts';
import type { GpuDevice } from './gpu-device.ts';
import { fitsGpuNumbers } from './number-range.ts';
import { vecsOf } from './padded-rows.ts';

/** Rejects with GpuTrouble, or with what `afterSlice` throws. */
type Compute = (gpu: GpuDevice, afterSlice: AfterSlice) => Promise<object>;

/** Undefined: the request is not for a GPU whose buffers hold `mostBytes`, by its numbers or by its size. */
type Plan = (request: object, mostBytes: number) => Compute | undefined;

/** What goes to the GPU, by the name of the operation. */
export const planOf: ReadonlyMap<OperationName, Plan> = new Map<OperationName, Plan>([
  [
    'fusedAttention',
    (request, mostBytes) => planFusedAttention(request as FusedAttentionRequest<Float32Array>, mostBytes),
  ],
]);

function planFusedAttention(request: FusedAttentionRequest<Float32Array>, mostBytes: number): Compute | undefined {
  const shape = fusedAttentionShapeOf(request);
  if (!fitsGpuNumbers(request, shape)) return undefined;
  const count = queriesAtOnce(request, shape, mostBytes);
  if (count >= shape.queryCount) return (gpu, afterSlice) => attendOnGpu(gpu, request, shape, afterSlice);
  return count < 1 ? undefined : (gpu, afterSlice) => attendInParts(gpu, request, shape, count, afterSlice);
}

/** Of how many queries all buffers have room; less than 1 where those of the keys alone are too large. */
function queriesAtOnce(
  { scoreFunction, keepMask, additiveMask }: FusedAttentionRequest<Float32Array>,
  { headCount, keyHeadCount, queryCount, keyCount, queryDim, keyDim, valueDim, attentionDim }: FusedAttentionShape,
  mostBytes: number,
): number {
  const bytesOf = (width: number): number => 16 * vecsOf(width);
  const keyBytes = keyHeadCount * keyCount * bytesOf(Math.max(keyDim, valueDim, attentionDim));
  // Masks with a row for each query grow with them; those without are there whole in each part.
  const grows = (mask: Tensor | undefined): boolean => (mask?.shape.at(-2) ?? 1) > 1;
  const maskBytes = (isGrowing: boolean): number =>
    [keepMask, additiveMask].reduce(
      (sum, mask) => sum + (mask && grows(mask) === isGrowing ? mask.data.byteLength : 0),
      0,
    );
  if (keyBytes > mostBytes || maskBytes(false) > mostBytes) return 0;
  const scoreWidth = scoreFunction === 'bilinear' ? keyDim : attentionDim;
  const queryBytes = headCount * bytesOf(Math.max(queryDim, scoreWidth, valueDim));
  const rowBytes = Math.max(queryBytes, maskBytes(true) / queryCount);
  const left = maskBytes(true) > 0 ? mostBytes - maskBytes(false) : mostBytes;
  return Math.floor(left / rowBytes);
}

/** `count` queries of each head at a time. The numbers are those of one call. */
async function attendInParts(
  gpu: GpuDevice,
  request: FusedAttentionRequest<Float32Array>,
  shape: FusedAttentionShape,
  count: number,
  afterSlice: AfterSlice,
): Promise<object> {
  const { queryCount } = shape;
  const result = new SlicedResult<Float32Array>(shape);
  for (let first = 0; first < queryCount; first += count) {
    const own = Math.min(count, queryCount - first);
    const part = { ...request, ...sliceOf(request, shape, first, own) };
    const afterPart: AfterSlice = (share) => afterSlice((first + share * own) / queryCount);
    const answer = await attendOnGpu(gpu, part, { ...shape, queryCount: own }, afterPart);
    result.add({ ...answer }, first, own);
  }
  return result.tensors;
}
