import { describe, inject } from 'vitest';
import { createWasmSimdEngine } from '../../web/engines/wasm/index.ts';
import { describeAccuracy } from '../engines/accuracy.ts';
import { describeEngine } from '../engines/suite.ts';
import { describeFixtures } from '../fixtures/describe-fixtures.ts';

describe.skipIf(inject('missingWasm'))('needs the modules of dist/wasm', () => {
  describeEngine('wasmSimd', createWasmSimdEngine);
  describeFixtures('wasmSimd', createWasmSimdEngine);
  describeAccuracy('wasmSimd', createWasmSimdEngine);
});
