import { expect } from 'vitest';
import type { AttentionInput, AttentionTrace, RowDetail } from '../../web/contract/index.ts';
import { expectNear } from './number-agreement.ts';
import { tolerancesFor } from './tolerances.ts';

/** Every field of the trace against the reference's, and the fields against one another. */
export function expectTraceAgrees(input: AttentionInput, got: AttentionTrace, want: AttentionTrace): void {
  const { unit, ...tolerance } = tolerancesFor(input, want);
  expect([got.queryCount, got.keyCount, got.valueDim]).toEqual([want.queryCount, want.keyCount, want.valueDim]);
  expect(got.weights.constructor, 'precision of the trace').toBe(input.values.constructor);
  expectNear('visible', got.visible, want.visible, 0);
  expectNear('isEmpty', got.isEmpty, want.isEmpty, 0);
  expectNear('scores', got.scores, want.scores, tolerance.scores);
  expectNear('logits', got.logits, want.logits, tolerance.logits);
  expectNear('shiftedExponentials', got.shiftedExponentials, want.shiftedExponentials, tolerance.weights);
  expectNear('shiftedSums', got.shiftedSums, want.shiftedSums, tolerance.weights * input.keyCount, 4 * unit);
  expectNear('weights', got.weights, want.weights, tolerance.weights);
  expectNear('weightSums', got.weightSums, want.weightSums, unit * (2 + input.keyCount));
  expectNear('context', got.context, want.context, tolerance.context);
  expectNear('logSumExp', got.logSumExp, want.logSumExp, 2 * tolerance.logits + 4 * unit, 4 * unit);
  expectNear('entropy', got.entropy, want.entropy, tolerance.entropy);
  expectExponentialsAgree(got, tolerance.logits + 4 * unit);
  expectLargestKeysAreLargest(got);
}

/** exp multiplies errors by its size and soon overflows, so it is held against the trace's own logits, as a logarithm. */
function expectExponentialsAgree(trace: AttentionTrace, tolerance: number): void {
  const logitsOverflow = trace.weights instanceof Float64Array ? 709.7 : 88.7;
  const logitsUnderflow = trace.weights instanceof Float64Array ? -708 : -87;
  const check = (name: string, exponential: number, logit: number): void => {
    if (Number.isNaN(logit)) expect(exponential, name).toBeNaN();
    else if (logit < logitsUnderflow) expect(exponential, name).toBeLessThan(1e-37);
    else if (exponential === Infinity) expect(logit, name).toBeGreaterThan(logitsOverflow - 0.1);
    else expectNear(name, [Math.log(exponential)], [logit], tolerance * 2);
  };
  trace.logits.forEach((logit, pair) => check(`exponentials[${pair}]`, trace.exponentials[pair], logit));
  trace.logSumExp.forEach((sum, t) => check(`exponentialSums[${t}]`, trace.exponentialSums[t], sum));
}

/** Ties may fall differently after rounding, so the key is held against the trace's own weights. */
function expectLargestKeysAreLargest({ weights, keyCount, largestKey, isEmpty }: AttentionTrace): void {
  largestKey.forEach((key, t) => {
    const row = weights.subarray(t * keyCount, (t + 1) * keyCount);
    const hasNone = isEmpty[t] === 1 || row.some(Number.isNaN);
    if (hasNone) expect(key, `largestKey[${t}]`).toBe(-1);
    else expect(row[key], `weight of largestKey[${t}]`).toBe(Math.max(...row));
  });
}

/** The summands against the reference's, and their sums against the trace. */
export function expectDetailAgrees(
  input: AttentionInput,
  queryIndex: number,
  trace: AttentionTrace,
  got: RowDetail,
  want: RowDetail,
): void {
  const tolerance = tolerancesFor(input, trace);
  expect([got.keyCount, got.valueDim, got.termCount]).toEqual([want.keyCount, want.valueDim, want.termCount]);
  expectNear('scale', [got.scale], [want.scale], 0, 2 * tolerance.unit);
  // A term is not scaled, while the tolerance of the scores is.
  expectNear('scoreTerms', got.scoreTerms, want.scoreTerms, tolerance.scores / Math.min(1, Math.abs(want.scale) || 1));
  expectNear('contributions', got.contributions, want.contributions, tolerance.context);
  const { keyCount, valueDim, termCount } = got;
  const contextSums = new Float64Array(valueDim);
  got.contributions.forEach((summand, i) => (contextSums[i % valueDim] += summand));
  const context = trace.context.subarray(queryIndex * valueDim, (queryIndex + 1) * valueDim);
  expectNear('Σ contributions', contextSums, context, 2 * tolerance.context);
  if (termCount === 0) return;
  const scoreSums = new Float64Array(keyCount);
  got.scoreTerms.forEach((term, i) => (scoreSums[Math.floor(i / termCount)] += term * got.scale));
  const scores = trace.scores.subarray(queryIndex * keyCount, (queryIndex + 1) * keyCount);
  expectNear('scale · Σ scoreTerms', scoreSums, scores, 2 * tolerance.scores);
}
