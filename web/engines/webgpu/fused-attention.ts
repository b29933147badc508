import type { FusedAttentionRequest, FusedAttentionResult, FusedAttentionShape, Tensor } from '../../contract/index.ts';
import { dispatchInSlices, type AfterSlice } from './dispatch-in-slices.ts';
import { GpuBuffers } from './gpu-buffers.ts';
import type { GpuDevice } from './gpu-device.ts';
import { fusedAttentionKernel, tileFor, valueVecsOf } from './kernels.ts';
import { vecsOf, withoutPadding } from './padded-rows.ts';
import { bindPairs } from './pair-bindings.ts';

/** See FusedAttentionRequest; its numbers are such that fitsGpuNumbers says yes. Rejects with GpuTrouble. */
export async function attendOnGpu(
  gpu: GpuDevice,
  request: FusedAttentionRequest<Float32Array>,
  shape: FusedAttentionShape,
  afterSlice: AfterSlice,
): Promise<FusedAttentionResult<Float32Array>> {
  const { headCount, queryCount, keyCount, valueDim } = shape;
  const buffers = new GpuBuffers(gpu, 'fused attention');
  try {
    const { options, entries, values, scoreDim } = await bindPairs(gpu, buffers, request, shape);
    const tile = tileFor(gpu, valueDim);
    const pipeline = await gpu.pipeline(fusedAttentionKernel(gpu, tile, options));
    const { device } = gpu;
    const tilesPerHead = Math.ceil(queryCount / tile);
    const rowCount = headCount * queryCount;
    const [context, rows, slice, groups] = await gpu.guard(() => {
      const context = buffers.space('context', 4 * rowCount * vecsOf(valueDim));
      const rows = buffers.space('rows', 4 * rowCount);
      const slice = buffers.uniform('slice', Uint32Array.of(0, tilesPerHead).buffer);
      const groups = [[...entries, values!, context, rows], [slice]].map((buffers, group) =>
        device.createBindGroup({
          label: `fused attention, group ${group}`,
          layout: pipeline.getBindGroupLayout(group),
          entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
        }),
      );
      return [context, rows, slice, groups] as const;
    });
    const dispatch = (first: number, count: number): void => {
      device.queue.writeBuffer(slice, 0, Uint32Array.of(first, tilesPerHead));
      const encoder = device.createCommandEncoder({ label: 'fused attention, slice' });
      const pass = encoder.beginComputePass({ label: 'fused attention, slice' });
      pass.setPipeline(pipeline);
      groups.forEach((group, index) => pass.setBindGroup(index, group));
      pass.dispatchWorkgroups(count, Math.ceil(vecsOf(valueDim) / valueVecsOf(tile)));
      pass.end();
      device.queue.submit([encoder.finish()]);
    };
    const unitCost = tile * keyCount * (scoreDim * (options.isAdditive ? 16 : 1) + valueDim + 60);
    await dispatchInSlices(gpu, { unitCount: headCount * tilesPerHead, unitCost, dispatch }, afterSlice);
    const [contextNumbers, rowNumbers] = await buffers.readBack(context, rows);
    return {
      context: {
        shape: [...shape.headShape, queryCount, valueDim],
        data: withoutPadding(contextNumbers, valueDim, rowCount),
      },
      ...rowResults(rowNumbers, rowCount, [...shape.headShape, queryCount]),
    };
  } finally {
    buffers.destroy();
  }
}

/** What the kernel found for each row, as the contract has it; logarithms are taken here, in float64. */
function rowResults(
  rows: Float32Array,
  rowCount: number,
  shape: readonly number[],
): Omit<FusedAttentionResult<Float32Array>, 'context'> {
  const empty = (): Tensor<Float32Array> => ({ shape: [...shape], data: new Float32Array(rowCount) });
  const [logSumExp, entropy, largestKey] = [empty(), empty(), empty()];
  for (let row = 0; row < rowCount; row++) {
    const [leader, sum, spread, key] = rows.subarray(4 * row, 4 * row + 4);
    const isEmpty = key < 0;
    const logSum = Math.log(sum);
    logSumExp.data[row] = isEmpty ? -Infinity : leader + logSum;
    // −Σ α log α, with log α = d − log Σ e^d.
    entropy.data[row] = isEmpty ? 0 : Math.max(0, logSum - spread / sum);
    largestKey.data[row] = key;
  }
  return { logSumExp, entropy, largestKey };
}
