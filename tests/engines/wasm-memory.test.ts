import { describe, expect, inject, it } from 'vitest';
import type { AttentionModule } from '../../wasm/bindings/module.d.ts';
import { scoreFunctions, type AttentionInput, type Precision } from '../../web/contract/index.ts';
import { locateBundledFiles } from '../../web/engines/wasm/bundled-files.ts';
import { WasmComputation } from '../../web/engines/wasm/compute.ts';
import { loadModule } from '../../web/engines/wasm/load-module.ts';
import { problemOf } from '../../web/engines/wasm/problem.ts';
import { floats, precisions } from './inputs.ts';

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

  it('is flat over 10,000 calls of mixed sizes, score functions and precisions', async () => {
    const module = await load();
    const computation = new WasmComputation(module);
    const call = (index: number): void => {
      const input = mixedInput(index);
      if (index % 5 === 0) computation.rowDetail(input, 0);
      else computation.trace(input);
    };
    for (let index = 0; index < 300; index++) call(index);
    const before = heapOf(module);
    for (let index = 0; index < 10_000; index++) call(index);
    expect(heapOf(module)).toEqual(before);
  }, 30_000);

  it('is flat over 1,000 engines that come and go', async () => {
    const module = await load();
    const live = (index: number): void => {
      const computation = new WasmComputation(module);
      computation.trace(mixedInput(index));
      computation.dispose();
    };
    for (let index = 0; index < 50; index++) live(index);
    const before = heapOf(module);
    for (let index = 0; index < 1_000; index++) live(index);
    expect(heapOf(module)).toEqual(before);
  });

  it('is flat over 1,000 refused inputs', async () => {
    const module = await load();
    const computation = new WasmComputation(module);
    const refuse = (index: number): void => {
      expect(() => computation.trace({ ...mixedInput(index), temperature: -1 })).toThrow('temperature is -1');
    };
    computation.trace(mixedInput(0));
    const before = heapOf(module);
    for (let index = 0; index < 1_000; index++) refuse(index);
    expect(heapOf(module)).toEqual(before);
  });
});
