import { describe, inject } from 'vitest';
import { createWasmSimdEngine } from '../../web/engines/wasm/index.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { describeAccuracy } from './accuracy.ts';
import { describeLongRuns } from './long-runs.ts';
import { describeEngine } from './suite.ts';

describe.skipIf(inject('missingWasm'))('needs the modules of dist/wasm', () => {
  describeEngine('wasmSimd', createWasmSimdEngine);
  describeLongRuns(createWasmSimdEngine);
  describeFixtures('wasmSimd', createWasmSimdEngine);
  describeAccuracy('wasmSimd', createWasmSimdEngine);
});
