import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AttentionEngine, FusedAttentionResult } from '../../web/contract/index.ts';
import type { EngineLimitation } from '../../web/engines/engine-report.ts';
import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { startWebGpuEngine, type WebGpuOptions } from '../../web/engines/webgpu/webgpu-engine.ts';
import { squareRequest } from '../engines/long-runs.ts';
import { expectAgrees } from '../engines/operations/fused-attention-requests.ts';

/** Of several slices. */
const request = squareRequest(400, 16);
const reference = createReferenceEngine();
const patience = 120_000;

/** Whatever was made on the GPU, and whatever of it has been given back. */
let devices: GPUDevice[];
let liveBuffers: Set<GPUBuffer>;
let closedDevices: number;
let adapterCount: number;
let told: { limitation: EngineLimitation | undefined; detail: string | undefined }[];

/** Lets the real method run and then does something with what it gave. */
function after<T extends object>(
  prototype: T,
  name: keyof T & string,
  look: (result: unknown, self: unknown) => unknown,
): void {
  const methods = prototype as Record<string, (...parameters: unknown[]) => unknown>;
  const original = methods[name];
  vi.spyOn(methods, name).mockImplementation(function (this: unknown, ...parameters: unknown[]) {
    return look(original.apply(this, parameters), this);
  });
}

beforeEach(() => {
  [devices, liveBuffers, closedDevices, adapterCount, told] = [[], new Set(), 0, 0, []];
  after(GPUAdapter.prototype, 'requestDevice', async (device) => {
    devices.push((await device) as GPUDevice);
    return device;
  });
  after(GPUDevice.prototype, 'createBuffer', (buffer) => {
    liveBuffers.add(buffer as GPUBuffer);
    return buffer;
  });
  after(GPUBuffer.prototype, 'destroy', (_, buffer) => liveBuffers.delete(buffer as GPUBuffer));
  after(GPUDevice.prototype, 'destroy', () => {
    closedDevices++;
  });
});
afterEach(() => vi.restoreAllMocks());

const start = (options: Partial<WebGpuOptions> = {}): Promise<AttentionEngine> =>
  startWebGpuEngine({
    source: {
      requestAdapter: (wanted) => {
        adapterCount++;
        return navigator.gpu.requestAdapter(wanted);
      },
    },
    cpu: async () => createReferenceEngine(),
    leastCost: 0,
    // The quickest to compile in software.
    tile: 8,
    onLimitation: (limitation, detail) => told.push({ limitation, detail }),
    ...options,
  });

let right: FusedAttentionResult | undefined;
/** The caller has got its numbers, whoever computed them. */
async function expectRight(got: FusedAttentionResult): Promise<void> {
  right ??= await reference.run('fusedAttention', request);
  await expectAgrees(request, got, right);
}

describe('a GPU that cannot be used from the start', () => {
  it('R1: the adapter is null', async () => {
    await expect(start({ source: { requestAdapter: async () => null } })).rejects.toMatchObject({
      name: 'EngineError',
      status: 'unavailable',
      reason: 'noAdapter',
      message: 'The browser has WebGPU, but no adapter for it on this machine.',
    });
  });

  it('the adapter gives no device', async () => {
    vi.spyOn(GPUAdapter.prototype, 'requestDevice').mockRejectedValue(new TypeError('no such limit'));
    await expect(start()).rejects.toMatchObject({
      reason: 'noAdapter',
      message: expect.stringContaining('no such limit') as string,
    });
  });

  it('a driver that gives zeros is found out before anybody gets one', async () => {
    vi.spyOn(GPUQueue.prototype, 'submit').mockImplementation(() => undefined);
    await expect(start()).rejects.toMatchObject({
      reason: 'wrongNumbers',
      message: expect.stringMatching(/^The GPU .*swiftshader.* computes context\[0\] = 0 where .* is right/) as string,
    });
    expect([devices.length, closedDevices, liveBuffers.size]).toEqual([1, 1, 0]);
  });

  it('a CPU engine that does not start leaves no device behind', async () => {
    await expect(start({ cpu: () => Promise.reject(new Error('no core')) })).rejects.toThrow('no core');
    await vi.waitFor(() => expect([devices.length, closedDevices]).toEqual([1, 1]));
  });
});

