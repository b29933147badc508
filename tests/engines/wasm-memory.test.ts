import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { OperationsModule, TraceModule } from '../../wasm/bindings/module.d.ts';
import {
  scoreFunctions,
  type AttentionInput,
  type OperationName,
  type OperationRequest,
  type Precision,
} from '../../web/contract/index.ts';
import { locateBundledFiles } from '../../web/engines/wasm/bundled-files.ts';
import { WasmComputation } from '../../web/engines/wasm/compute.ts';
import { fileTableOf } from '../../web/engines/wasm/file-table.ts';
import { ModuleLoader } from '../../web/engines/wasm/module-loader.ts';
import { problemOf } from '../../web/engines/wasm/problem.ts';
import { wasmModuleNames, type WasmModuleName } from '../../web/engines/wasm/wasm-modules.ts';
import { longRequest } from './long-runs.ts';
import { floats, precisions } from './inputs.ts';
import { attentionRequests } from './operations/attention-requests.ts';
import { cellKinds, recurrentRequests } from './operations/recurrent-requests.ts';
import { sampleRequests } from './operations/sample-requests.ts';
import { softmaxRequests } from './operations/softmax.ts';
import { tensors } from './operations/tensors.ts';

/** Sizes in no order, so that buffers shrink and grow. */
const counts = [3, 24, 1, 17, 40, 5, 33];

/** Input number `index` of a sequence that goes through all sizes, score functions and precisions. */
function mixedInput(index: number): AttentionInput {
  const count = counts[index % counts.length];
  const precision: Precision = precisions[index % precisions.length];
  const wave = (length: number) =>
    floats(
      precision,
      Float64Array.from({ length }, (_, i) => Math.sin(index + i)),
    );
  const scoreFunction = scoreFunctions[index % scoreFunctions.length];
  const vectors = { queryDim: 8, keyDim: 8, queries: wave(count * 8), keys: wave(count * 8) };
  const base = { queryCount: count, keyCount: count, valueDim: 4, values: wave(count * 4) };
  switch (scoreFunction) {
    case 'given':
      return { ...base, score: { scoreFunction, scores: wave(count * count) } };
    case 'bilinear':
      return { ...base, score: { ...vectors, scoreFunction, W: wave(64) } };
    case 'additive':
      return {
        ...base,
        score: { ...vectors, scoreFunction, attentionDim: 8, W_q: wave(64), W_k: wave(64), v: wave(8) },
      };
    default:
      return { ...base, score: { ...vectors, scoreFunction }, mask: { causal: 'topLeft' } };
  }
}

type MixedRequest = {
  [N in OperationName]: readonly [name: N, request: OperationRequest<N>];
}[OperationName];

/** Every operation, and many sizes of those which keep memory of several kinds: results only, time steps, Eigen's own. */
const mixedRequests: readonly MixedRequest[] = precisions.flatMap((precision) => {
  const arbitraries: readonly fc.Arbitrary<MixedRequest>[] = [
    softmaxRequests(precision).map((request) => ['softmax', request] as const),
    attentionRequests({ precision }).map((request) => ['attention', request] as const),
    ...cellKinds.map((kind) =>
      recurrentRequests({ precision, kind }).map((request) => ['recurrent', request] as const),
    ),
    tensors(precision, fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9 }))).map(
      (points) => ['projection', { points }] as const,
    ),
  ];
  const samples = Object.entries(sampleRequests(precision)) as unknown as MixedRequest[];
  return [...samples, ...arbitraries.flatMap((arbitrary) => fc.sample(arbitrary, { numRuns: 20, seed: 7 }))];
});

async function runMixed(computation: WasmComputation, index: number): Promise<void> {
  const [name, request] = mixedRequests[index % mixedRequests.length];
  await computation.run(name, request);
}

interface Heap {
  readonly module: WasmModuleName;
  readonly blockAddress: number;
  readonly memoryBytes: number;
}

/** Where each allocator puts a new block of half a mebibyte, and how large the memory is: both move up when calls leak. */
async function heapsOf(modules: ModuleLoader): Promise<readonly Heap[]> {
  const heaps: Heap[] = [];
  for (const module of wasmModuleNames) {
    const block =
      module === 'trace' ? blockOfSession(await modules.load(module)) : blockOfCall(await modules.load(module));
    heaps.push({ module, ...block });
  }
  return heaps;
}

/** A block may come to lie lower, where free ones before it have grown together. */
async function expectFlat(modules: ModuleLoader, before: readonly Heap[]): Promise<void> {
  const after = await heapsOf(modules);
  for (const [index, { module, blockAddress, memoryBytes }] of before.entries()) {
    expect(after[index].blockAddress, `the block of ${module}`).toBeLessThanOrEqual(blockAddress);
    expect(after[index].memoryBytes, `the memory of ${module}`).toBe(memoryBytes);
  }
}

