import { describe, expect, inject, it } from 'vitest';
import type { OperationsModule, Problem, TraceModule } from '../../../wasm/bindings/module.d.ts';
import { contractVersion, engineStatuses, scoreFunctions } from '../../../web/contract/index.ts';
import { locateBundledFiles } from '../../../web/engines/wasm/bundled-files.ts';
import { loadModule } from '../../../web/engines/wasm/load-module.ts';
import type { WasmFiles } from '../../../web/engines/wasm/wasm-files.ts';
import {
  moduleOfOperation,
  wasmModuleNames,
  type OperationsModuleName,
} from '../../../web/engines/wasm/wasm-modules.ts';

const files = locateBundledFiles('simd', 'trace')!;
const load = () => loadModule<TraceModule>(files);

const plain: Problem = {
  queryCount: 1,
  keyCount: 2,
  valueDim: 1,
  queryDim: 0,
  keyDim: 0,
  attentionDim: 0,
  scoreFunction: scoreFunctions.indexOf('given'),
  scale: NaN,
  temperature: 1,
  causal: 0,
  leftWindow: -1,
  rightWindow: -1,
  hasKeyMask: false,
  hasPairMask: false,
  hasQueryMask: false,
  hasAdditiveMask: false,
};

/** What the core says by itself, without the validation in front of it. */
describe.skipIf(inject('missingWasm'))('the WebAssembly module', () => {
  it('is built for the contract of these sources', async () => {
    expect((await load()).contractVersion).toBe(contractVersion);
  });

  it.each<[status: string, wrong: Partial<Problem>]>([
    ['badShape', { queryCount: 0 }],
    ['badShape', { keyCount: -1 }],
    ['badShape', { scoreFunction: scoreFunctions.indexOf('dot'), queryDim: 2, keyDim: 3 }],
    ['badValue', { temperature: -1 }],
    ['badValue', { temperature: NaN }],
    ['badValue', { scale: Infinity }],
    ['badValue', { scoreFunction: scoreFunctions.length }],
    ['badValue', { causal: 3 }],
    ['tooLarge', { keyCount: 65_537 }],
    ['tooLarge', { queryCount: 1025, keyCount: 1024 }],
  ])('answers %s to %j', async (status, wrong) => {
    const module = await load();
    const session = new module.Float64Session();
    expect(engineStatuses[session.prepare({ ...plain, ...wrong })]).toBe(status);
    session.delete();
  });

  it('says outOfMemory instead of ending the program, and works on', async () => {
    const module = await load();
    const session = new module.Float64Session();
    // 2 GB of values.
    expect(engineStatuses[session.prepare({ ...plain, keyCount: 65_536, valueDim: 4_096 })]).toBe('outOfMemory');
    expect(engineStatuses[session.prepare(plain)]).toBe('ok');
    session.scores().set([0, 0]);
    session.values().set([1, 2]);
    expect(engineStatuses[session.run()]).toBe('ok');
    expect([...session.context()]).toEqual([1.5]);
    session.delete();
  });

  it('gives a row only after a run', async () => {
    const module = await load();
    const session = new module.Float32Session();
    expect(engineStatuses[session.rowDetail(0)]).toBe('badValue');
    session.prepare(plain);
    expect(engineStatuses[session.rowDetail(0)]).toBe('badValue');
    session.delete();
  });
});

describe.skipIf(inject('missingWasm'))('the modules of WebAssembly', () => {
  const ofOperations = wasmModuleNames.filter((name) => name !== 'trace');

  it.each(ofOperations)('%s has the operations that the engines look for in it', async (name: OperationsModuleName) => {
    const module = await loadModule<OperationsModule>(locateBundledFiles('simd', name)!);
    const expected = Object.entries(moduleOfOperation).flatMap(([operation, owner]) =>
      owner === name ? [operation] : [],
    );
    expect(module.operationNames().toSorted()).toEqual(expected.toSorted());
  });
});

describe('a module that cannot be loaded', () => {
  it('is named, with the cause', async () => {
    const missing: WasmFiles = {
      variant: 'simd',
      glueUrl: 'file:///nowhere/attention.mjs',
      wasmUrl: 'file:///nowhere/attention.wasm',
    };
    await expect(loadModule(missing)).rejects.toMatchObject({
      name: 'EngineError',
      status: 'unavailable',
      message: expect.stringContaining('file:///nowhere/attention.') as string,
    });
  });

  it.skipIf(inject('missingWasm'))('also where its bytes are no module', async () => {
    const notWasm = { ...files, wasmUrl: import.meta.url };
    await expect(loadModule(notWasm)).rejects.toMatchObject({ status: 'unavailable' });
  });
});
