import {
  firstPositionInTile,
  type Tensor,
  type WeightTileRequest,
  type WeightTileResult,
  type WeightTileShape,
} from '../../contract/index.ts';
import { dispatchInSlices, type AfterSlice } from './dispatch-in-slices.ts';
import { GpuBuffers } from './gpu-buffers.ts';
import type { GpuDevice } from './gpu-device.ts';
import { hiddenScore } from './head-table.ts';
import { tileFor, weightTileKernel, type Tile } from './kernels.ts';
import { bindPairs } from './pair-bindings.ts';

/** How the cells are shared out; the fields of Cells in weight-tile.wgsl, in its order. */
export interface CellGrid {
  readonly queriesPerCell: number;
  readonly keysPerCell: number;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly groupRows: number;
  readonly groupColumns: number;
  readonly stepsDown: number;
  readonly stepsAcross: number;
  readonly stepsPerSplit: number;
  readonly splitCount: number;
  readonly isOfScores: number;
}

/** Tiles that a workgroup pools one after the other: few, so that there are many workgroups and short sums. */
const stepsPerSplit = 16;

/** The largest tile whose rows `staged` has room for, when a cell has two keys; see poolRows in weight-tile.wgsl. */
const largestTile = 32;
const smallestTile = 16;

export function cellGridOf(
  { queryCount, keyCount, cellRowCount, cellColumnCount, ...cell }: WeightTileShape,
  quantity: WeightTileRequest['quantity'],
  tile: number,
): CellGrid {
  // A cell has no more queries and keys than there are.
  const queriesPerCell = Math.min(cell.queriesPerCell, queryCount);
  const keysPerCell = Math.min(cell.keysPerCell, keyCount);
  const stepsDown = Math.ceil(queriesPerCell / tile);
  const stepsAcross = Math.ceil(keysPerCell / tile);
  return {
    queriesPerCell,
    keysPerCell,
    rowCount: cellRowCount,
    columnCount: cellColumnCount,
    groupRows: Math.max(1, Math.floor(tile / queriesPerCell)),
    groupColumns: Math.max(1, Math.floor(tile / keysPerCell)),
    stepsDown,
    stepsAcross,
    stepsPerSplit,
    splitCount: Math.ceil((stepsDown * stepsAcross) / stepsPerSplit),
    isOfScores: Number(quantity === 'scores'),
  };
}

/** What the buffer of the result takes at most, whatever the tile. */
export function poolBytesOf({ quantity }: WeightTileRequest, shape: WeightTileShape): number {
  return 16 * cellGridOf(shape, quantity, smallestTile).splitCount * shape.cellRowCount * shape.cellColumnCount;
}

/** See WeightTileRequest; its numbers are such that kernels may have them. Rejects with GpuTrouble. */
export async function poolOnGpu(
  gpu: GpuDevice,
  request: WeightTileRequest<Float32Array>,
  shape: WeightTileShape,
  afterSlice: AfterSlice,
): Promise<WeightTileResult<Float32Array>> {
  const { queryCount, cellRowCount, cellColumnCount } = shape;
  const buffers = new GpuBuffers(gpu, 'weight tile');
  try {
    const firstPosition = firstPositionInTile(request, shape);
    const oneHead = { headShape: [], headCount: 1, keyHeadCount: 1, valueDim: 1 };
    const { options, entries, scoreDim } = await bindPairs(
      gpu,
      buffers,
      { ...request, firstPosition },
      { ...shape, ...oneHead },
    );
    const tile = Math.min(largestTile, tileFor(gpu, 1)) as Tile;
    const pipeline = await gpu.pipeline(weightTileKernel(tile, options));
    const grid = cellGridOf(shape, request.quantity, tile);
    const { device } = gpu;
    const groupsAcross = Math.ceil(cellColumnCount / grid.groupColumns);
    const [pools, slice, groups] = await gpu.guard(() => {
      const given = request.logSumExp?.data ?? new Float32Array(queryCount);
      const logSumExp = given.map((number) => (number === -Infinity ? hiddenScore : number));
      const pools = buffers.space('pools', 4 * grid.splitCount * cellRowCount * cellColumnCount);
      const cells = buffers.uniform('cells', Uint32Array.from(Object.values(grid)).buffer);
      const slice = buffers.uniform('slice', Uint32Array.of(0).buffer);
      const groups = [[...entries, buffers.upload('logSumExp', logSumExp), pools, cells], [slice]].map(
        (buffers, group) =>
          device.createBindGroup({
            label: `weight tile, group ${group}`,
            layout: pipeline.getBindGroupLayout(group),
            entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
          }),
      );
      return [pools, slice, groups] as const;
    });
    const dispatch = (first: number, count: number): void => {
      device.queue.writeBuffer(slice, 0, Uint32Array.of(first));
      const encoder = device.createCommandEncoder({ label: 'weight tile, slice' });
      const pass = encoder.beginComputePass({ label: 'weight tile, slice' });
      pass.setPipeline(pipeline);
      groups.forEach((group, index) => pass.setBindGroup(index, group));
      pass.dispatchWorkgroups(groupsAcross, count);
      pass.end();
      device.queue.submit([encoder.finish()]);
    };
    const steps = Math.min(stepsPerSplit, grid.stepsDown * grid.stepsAcross);
    const unitCost = groupsAcross * steps * tile * tile * (scoreDim * (options.isAdditive ? 16 : 1) + 20);
    const unitCount = Math.ceil(cellRowCount / grid.groupRows) * grid.splitCount;
    await dispatchInSlices(gpu, { unitCount, unitCost, dispatch }, afterSlice);
    const [numbers] = await buffers.readBack(pools);
    return cellResults(numbers, grid, shape);
  } finally {
    buffers.destroy();
  }
}

/** The splits of each cell together, in float64. */
function cellResults(
  pools: Float32Array,
  { splitCount, isOfScores }: CellGrid,
  shape: WeightTileShape,
): WeightTileResult<Float32Array> {
  const { queryCount, keyCount, queriesPerCell, keysPerCell, cellRowCount, cellColumnCount } = shape;
  const cellCount = cellRowCount * cellColumnCount;
  const empty = (): Tensor<Float32Array> => ({
    shape: [cellRowCount, cellColumnCount],
    data: new Float32Array(cellCount),
  });
  const [max, mean] = [empty(), empty()];
  for (let cell = 0; cell < cellCount; cell++) {
    let [largest, sum, count] = [-Infinity, 0, 0];
    for (let split = 0; split < splitCount; split++) {
      const at = 4 * (split * cellCount + cell);
      if (pools[at + 2] === 0) continue;
      largest = Math.max(largest, pools[at]);
      sum += pools[at + 1];
      count += pools[at + 2];
    }
    if (!isOfScores) {
      const row = Math.floor(cell / cellColumnCount) * queriesPerCell;
      const column = (cell % cellColumnCount) * keysPerCell;
      count = Math.min(queriesPerCell, queryCount - row) * Math.min(keysPerCell, keyCount - column);
    }
    max.data[cell] = largest;
    mean.data[cell] = count === 0 ? -Infinity : sum / count;
  }
  return { max, mean };
}
