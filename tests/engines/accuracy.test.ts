import { describe, expect, inject, it } from 'vitest';
import type { AttentionInput, FloatArray, Precision } from '../../web/contract/index.ts';
import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { createWasmSimdEngine } from '../../web/engines/wasm/index.ts';
import { floats, precisions } from './inputs.ts';
import { roundingUnit } from './tolerances.ts';

const dim = 64;

/** Uniform numbers of mean 0 and variance 1 from a fixed seed, so that the measured errors are the same every time. */
function uniformNumbers(length: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32 - 0.5) * Math.sqrt(12);
  });
}

function scaledDotInput(count: number, precision: Precision): AttentionInput {
  // Rounded once for both precisions: what differs is the computation, not its input.
  const vectors = (seed: number) => floats(precision, Float32Array.from(uniformNumbers(count * dim, seed)));
  return {
    queryCount: count,
    keyCount: count,
    valueDim: dim,
    values: vectors(3),
    score: { scoreFunction: 'scaledDot', queryDim: dim, keyDim: dim, queries: vectors(1), keys: vectors(2) },
  };
}

function largestDifference(a: FloatArray, b: FloatArray): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

/** Vectors of unit-variance parts, width 64, as in a head of a Transformer; 8 and 16 roundings are what is asked for. */
describe.skipIf(inject('missingWasm'))('largest error of wasmSimd against the float64 reference', () => {
  describe.each(precisions)('%s', (precision) => {
    it.each([16, 64, 256, 512])('%d queries and keys', async (count) => {
      const engine = await createWasmSimdEngine();
      const got = await engine.trace(scaledDotInput(count, precision));
      const want = await createReferenceEngine().trace(scaledDotInput(count, 'float64'));
      const [weights, context] = [
        largestDifference(got.weights, want.weights),
        largestDifference(got.context, want.context),
      ];
      engine.dispose();
      console.info(
        `${precision}, ${count} × ${count}: weights ± ${weights.toExponential(1)}, context ± ${context.toExponential(1)}`,
      );
      expect(weights).toBeLessThan(8 * roundingUnit[precision]);
      expect(context).toBeLessThan(16 * roundingUnit[precision]);
    });
  });
});
