import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { AttentionModule } from '../../wasm/bindings/module.d.ts';
import {
  scoreFunctions,
  type AttentionInput,
  type OperationName,
  type OperationRequest,
  type Precision,
} from '../../web/contract/index.ts';
import { locateBundledFiles } from '../../web/engines/wasm/bundled-files.ts';
import { WasmComputation } from '../../web/engines/wasm/compute.ts';
import { loadModule } from '../../web/engines/wasm/load-module.ts';
import { problemOf } from '../../web/engines/wasm/problem.ts';
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

function runMixed(computation: WasmComputation, index: number): void {
  const [name, request] = mixedRequests[index % mixedRequests.length];
  computation.run(name, request);
}

/** Where the allocator puts a new block of half a mebibyte, and how large the memory is: both move up when calls leak. */
function heapOf(module: AttentionModule): { blockAddress: number; memoryBytes: number } {
  const session = new module.Float64Session();
  const length = 65_536;
  session.prepare(
    problemOf({
      queryCount: 1,
      keyCount: length,
      valueDim: 1,
      values: new Float64Array(length),
      score: { scoreFunction: 'given', scores: new Float64Array(length) },
    }),
  );
  const values = session.values();
  const heap = { blockAddress: values.byteOffset, memoryBytes: values.buffer.byteLength };
  session.delete();
  return heap;
}

describe.skipIf(inject('missingWasm'))('memory of the wasm module', () => {
  const load = (): Promise<AttentionModule> => loadModule(locateBundledFiles('simd')!);

  it('is flat over 10,000 calls of mixed sizes, score functions, operations and precisions', async () => {
    const module = await load();
    const computation = new WasmComputation(module);
    let runCount = 0;
    const call = (index: number): void => {
      const input = mixedInput(index);
      if (index % 5 === 0) computation.rowDetail(input, 0);
      else if (index % 2 === 0) computation.trace(input);
      else runMixed(computation, runCount++);
    };
    for (let index = 0; index < 2_000; index++) call(index);
    expect(runCount, 'each has been computed once').toBeGreaterThanOrEqual(mixedRequests.length);
    const before = heapOf(module);
    for (let index = 0; index < 10_000; index++) call(index);
    expect(heapOf(module)).toEqual(before);
  }, 30_000);

  it('is flat over 1,000 engines that come and go', async () => {
    const module = await load();
    const live = (index: number): void => {
      const computation = new WasmComputation(module);
      computation.trace(mixedInput(index));
      runMixed(computation, index);
      computation.dispose();
    };
    for (let index = 0; index < 50; index++) live(index);
    const before = heapOf(module);
    for (let index = 0; index < 1_000; index++) live(index);
    expect(heapOf(module)).toEqual(before);
  });

  it('O3: levels off over 50 large runs', async () => {
    const module = await load();
    const computation = new WasmComputation(module);
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
    const before = heapOf(module);
    for (let index = 0; index < 50; index++) run(index);
    expect(heapOf(module)).toEqual(before);
  });

  it('is flat over 1,000 refused inputs', async () => {
    const module = await load();
    const computation = new WasmComputation(module);
    const refuse = (index: number): void => {
      expect(() => computation.trace({ ...mixedInput(index), temperature: -1 })).toThrow('temperature is -1');
      const count = counts[index % counts.length];
      const scores = { shape: [count], data: new Float64Array(count) };
      // Past validation, the core refuses by itself.
      expect(() => computation.run('softmax', { scores, ['n'.repeat(32)]: scores })).toThrow('refused a request');
    };
    computation.trace(mixedInput(0));
    for (let index = 0; index < 100; index++) refuse(index);
    const before = heapOf(module);
    for (let index = 0; index < 1_000; index++) refuse(index);
    expect(heapOf(module)).toEqual(before);
  });
});
