import { describe, expect, inject, it } from 'vitest';
import { createWasmSimdEngine } from '../../web/engines/wasm/index.ts';
import { describeAccuracy } from '../engines/accuracy.ts';
import { describeLongRuns } from '../engines/long-runs.ts';
import { describeEngine } from '../engines/suite.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';

describe.skipIf(inject('missingWasm'))('needs the modules of dist/wasm', () => {
  describeEngine('wasmSimd', createWasmSimdEngine);
  describeLongRuns(createWasmSimdEngine);
  describeFixtures('wasmSimd', createWasmSimdEngine);
  describeAccuracy('wasmSimd', createWasmSimdEngine);

  it('runs on relaxed SIMD here, and without where that is refused', async () => {
    const engines = await Promise.all([undefined, false].map((relaxed) => createWasmSimdEngine({ relaxed })));
    expect(engines.map(({ isRelaxed }) => isRelaxed)).toEqual([true, false]);
    for (const engine of engines) engine.dispose();
  });
});
