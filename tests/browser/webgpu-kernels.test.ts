import fc from 'fast-check';
import { afterEach, beforeAll, afterAll, describe, expect, it, vi } from 'vitest';
import type { AttentionEngine, FusedAttentionRequest, Tensor } from '../../web/contract/index.ts';
import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { createWebGpuEngine } from '../../web/engines/webgpu/index.ts';
import { squareRequest, wave } from '../engines/long-runs.ts';
import { expectAgrees, maskedFusedAttentionRequests } from '../engines/operations/fused-attention-requests.ts';
import { placedRegions, tileRequestOf } from '../engines/operations/weight-tile-requests.ts';
import { expectNear } from '../engines/number-agreement.ts';
import { weightTileTolerances } from '../engines/tolerances.ts';

/** What kept a GPU from computing, which the right numbers of the CPU would hide. */
const troubles: unknown[] = [];
afterEach(() => expect(troubles.splice(0)).toEqual([]));

const create = (choices: Partial<Parameters<typeof createWebGpuEngine>[0]>): Promise<AttentionEngine> =>
  createWebGpuEngine({
    cpu: async () => createReferenceEngine(),
    leastCost: 0,
    onLimitation: (...trouble) => troubles.push(trouble),
    ...choices,
  });
const reference = createReferenceEngine();

/** What a call gives to the GPU, and not to the CPU. */
function dispatches() {
  return vi.spyOn(GPUComputePassEncoder.prototype, 'dispatchWorkgroups');
}
afterEach(() => vi.restoreAllMocks());

/** A row of nothing but −10⁴ and −∞ takes digits of float32 scores, so the CPU computes it. */
function hasFarRow({ additiveMask }: FusedAttentionRequest): boolean {
  if (!additiveMask) return false;
  const width = additiveMask.shape[additiveMask.shape.length - 1];
  for (let start = 0; start < additiveMask.data.length; start += width) {
    if (Math.max(...additiveMask.data.subarray(start, start + width)) === -1e4) return true;
  }
  return false;
}

describe.each([
  ['a tile of 16, as in software', {}],
  ['a tile of 32', { tile: 32 as const }],
  ['a tile of 32 without subgroups', { tile: 32 as const, subgroups: false }],
  ['a tile of 64', { tile: 64 as const }],
])('kernels with %s', (_, choices) => {
  let engine: AttentionEngine;
  beforeAll(async () => {
    engine = await create(choices);
  }, 60_000);
  afterAll(() => engine.dispose());
  const patience = 60_000;

  it(
    'fused attention is the reference’s',
    async () => {
      const seen = dispatches();
      await fc.assert(
        fc.asyncProperty(maskedFusedAttentionRequests('float32'), async (request) => {
          seen.mockClear();
          await expectAgrees(
            request,
            await engine.run('fusedAttention', request),
            await reference.run('fusedAttention', request),
          );
          expect(seen.mock.calls.length > 0).toBe(!hasFarRow(request));
        }),
        { numRuns: 15 },
      );
    },
    patience,
  );

  it(
    'values wider than one workgroup has columns, and keys of more than one block',
    async () => {
      const request: FusedAttentionRequest<Float32Array> = {
        queries: wave([2, 70, 33], 1),
        keys: wave([1, 150, 33], 2),
        values: wave([1, 150, 290], 3),
        causal: 'bottomRight',
        leftWindow: 75,
      };
      await expectAgrees(
        request,
        await engine.run('fusedAttention', request),
        await reference.run('fusedAttention', request),
      );
    },
    patience,
  );

  it(
    'a tile of the weights is the reference’s',
    async () => {
      const seen = dispatches();
      await fc.assert(
        fc.asyncProperty(placedRegions('float32'), async (placed) => {
          const whole = await reference.run('fusedAttention', placed.whole);
          const { weightShare, score } = weightTileTolerances(placed.whole, whole);
          for (const quantity of ['weights', 'scores'] as const) {
            const request = tileRequestOf(placed, whole.logSumExp, quantity);
            seen.mockClear();
            const got = await engine.run('weightTile', request);
            expect(seen).toHaveBeenCalled();
            const want = await reference.run('weightTile', request);
            const bounds = quantity === 'weights' ? ([2 ** -120, weightShare] as const) : ([score, 0] as const);
            for (const field of ['max', 'mean'] as const) {
              expectNear(`${field} of ${quantity}`, got[field].data, want[field].data, ...bounds);
            }
          }
        }),
        { numRuns: 15 },
      );
    },
    patience,
  );
});

