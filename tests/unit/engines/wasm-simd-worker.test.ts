import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { createWasmSimdEngine } from '../../../web/engines/wasm/index.ts';
import { heavyCost } from '../../../web/engines/input-cost.ts';

/** A worker whose core does not start. */
class BrokenWorker extends EventTarget {
  static count = 0;

  constructor() {
    super();
    BrokenWorker.count += 1;
  }

  postMessage({ id }: { id: string }): void {
    const value = { status: 'unavailable', message: 'The file trace.wasm could not be read.' };
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { id, type: 'RAW', value } })));
  }

  terminate(): void {
    return undefined;
  }
}

describe.skipIf(inject('missingWasm'))('the worker of wasmSimd', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is tried again a few times where it does not start, and the page computes meanwhile', async () => {
    vi.stubGlobal('Worker', BrokenWorker);
    const engine = await createWasmSimdEngine();
    const count = Math.ceil(Math.sqrt(heavyCost));
    const scores = { shape: [count], data: new Float32Array(count).fill(1) };
    for (let call = 0; call < 5; call++) {
      const { probabilities } = await engine.run('softmax', { scores });
      expect(probabilities.data[0]).toBeCloseTo(1 / count, 8);
    }
    expect(BrokenWorker.count).toBe(3);
    engine.dispose();
  });
});
