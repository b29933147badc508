import type { AttentionInput, AttentionTrace } from '../contract/index.ts';

/** What a pass over the keys knows after one more of them. */
export interface PassStep {
  /** score / temperature; −Infinity: hidden, and passed over. */
  readonly logit: number;
  /** The largest logit so far; −Infinity before the first that counts. */
  readonly largest: number;
  readonly isNewLargest: boolean;
  /** exp(largest before − largest now): by what the sum so far is multiplied. */
  readonly rescale: number;
  /** exp(logit − largest now) */
  readonly term: number;
  /** Σ of the terms so far, all relative to the largest now. */
  readonly sum: number;
}

export interface OnePass {
  /** One a key. */
  readonly steps: readonly PassStep[];
  /** largest + log(sum) at the end; the trace has the same. */
  readonly logSumExp: number;
  readonly query: number;
}

/**
 * The row of `query` again and again, each time with one key more: row i of its trace is what a pass knows after key i, so
 * that every number of the pass is the engine's.
 */
export function prefixesOf(
  input: AttentionInput<Float64Array>,
  trace: AttentionTrace<Float64Array>,
  query: number,
): AttentionInput<Float64Array> {
  const { keyCount } = trace;
  const row = trace.scores.subarray(query * keyCount, (query + 1) * keyCount);
  const scores = new Float64Array(keyCount * keyCount);
  for (let i = 0; i < keyCount; i++) scores.set(row, i * keyCount);
  const keyMask = trace.visible.slice(query * keyCount, (query + 1) * keyCount);
  const { values, valueDim, temperature } = input;
  const mask = { keyMask, causal: 'topLeft' } as const;
  return {
    ...{ queryCount: keyCount, keyCount, valueDim, values, temperature, mask },
    score: { scoreFunction: 'given', scores },
  };
}

/** The online softmax (Milakov and Gimelshein 2018), from the trace of prefixesOf. */
export function passOf(prefixes: AttentionTrace<Float64Array>, query: number): OnePass {
  const { keyCount, largestKey, logits, shiftedExponentials, shiftedSums } = prefixes;
  const steps = Array.from({ length: keyCount }, (_, i): PassStep => {
    const [now, before] = [largestKey[i], i === 0 ? -1 : largestKey[i - 1]];
    return {
      logit: logits[i * keyCount + i],
      largest: now < 0 ? -Infinity : logits[i * keyCount + now],
      isNewLargest: now >= 0 && now !== before,
      rescale: before < 0 ? 0 : shiftedExponentials[i * keyCount + before],
      term: shiftedExponentials[i * keyCount + i],
      sum: shiftedSums[i],
    };
  });
  return { steps, logSumExp: prefixes.logSumExp[keyCount - 1], query };
}