type Block = Omit<Heap, 'module'>;
const blockLength = 65_536;

function blockOfSession(module: TraceModule): Block {
  const session = new module.Float64Session();
  session.prepare(
    problemOf({
      queryCount: 1,
      keyCount: blockLength,
      valueDim: 1,
      values: new Float64Array(blockLength),
      score: { scoreFunction: 'given', scores: new Float64Array(blockLength) },
    }),
  );
  const block = blockOf(session.values());
  session.delete();
  return block;
}

function blockOfCall(module: OperationsModule): Block {
  const call = new module.Float64Call();
  call.addTensor('block', [blockLength]);
  const block = blockOf(call.tensor('block'));
  call.delete();
  return block;
}

function blockOf(view: Float64Array): Block {
  return { blockAddress: view.byteOffset, memoryBytes: view.buffer.byteLength };
}

describe.skipIf(inject('missingWasm'))('memory of the wasm module', () => {
  const load = (): ModuleLoader => new ModuleLoader(fileTableOf(locateBundledFiles, 'simd')!);

  it('is flat over 10,000 calls of mixed sizes, score functions, operations and precisions', async () => {
    const modules = load();
    const computation = await WasmComputation.start(modules);
    let runCount = 0;
    const call = async (index: number): Promise<void> => {
      const input = mixedInput(index);
      if (index % 5 === 0) computation.rowDetail(input, 0);
      else if (index % 2 === 0) computation.trace(input);
      else await runMixed(computation, runCount++);
    };
    for (let index = 0; index < 2_000; index++) await call(index);
    expect(runCount, 'each has been computed once').toBeGreaterThanOrEqual(mixedRequests.length);
    const before = await heapsOf(modules);
    for (let index = 0; index < 10_000; index++) await call(index);
    await expectFlat(modules, before);
  }, 30_000);

  it('is flat over 1,000 engines that come and go', async () => {
    const modules = load();
    const live = async (index: number): Promise<void> => {
      const computation = await WasmComputation.start(modules);
      computation.trace(mixedInput(index));
      await runMixed(computation, index);
      computation.dispose();
    };
    for (let index = 0; index < 50; index++) await live(index);
    const before = await heapsOf(modules);
    for (let index = 0; index < 1_000; index++) await live(index);
    await expectFlat(modules, before);
  });

  it('O3: levels off over 50 large runs', async () => {
    const modules = load();
    const computation = await WasmComputation.start(modules);
    const large = (precision: Precision): AttentionInput => ({
      queryCount: 1000,
      keyCount: 1000,
      valueDim: 64,
      values: floats(precision, new Float64Array(64_000).fill(1)),
      score: { scoreFunction: 'given', scores: floats(precision, new Float64Array(1_000_000)) },
    });
    const inputs = precisions.map(large);
    const run = (index: number): void => {
      expect(computation.trace(inputs[index % inputs.length]).weights[0]).toBeCloseTo(0.001, 9);
    };
    for (let index = 0; index < 4; index++) run(index);
    const before = await heapsOf(modules);
    for (let index = 0; index < 50; index++) run(index);
    await expectFlat(modules, before);
  });

  it('is flat over 20 runs in slices, every second of them cancelled', async () => {
    const modules = load();
    const computation = await WasmComputation.start(modules);
    const run = async (index: number): Promise<void> => {
      const controller = new AbortController();
      const onProgress = (): void => {
        if (index % 2 === 1) controller.abort();
      };
      const watch = { signal: controller.signal, onProgress };
      await computation.run('fusedAttention', longRequest(8, 600), watch).catch(() => undefined);
    };
    for (let index = 0; index < 4; index++) await run(index);
    const before = await heapsOf(modules);
    for (let index = 0; index < 20; index++) await run(index);
    await expectFlat(modules, before);
  });

  it('is flat over 1,000 refused inputs', async () => {
    const modules = load();
    const computation = await WasmComputation.start(modules);
    const refuse = async (index: number): Promise<void> => {
      expect(() => computation.trace({ ...mixedInput(index), temperature: -1 })).toThrow('temperature is -1');
      const count = counts[index % counts.length];
      const scores = { shape: [count], data: new Float64Array(count) };
      // Past validation, the core refuses by itself.
      await expect(computation.run('softmax', { scores, ['n'.repeat(32)]: scores })).rejects.toThrow(
        'refused a request',
      );
    };
    computation.trace(mixedInput(0));
    for (let index = 0; index < 100; index++) await refuse(index);
    const before = await heapsOf(modules);
    for (let index = 0; index < 1_000; index++) await refuse(index);
    await expectFlat(modules, before);
  });
});
