import { fusedAttentionShapeOf, type FusedAttentionRequest, type Tensor } from '../../contract/index.ts';
import { fusedAttention } from '../reference/operations/fused-attention.ts';
import { attendOnGpu } from './fused-attention.ts';
import type { GpuDevice } from './gpu-device.ts';
import { GpuTrouble } from './trouble.ts';

/** Far above what rounding does to numbers of about 1, and far below what a wrong program does. */
const tolerance = 1e-4;

/** Rejects with GpuTrouble when the device computes other numbers than the reference, as some drivers give zeros. */
export async function checkNumbers(gpu: GpuDevice): Promise<void> {
  for (const request of requests) {
    const shape = fusedAttentionShapeOf(request);
    const got = await attendOnGpu(gpu, request, shape, () => undefined);
    const want = fusedAttention(request);
    for (const field of ['context', 'logSumExp', 'entropy', 'largestKey'] as const) {
      const [numbers, expected] = [got[field].data, want[field].data];
      const wrong = expected.findIndex((number, i) => !(Math.abs(numbers[i] - number) <= tolerance));
      if (wrong < 0) continue;
      throw new GpuTrouble(
        'wrongNumbers',
        `The GPU ${gpu.name} computes ${field}[${wrong}] = ${numbers[wrong]} where ${expected[wrong]} is right, and is not used.`,
      );
    }
  }
}

/** Numbers that repeat nowhere. */
function wave(shape: readonly [number, number], step: number): Tensor<Float32Array> {
  return { shape, data: Float32Array.from({ length: shape[0] * shape[1] }, (_, i) => Math.sin(1 + step * i)) };
}

/** More than one tile each way, with rows and columns that fill none; with masks; additive; values for the large tile. */
const requests: readonly FusedAttentionRequest<Float32Array>[] = [
  {
    queries: wave([37, 6], 0.7),
    keys: wave([70, 6], 1.3),
    values: wave([70, 5], 2.1),
    causal: 'bottomRight',
    leftWindow: 40,
    additiveMask: wave([1, 70], 0.3),
  },
  {
    queries: wave([3, 2], 0.7),
    keys: wave([40, 3], 1.3),
    values: wave([40, 70], 2.1),
    scoreFunction: 'additive',
    W_q: wave([2, 5], 0.4),
    W_k: wave([3, 5], 0.6),
    v: { shape: [5], data: Float32Array.of(1, -1, 0.5, 2, -0.5) },
  },
];
