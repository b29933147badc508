import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttentionEngine, AttentionInput, FloatArray, Precision } from '../../web/contract/index.ts';
import { createReferenceEngine } from '../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from './inputs.ts';
import type { CreateEngine } from './suite.ts';
import { roundingUnit } from './tolerances.ts';

/** One line of `npm run accuracy`: the largest absolute errors against the reference engine in float64. */
export interface Accuracy {
  readonly engine: string;
  readonly precision: Precision;
  /** Queries, and as many keys. */
  readonly count: number;
  /** Width of queries, keys and values. */
  readonly dim: number;
  readonly weightsError: number;
  readonly contextError: number;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Reaches the JSON report, from which tools/accuracy.mjs makes its table. */
    accuracy?: Accuracy;
  }
}

const dim = 64;
const counts = [16, 64, 256, 512];

/**
 * Vectors of unit-variance parts, width 64, as in a head of a Transformer. Weights are at most 8 roundings off, contexts
 * 16, whatever the engine.
 */
export function describeAccuracy(name: string, createEngine: CreateEngine): void {
  describe(`accuracy of ${name}`, () => {
    let engine: AttentionEngine | undefined;
    beforeAll(async () => {
      engine = await createEngine();
    });
    afterAll(() => engine?.dispose());

    describe.each(precisions)('%s', (precision) => {
      it.for(counts)('%d queries and keys', async (count, { task }) => {
        const got = await engine!.trace(scaledDotInput(count, precision));
        const want = await createReferenceEngine().trace(scaledDotInput(count, 'float64'));
        const weightsError = largestDifference(got.weights, want.weights);
        const contextError = largestDifference(got.context, want.context);
        task.meta.accuracy = { engine: name, precision, count, dim, weightsError, contextError };
        expect(weightsError).toBeLessThan(8 * roundingUnit[precision]);
        expect(contextError).toBeLessThan(16 * roundingUnit[precision]);
      });
    });
  });
}

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
