import type { FusedAttentionRequest, FusedAttentionShape, Tensor } from '../../contract/index.ts';
import { exactFloat16 } from './float16-rows.ts';
import type { GpuBuffers } from './gpu-buffers.ts';
import type { GpuDevice } from './gpu-device.ts';
import { headTableOf } from './head-table.ts';
import { projectionKernel, type PairOptions } from './kernels.ts';
import { paddedRows, vecsOf } from './padded-rows.ts';

/** What says how queries and keys are compared, of all operations that do so. */
export type PairRequest = Omit<FusedAttentionRequest<Float32Array>, 'values'>;

/** Bindings 0 to 5 of pair-scores.wgsl. */
export interface PairBindings {
  readonly options: PairOptions;
  /** Binding 6, where there are values. */
  readonly values: GPUBuffer | undefined;
  readonly entries: readonly GPUBuffer[];
  /** The width of what is compared. */
  readonly scoreDim: number;
}

/** No distance between a query's position and a key is larger. */
const widestWindow = 2 ** 20;

/**
 * Uploads all that the scores depend on. Bilinear and additive scores get their vectors multiplied on the GPU first, and
 * the bilinear score then is the product with the keys.
 */
export async function bindPairs(
  gpu: GpuDevice,
  buffers: GpuBuffers,
  request: PairRequest & { readonly values?: Tensor<Float32Array> },
  shape: FusedAttentionShape,
): Promise<PairBindings> {
  const { scoreFunction = 'scaledDot', keepMask, additiveMask } = request;
  const isAdditive = scoreFunction === 'additive';
  const { queryDim, keyDim, attentionDim } = shape;
  const scoreDim = isAdditive ? attentionDim : keyDim;
  const project = await projector(gpu, buffers, scoreFunction);
  return gpu.guard(() => {
    const table = headTableOf(request, shape);
    const queryMatrix = scoreFunction === 'bilinear' ? request.W : isAdditive ? request.W_q : undefined;
    const problem = new ArrayBuffer(64);
    new Uint32Array(problem).set([shape.queryCount, shape.keyCount, vecsOf(scoreDim), vecsOf(shape.valueDim)]);
    new Int32Array(problem, 16).set(reachOf(request, shape));
    new Float32Array(problem, 28).set([scaleOf(request, shape)]);
    const strides = [table.keep, table.added].flatMap((place) => [place?.queryStride ?? 0, place?.keyStride ?? 0]);
    const has = [keepMask, additiveMask].map((mask) => Number(mask !== undefined));
    const rowsPlace = [table.rowsStart, Number(request.queryRows !== undefined)];
    new Uint32Array(problem, 32).set([...strides, ...has, ...rowsPlace]);
    const rows = storedRows(gpu, request, shape);
    const entries = [
      buffers.uniform('problem', problem),
      project('queries', request.queries, queryDim, queryMatrix),
      isAdditive ? project('keys', request.keys, keyDim, request.W_k) : buffers.upload('keys', rows.keys),
      buffers.upload('v', paddedRows(request.v?.data ?? new Float32Array(1), request.v?.data.length ?? 1)),
      buffers.upload('heads', table.heads),
      buffers.upload('masks', table.masks),
    ];
    const values = rows.values && buffers.upload('values', rows.values);
    return { options: { isAdditive, isHalved: rows.isHalved }, entries, values, scoreDim };
  });
}

interface StoredRows {
  readonly isHalved: boolean;
  readonly keys: Float32Array | Uint32Array;
  readonly values: Float32Array | Uint32Array | undefined;
}

/** Keys and values as kernels find them: in float16 where that is wished and holds all of them, and no projection comes. */
function storedRows(
  gpu: GpuDevice,
  request: PairRequest & { readonly values?: Tensor<Float32Array> },
  { keyDim, valueDim }: FusedAttentionShape,
): StoredRows {
  const keys = paddedRows(request.keys.data, keyDim);
  const values = request.values && paddedRows(request.values.data, valueDim);
  if (gpu.storesFloat16 && request.scoreFunction !== 'additive') {
    const halves = [keys, values].map((rows) => rows && exactFloat16(rows));
    if (halves[0] && halves[1] !== null) return { isHalved: true, keys: halves[0], values: halves[1] };
  }
  return { isHalved: false, keys, values };
}

/** The position of row 0 and how far a query sees to the left and to the right of its own. */
function reachOf(
  { causal, firstPosition, leftWindow = Infinity, rightWindow = Infinity }: PairRequest,
  { queryCount, keyCount }: FusedAttentionShape,
): readonly number[] {
  const position = firstPosition ?? (causal === 'bottomRight' ? keyCount - queryCount : 0);
  return [position, Math.min(leftWindow, widestWindow), causal ? 0 : Math.min(rightWindow, widestWindow)];
}

function scaleOf({ scoreFunction = 'scaledDot', scale }: PairRequest, { keyDim }: FusedAttentionShape): number {
  return scale ?? (scoreFunction === 'scaledDot' ? 1 / Math.sqrt(keyDim) : 1);
}

type Project = (name: string, rows: Tensor<Float32Array>, width: number, matrix?: Tensor<Float32Array>) => GPUBuffer;

/** Uploads rows, multiplied by a matrix where there is one. */
async function projector(gpu: GpuDevice, buffers: GpuBuffers, scoreFunction: string): Promise<Project> {
  const isPlain = scoreFunction === 'dot' || scoreFunction === 'scaledDot';
  const pipeline = isPlain ? undefined : await gpu.pipeline(projectionKernel);
  const { device } = gpu;
  return (name, { data }, width, matrix) => {
    const rows = buffers.upload(name, paddedRows(data, width));
    if (!matrix || !pipeline) return rows;
    const [innerDim, outerDim] = matrix.shape;
    const rowCount = data.length / width;
    const outerVecs = vecsOf(outerDim);
    const projected = buffers.space(`projected ${name}`, 4 * rowCount * outerVecs);
    const matrixBuffer = buffers.upload(`matrix of ${name}`, paddedRows(matrix.data, outerDim));
    const encoder = device.createCommandEncoder({ label: `projection of ${name}` });
    const pass = encoder.beginComputePass({ label: `projection of ${name}` });
    pass.setPipeline(pipeline);
    // As many rows at once as a dispatch may have workgroups.
    const most = device.limits.maxComputeWorkgroupsPerDimension;
    for (let first = 0; first < rowCount; first += most) {
      const sizes = Uint32Array.of(rowCount, innerDim, vecsOf(innerDim), outerVecs, first);
      const entries = [buffers.uniform(`sizes of ${name}`, sizes.buffer), rows, matrixBuffer, projected];
      pass.setBindGroup(
        0,
        device.createBindGroup({
          label: `projection of ${name}`,
          layout: pipeline.getBindGroupLayout(0),
          entries: entries.map((buffer, binding) => ({ binding, resource: { buffer } })),
        }),
      );
      pass.dispatchWorkgroups(Math.min(most, rowCount - first), Math.ceil(outerVecs / 64));
    }
    pass.end();
    device.queue.submit([encoder.finish()]);
    return projected;
  };
}
