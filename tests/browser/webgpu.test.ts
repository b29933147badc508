import { afterEach, describe, expect, inject, it } from 'vitest';
import { createWebGpuEngine } from '../../web/engines/webgpu/index.ts';
import { createWasmThreadsEngine } from '../../web/engines/wasm/index.ts';
import { describeLongRuns } from '../engines/long-runs.ts';
import { describeEngine } from '../engines/suite.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';

/** Everything that can be computed on the GPU is, however small. */
const createEngine = () =>
  createWebGpuEngine({
    cpu: () => createWasmThreadsEngine(),
    leastCost: 0,
    onLimitation: (...trouble) => troubles.push(trouble),
  });

/** What kept the GPU from computing, which the right numbers of the CPU would hide. */
const troubles: unknown[] = [];
afterEach(() => expect(troubles.splice(0)).toEqual([]));

describe.skipIf(inject('missingWasm'))('needs the modules of dist/wasm', () => {
  it('there is an adapter, or nothing here would have run on a GPU', async () => {
    expect(await navigator.gpu.requestAdapter()).not.toBeNull();
  });

  describeEngine('webgpu', createEngine);
  // In software, as here.
  describeLongRuns(createEngine, { isSlow: true });
  describeFixtures('webgpu', createEngine);
});