describe('keys and values in float16', () => {
  const halves = ({ shape, data }: Tensor<Float32Array>) => ({
    shape,
    data: data.map((number) => Math.round(number * 64) / 64),
  });
  /** What the pipelines are called. */
  const labels = () => vi.spyOn(GPUDevice.prototype, 'createComputePipelineAsync');
  const labelsIn = (seen: ReturnType<typeof labels>) => seen.mock.calls.map(([{ label }]) => label);

  it('give bit for bit what float32 gives', async () => {
    const seen = labels();
    const [narrow, wide] = [await create({ storesFloat16: true }), await create({})];
    for (const scoreFunction of ['scaledDot', 'bilinear'] as const) {
      const request = {
        scoreFunction,
        queries: wave([2, 40, 7], 1),
        keys: halves(wave([1, 50, 7], 2)),
        values: halves(wave([1, 50, 6], 3)),
        ...(scoreFunction === 'bilinear' && { W: wave([7, 7], 4) }),
      };
      const whole = await wide.run('fusedAttention', request);
      expect(await narrow.run('fusedAttention', request)).toEqual(whole);
      const { W } = request as { W?: Tensor<Float32Array> };
      const tile = {
        scoreFunction,
        W,
        queries: wave([40, 7], 1),
        keys: halves(wave([50, 7], 2)),
        logSumExp: { shape: [40], data: whole.logSumExp.data.subarray(0, 40) },
        keysPerCell: 3,
      };
      expect(await narrow.run('weightTile', tile)).toEqual(await wide.run('weightTile', tile));
    }
    expect(labelsIn(seen)).toContain('fused attention with subgroups, keys in float16');
    expect(labelsIn(seen)).toContain('weight tile, keys in float16');
    for (const engine of [narrow, wide]) engine.dispose();
  }, 60_000);

  it('are not used where float16 does not hold every number, nor unless they are wished', async () => {
    const [narrow, wide] = [await create({ storesFloat16: true }), await create({})];
    const request = squareRequest(40, 8);
    const seen = labels();
    await expectAgrees(
      request,
      await narrow.run('fusedAttention', request),
      await reference.run('fusedAttention', request),
    );
    await wide.run('fusedAttention', { ...request, keys: halves(request.keys), values: halves(request.values) });
    expect(labelsIn(seen).filter((label) => label?.includes('float16'))).toEqual([]);
    for (const engine of [narrow, wide]) engine.dispose();
  }, 60_000);
});

describe('what goes to the GPU', () => {
  let engine: AttentionEngine;
  beforeAll(async () => {
    engine = await create({});
  });
  afterAll(() => engine.dispose());

  it('float32 does, float64 does not', async () => {
    const seen = dispatches();
    const request = squareRequest(20, 4);
    await engine.run('fusedAttention', request);
    expect(seen).toHaveBeenCalled();
    seen.mockClear();
    const wide = ({ shape, data }: typeof request.queries) => ({ shape, data: Float64Array.from(data) });
    const { context } = await engine.run('fusedAttention', {
      queries: wide(request.queries),
      keys: wide(request.keys),
      values: wide(request.values),
    });
    expect(context.data).toBeInstanceOf(Float64Array);
    expect(seen).not.toHaveBeenCalled();
  });

  it.each([
    ['NaN in a key', 'keys', NaN],
    ['Infinity in a query', 'queries', Infinity],
    ['scores that float32 does not hold', 'queries', 3e38],
    ['a value whose sum float32 does not hold', 'values', 3e38],
  ] as const)('%s is for the CPU: WGSL may assume finite numbers', async (_, field, number) => {
    const seen = dispatches();
    const request = squareRequest(20, 4);
    request[field].data[7] = number;
    const got = await engine.run('fusedAttention', request);
    expect(seen).not.toHaveBeenCalled();
    expect(got).toEqual(await reference.run('fusedAttention', request));
  });

  it('a small call is not worth the way, unless measurements say so', async () => {
    const other = await create({ leastCost: undefined });
    const seen = dispatches();
    await other.run('fusedAttention', squareRequest(20, 4));
    expect(seen).not.toHaveBeenCalled();
    await other.run('fusedAttention', squareRequest(2000, 4));
    expect(seen).toHaveBeenCalled();
    other.dispose();
  });
});

describe('R3: buffers that are too large for the device', () => {
  const request: FusedAttentionRequest<Float32Array> = {
    scoreFunction: 'additive',
    queries: wave([3, 50, 2], 1),
    keys: wave([3, 40, 3], 2),
    values: wave([3, 40, 5], 3),
    W_q: wave([2, 24], 4),
    W_k: wave([3, 24], 5),
    v: wave([24], 6),
    additiveMask: wave([50, 40], 7),
    causal: 'bottomRight',
  };

  it('are made for some of the queries at a time, and every bit is the same', async () => {
    const [whole, split] = [await create({}), await create({ mostBufferBytes: 12_000 })];
    const seen = dispatches();
    const shares: number[] = [];
    const got = await split.run('fusedAttention', request, { onProgress: (share) => shares.push(share) });
    const parts = seen.mock.calls.length;
    expect(got).toEqual(await whole.run('fusedAttention', request));
    expect(parts).toBeGreaterThan(seen.mock.calls.length - parts);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
    for (const engine of [whole, split]) engine.dispose();
  });

  it('are left to the CPU where the keys alone are too large, with equal numbers', async () => {
    const engine = await create({ mostBufferBytes: 8_000 });
    const seen = dispatches();
    expect(await engine.run('fusedAttention', request)).toEqual(await reference.run('fusedAttention', request));
    const tile = { queries: wave([50, 60], 1), keys: wave([40, 60], 2), logSumExp: wave([50], 3) };
    expect(await engine.run('weightTile', tile)).toEqual(await reference.run('weightTile', tile));
    expect(seen).not.toHaveBeenCalled();
    engine.dispose();
  });
});
