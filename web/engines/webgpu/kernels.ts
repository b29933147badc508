import fusedAttention from './shaders/fused-attention.wgsl?raw';
import pairScores from './shaders/pair-scores.wgsl?raw';
import projection from './shaders/projection.wgsl?raw';
import rowLargestOfSubgroups from './shaders/row-largest-subgroups.wgsl?raw';
import rowLargest from './shaders/row-largest.wgsl?raw';
import storedFloat16 from './shaders/stored-float16.wgsl?raw';
import storedFloat32 from './shaders/stored-float32.wgsl?raw';
import weightTile from './shaders/weight-tile.wgsl?raw';
import type { GpuDevice, PipelineSource } from './gpu-device.ts';

/** Queries and keys of a tile, and how much of their width is staged at a time, in vec4f. */
const chunkOf = { 8: 4, 16: 4, 32: 8, 64: 4 } as const;
export type Tile = keyof typeof chunkOf;

/** The columns of context that a workgroup computes for its tile of queries, in vec4f. */
export function valueVecsOf(tile: Tile): number {
  return tile / 2;
}

/** Of 32 every device has room. 64 serves wide values, whose scores are then computed once, where there is room. */
export function tileFor(gpu: GpuDevice, valueDim: number): Tile {
  if (gpu.tile) return gpu.tile;
  // A GPU in software takes its time to compile, and the more the larger the memory of a workgroup is.
  if (gpu.isSoftware) return 16;
  return valueDim > 4 * valueVecsOf(32) && hasRoomForLargest(gpu.device.limits) ? 64 : 32;
}

function hasRoomForLargest(limits: GPUSupportedLimits): boolean {
  // What is staged, the exponentials, and the largest of each lane's rows, as in fused-attention.wgsl.
  const bytes = 2 * 64 * chunkOf[64] * 16 + 64 * 65 * 4 + 64 * 16 * 4;
  return limits.maxComputeWorkgroupStorageSize >= bytes && limits.maxComputeInvocationsPerWorkgroup >= 64 ** 2 / 16;
}

/** What a kernel is made for, beside the tile; each combination is a pipeline of its own. */
export interface PairOptions {
  readonly isAdditive: boolean;
  /** Keys, and values, lie in float16. */
  readonly isHalved: boolean;
}

export function fusedAttentionKernel(gpu: GpuDevice, tile: Tile, options: PairOptions): PipelineSource {
  // A row is spread over a quarter of the tile's lanes.
  const reach = Math.min(gpu.subgroupSize, tile / 4);
  const hasSubgroups = reach > 1;
  return {
    label: labelOf(hasSubgroups ? 'fused attention with subgroups' : 'fused attention', options),
    code: [
      hasSubgroups ? 'enable subgroups;' : '',
      pairCode(options),
      hasSubgroups ? rowLargestOfSubgroups : rowLargest,
      fusedAttention,
    ].join('\n'),
    entryPoint: 'attend',
    constants: { ...pairConstants(tile, options), reach },
  };
}

export function weightTileKernel(tile: Tile, options: PairOptions): PipelineSource {
  return {
    label: labelOf('weight tile', options),
    code: `${pairCode(options)}\n${weightTile}`,
    entryPoint: 'poolTile',
    constants: pairConstants(tile, options),
  };
}

export const projectionKernel: PipelineSource = {
  label: 'projection',
  code: projection,
  entryPoint: 'project',
  constants: {},
};

function labelOf(kernel: string, { isHalved }: PairOptions): string {
  return isHalved ? `${kernel}, keys in float16` : kernel;
}

function pairCode({ isHalved }: PairOptions): string {
  return `${isHalved ? storedFloat16 : storedFloat32}\n${pairScores}`;
}

function pairConstants(tile: Tile, { isAdditive }: PairOptions) {
  return {
    tile,
    chunk: chunkOf[tile],
    laneCount: tile ** 2 / 16,
    isAdditive: Number(isAdditive),
  };
}
