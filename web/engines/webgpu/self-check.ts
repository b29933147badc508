import {
  fusedAttentionShapeOf,
  weightTileShapeOf,
  type FusedAttentionRequest,
  type OperationName,
  type Tensor,
  type WeightTileRequest,
} from '../../contract/index.ts';
import { fusedAttention } from '../reference/operations/fused-attention.ts';
import { weightTile } from '../reference/operations/weight-tile.ts';
import { attendOnGpu } from './fused-attention.ts';
import type { GpuDevice } from './gpu-device.ts';
import { GpuTrouble } from './trouble.ts';
import { poolOnGpu } from './weight-tile.ts';

/** Far above what rounding does to numbers of about 1, and far below what a wrong program does. */
const tolerance = 1e-4;

/** What decides which kernels a call runs. */
export interface KernelUse {
  readonly operation: OperationName;
  readonly scoreFunction: FusedAttentionRequest['scoreFunction'];
  /** Values may be so wide that they get kernels of their own. */
  readonly valueDim: number;
}

const checks = new WeakMap<GpuDevice, Map<string, Promise<void>>>();

/**
 * Before a kernel is used for the first time on a device. Rejects with GpuTrouble when the device computes other numbers
 * than the reference, as some drivers give zeros.
 */
export function checkKernels(gpu: GpuDevice, use: KernelUse): Promise<void> {
  const done = checks.get(gpu) ?? new Map<string, Promise<void>>();
  checks.set(gpu, done);
  const formula =
    use.scoreFunction === 'bilinear' || use.scoreFunction === 'additive' ? use.scoreFunction : 'scaledDot';
  const valueDim = use.valueDim > narrowDim ? narrowDim + 2 : narrowDim - 2;
  const key = `${use.operation} ${formula} ${valueDim}`;
  let check = done.get(key);
  if (!check) {
    check = use.operation === 'weightTile' ? checkTile(gpu, formula) : checkFused(gpu, formula, valueDim);
    done.set(key, check);
    // What went wrong once may have been a loss, or the memory.
    check.catch(() => done.delete(key));
  }
  return check;
}

/** The widest values of the small tile, on every device that has the large one; see tileFor. */
const narrowDim = 64;

async function checkFused(gpu: GpuDevice, scoreFunction: Formula, valueDim: number): Promise<void> {
  const request = { ...pairs(scoreFunction), values: wave([70, valueDim], 2.1) };
  const got = await attendOnGpu(gpu, request, fusedAttentionShapeOf(request), () => undefined);
  compare(gpu, { ...got }, { ...fusedAttention(request) });
}

async function checkTile(gpu: GpuDevice, scoreFunction: Formula): Promise<void> {
  const request: WeightTileRequest<Float32Array> = {
    ...pairs(scoreFunction),
    logSumExp: { shape: [37], data: new Float32Array(37).fill(2) },
    queriesPerCell: 3,
    keysPerCell: 40,
  };
  const got = await poolOnGpu(gpu, request, weightTileShapeOf(request), () => undefined);
  compare(gpu, { ...got }, { ...weightTile(request) });
}

type Formula = 'scaledDot' | 'bilinear' | 'additive';

/** More than one tile each way, with rows and columns that fill none, and with masks. */
function pairs(scoreFunction: Formula) {
  const [queryDim, keyDim] = scoreFunction === 'scaledDot' ? [6, 6] : [2, 3];
  return {
    scoreFunction,
    queries: wave([37, queryDim], 0.7),
    keys: wave([70, keyDim], 1.3),
    causal: 'bottomRight' as const,
    leftWindow: 40,
    additiveMask: wave([1, 70], 0.3),
    ...(scoreFunction === 'bilinear' && { W: wave([queryDim, keyDim], 0.4) }),
    ...(scoreFunction === 'additive' && {
      W_q: wave([queryDim, 5], 0.4),
      W_k: wave([keyDim, 5], 0.6),
      v: { shape: [5], data: Float32Array.of(1, -1, 0.5, 2, -0.5) },
    }),
  };
}

function compare(gpu: GpuDevice, got: Record<string, Tensor>, want: Record<string, Tensor>): void {
  for (const [field, { data: expected }] of Object.entries(want)) {
    const numbers = got[field].data;
    const wrong = expected.findIndex((number, i) => !(Math.abs(numbers[i] - number) <= tolerance));
    if (wrong < 0) continue;
    throw new GpuTrouble(
      'wrongNumbers',
      `The GPU ${gpu.name} computes ${field}[${wrong}] = ${numbers[wrong]} where ${expected[wrong]} is right, and is not used.`,
    );
  }
}

/** Numbers that hardly repeat, and that float16 holds too. */
function wave(shape: readonly [number, number], step: number): Tensor<Float32Array> {
  return {
    shape,
    data: Float32Array.from({ length: shape[0] * shape[1] }, (_, i) => Math.round(512 * Math.sin(1 + step * i)) / 512),
  };
}
