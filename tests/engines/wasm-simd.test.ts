import { describe, inject } from 'vitest';
import { createWasmSimdEngine } from '../../web/engines/wasm/index.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';
import { describeAccuracy } from './accuracy.ts';
import { describeEngine } from './suite.ts';

describe.skipIf(inject('missingWasm'))('needs the modules of dist/wasm', () => {
  describeEngine('wasmSimd', createWasmSimdEngine);
  describeFixtures('wasmSimd', createWasmSimdEngine);
  describeAccuracy('wasmSimd', createWasmSimdEngine);
});
