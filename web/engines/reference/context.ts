import type { AttentionInput } from '../../contract/index.ts';

/**
 * [keyCount, valueDim] the summands weight · value of one context. A key of weight 0 adds 0 whatever its value, so
 * that NaN and Infinity behind a mask stay there.
 */
export function computeContributions(input: AttentionInput, weights: Float64Array, queryIndex: number): Float64Array {
  const { keyCount, valueDim, values, mask } = input;
  const contributions = new Float64Array(keyCount * valueDim);
  if (mask?.queryMask?.[queryIndex] === 0) return contributions;
  for (let i = 0; i < keyCount; i++) {
    if (weights[i] === 0) continue;
    for (let d = 0; d < valueDim; d++) contributions[i * valueDim + d] = weights[i] * values[i * valueDim + d];
  }
  return contributions;
}

/** [valueDim] Σ weight · value. */
export function computeContext(input: AttentionInput, weights: Float64Array, queryIndex: number): Float64Array {
  const { keyCount, valueDim } = input;
  const contributions = computeContributions(input, weights, queryIndex);
  const context = new Float64Array(valueDim);
  for (let i = 0; i < keyCount; i++) {
    for (let d = 0; d < valueDim; d++) context[d] += contributions[i * valueDim + d];
  }
  return context;
}