describe('a GPU that fails later', () => {
  it('is lost in the middle of a call: the CPU ends it, the page is told, and the next call has a GPU again', async () => {
    const engine = await start();
    const shares: number[] = [];
    const onProgress = (share: number): void => {
      shares.push(share);
      if (devices.length === 1) devices[0].destroy();
    };
    await expectRight(await engine.run('fusedAttention', request, { onProgress }));
    expect(shares[0]).toBeLessThan(1);
    expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(told).toEqual([
      { limitation: 'deviceLost', detail: expect.stringMatching(/^The GPU was lost: /) as string },
    ]);
    await expectRight(await engine.run('fusedAttention', request));
    expect(devices).toHaveLength(2);
    expect(told.at(-1)).toEqual({ limitation: undefined, detail: undefined });
    engine.dispose();
  });

  it(
    '20 losses at any moment: every call is answered, nothing is left behind',
    async () => {
      const engine = await start();
      for (let loss = 0; loss < 20; loss++) {
        const calls = [0, 1].map(() => engine.run('fusedAttention', request));
        await new Promise((resolve) => setTimeout(resolve, 3 * loss));
        devices.at(-1)!.destroy();
        for (const got of await Promise.all(calls)) await expectRight(got);
        // One that goes well in between, or the GPU would be given up.
        await expectRight(await engine.run('fusedAttention', request));
        expect(liveBuffers.size).toBe(0);
      }
      expect(devices.length).toBeGreaterThan(15);
      expect(told.filter(({ limitation }) => limitation === 'deviceLost').length).toBeGreaterThan(15);
      engine.dispose();
    },
    patience,
  );

  it('is given up when it is lost three times without a call that went well', async () => {
    const engine = await start();
    for (let loss = 0; loss < 5; loss++) {
      const device = devices.at(-1)!;
      const onProgress = (): void => devices.at(-1)!.destroy();
      await expectRight(await engine.run('fusedAttention', request, { onProgress }));
      await device.lost;
    }
    expect(adapterCount).toBe(3);
    engine.dispose();
  });

  it('is given up when it is lost again each time it is checked', async () => {
    const engine = await start();
    after(GPUQueue.prototype, 'submit', () => devices.at(-1)!.destroy());
    devices[0].destroy();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    for (let call = 0; call < 5; call++) await expectRight(await engine.run('fusedAttention', request));
    expect(adapterCount).toBe(3);
    engine.dispose();
  });

  it('is not there for a moment, to several calls at once: that counts once', async () => {
    let isThere = true;
    const engine = await start({
      source: { requestAdapter: async (wanted) => (isThere ? navigator.gpu.requestAdapter(wanted) : null) },
    });
    isThere = false;
    devices[0].destroy();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    const calls = [0, 1, 2, 3].map(() => engine.run('fusedAttention', request));
    for (const got of await Promise.all(calls)) await expectRight(got);
    expect(told.map(({ limitation }) => limitation)).toEqual(['deviceLost', 'gpuFailed']);
    isThere = true;
    await expectRight(await engine.run('fusedAttention', request));
    expect(devices).toHaveLength(2);
    expect(told.at(-1)).toEqual({ limitation: undefined, detail: undefined });
    engine.dispose();
  });

  it('comes back with a driver that gives zeros: it is asked no more', async () => {
    const engine = await start();
    devices[0].destroy();
    await devices[0].lost;
    vi.spyOn(GPUQueue.prototype, 'submit').mockImplementation(() => undefined);
    for (let call = 0; call < 3; call++) await expectRight(await engine.run('fusedAttention', request));
    expect(adapterCount).toBe(2);
    expect(told.at(-1)).toMatchObject({ limitation: 'gpuFailed' });
    engine.dispose();
  });

  it.each([
    [
      'has no memory for a call',
      GPUOutOfMemoryError,
      'outOfMemory',
      /does not hold the arrays of this call: too large/,
    ],
    ['refuses a command', GPUValidationError, 'gpuFailed', /refused a command: too large/],
    ['breaks inside', GPUInternalError, 'gpuFailed', /refused a command: too large/],
  ] as const)('%s: the CPU computes it, the next one is computed on the GPU', async (_, Kind, limitation, sentence) => {
    const engine = await start();
    let isFailing = true;
    after(GPUDevice.prototype, 'popErrorScope', async (scope) => {
      await scope;
      // Scopes close in the order opposite to that in which they were opened: memory first, then internal, validation.
      const isOwn = Kind === [GPUOutOfMemoryError, GPUInternalError, GPUValidationError][scopes++ % 3];
      return isFailing && isOwn ? new Kind('too large') : null;
    });
    let scopes = 0;
    await expectRight(await engine.run('fusedAttention', request));
    expect(told).toEqual([{ limitation, detail: expect.stringMatching(sentence) as string }]);
    isFailing = false;
    await expectRight(await engine.run('fusedAttention', request));
    expect(told.at(-1)).toEqual({ limitation: undefined, detail: undefined });
    expect([devices.length, liveBuffers.size]).toEqual([1, 0]);
    engine.dispose();
  });
});

describe('opening and closing', () => {
  it(
    '50 times: nothing is left behind, and a call that was under way is refused',
    async () => {
      for (let i = 0; i < 50; i++) {
        const engine = await start();
        const call = engine.run('fusedAttention', request);
        const refused = expect(call).rejects.toMatchObject({ status: 'disposed' });
        if (i % 2 === 0) await new Promise((resolve) => setTimeout(resolve, i % 7));
        engine.dispose();
        engine.dispose();
        await refused;
      }
      await vi.waitFor(() => expect([closedDevices, liveBuffers.size]).toEqual([50, 0]));
      expect(told).toEqual([]);
    },
    patience,
  );
});
