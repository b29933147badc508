import {
  fusedAttentionShapeOf,
  type FusedAttentionRequest,
  type FusedAttentionShape,
  type OperationName,
  type Tensor,
  weightTileShapeOf,
  type WeightTileRequest,
} from '../../contract/index.ts';
import { sliceOf, SlicedResult, slicingOf } from '../query-slices.ts';
import type { AfterSlice } from './dispatch-in-slices.ts';
import { attendOnGpu } from './fused-attention.ts';
import type { GpuDevice } from './gpu-device.ts';
import { fusedAttentionFits, weightTileFits } from './number-range.ts';
import { vecsOf } from './padded-rows.ts';
import { checkKernels } from './self-check.ts';
import { poolOnGpu, poolBytesOf } from './weight-tile.ts';

/** Rejects with GpuTrouble, or with what `afterSlice` throws. */
export type Compute = (gpu: GpuDevice, afterSlice: AfterSlice) => Promise<object>;

/** Undefined: the request is not for a GPU whose buffers hold `mostBytes`, by its numbers or by its size. */
type Plan = (request: object, mostBytes: number) => Compute | undefined;

/** What goes to the GPU, by the name of the operation. */
export const planOf: ReadonlyMap<OperationName, Plan> = new Map<OperationName, Plan>([
  [
    'fusedAttention',
    (request, mostBytes) => planFusedAttention(request as FusedAttentionRequest<Float32Array>, mostBytes),
  ],
  ['weightTile', (request, mostBytes) => planWeightTile(request as WeightTileRequest<Float32Array>, mostBytes)],
]);

function planFusedAttention(request: FusedAttentionRequest<Float32Array>, mostBytes: number): Compute | undefined {
  const shape = fusedAttentionShapeOf(request);
  if (!fusedAttentionFits(request, shape)) return undefined;
  const count = queriesAtOnce(request, shape, mostBytes);
  if (count < 1) return undefined;
  return async (gpu, afterSlice) => {
    const { scoreFunction } = request;
    await checkKernels(gpu, { operation: 'fusedAttention', scoreFunction, valueDim: shape.valueDim });
    return count < shape.queryCount
      ? attendInParts(gpu, request, shape, count, afterSlice)
      : attendOnGpu(gpu, request, shape, afterSlice);
  };
}

/** Of how many queries all buffers have room; less than 1 where those of the keys alone are too large. */
function queriesAtOnce(
  { scoreFunction, keepMask, additiveMask, queryRows }: FusedAttentionRequest<Float32Array>,
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
  // The rows that the queries are lie behind the masks.
  const growing = maskBytes(true) + (queryRows?.data.byteLength ?? 0);
  const rowBytes = Math.max(queryBytes, growing / queryCount);
  const left = growing > 0 ? mostBytes - maskBytes(false) : mostBytes;
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
  const slicing = slicingOf('fusedAttention', request);
  const result = new SlicedResult(slicing);
  for (let first = 0; first < queryCount; first += count) {
    const own = Math.min(count, queryCount - first);
    const part = { ...request, ...sliceOf(request, slicing, first, own) };
    const afterPart: AfterSlice = (share) => afterSlice((first + share * own) / queryCount);
    const answer = await attendOnGpu(gpu, part, { ...shape, queryCount: own }, afterPart);
    result.add({ ...answer }, first, own);
  }
  return result.tensors;
}

function planWeightTile(request: WeightTileRequest<Float32Array>, mostBytes: number): Compute | undefined {
  const shape = weightTileShapeOf(request);
  if (!weightTileFits(request, shape)) return undefined;
  const { queryCount, keyCount, queryDim, keyDim, attentionDim } = shape;
  const width = 16 * vecsOf(Math.max(queryDim, keyDim, attentionDim));
  const { keepMask, additiveMask, queryRows } = request;
  const maskBytes = [keepMask, additiveMask, queryRows].reduce((sum, each) => sum + (each?.data.byteLength ?? 0), 0);
  const bytes = Math.max(queryCount * width, keyCount * width, maskBytes, poolBytesOf(request, shape));
  if (bytes > mostBytes) return undefined;
  return async (gpu, afterSlice) => {
    await checkKernels(gpu, { operation: 'weightTile', scoreFunction: request.scoreFunction, valueDim: 1 });
    return poolOnGpu(gpu, request, shape, afterSlice);
  };
}
