import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import type { MapProblem, VectorAttention } from '../../../web/model/map-problem.ts';
import type { MapSize } from '../../../web/model/map-viewport.ts';
import type { MapEngine } from '../../../web/state/map-engine.ts';

/** The engine that defines "correct". */
export function referenceMapEngine(): MapEngine {
  const engine = createReferenceEngine();
  return {
    attend: (request, signal) => engine.run('fusedAttention', request, { signal }),
    tile: (request, signal) => engine.run('weightTile', request, { signal }),
  };
}

/** Vectors of any numbers. */
export function vectorsFor(
  { queryCount, keyCount }: MapSize,
  isCausal: boolean,
  random: () => number,
  dim = 5,
): VectorAttention {
  const numbers = (count: number): Float32Array => Float32Array.from({ length: count }, () => 4 * random() - 2);
  return {
    kind: 'vectors',
    dim,
    queries: numbers(queryCount * dim),
    keys: numbers(keyCount * dim),
    scale: 0.7,
    isCausal,
  };
}

/** [queryCount, keyCount] by the formula, in double precision. */
export function weightsOf(
  { queries, keys, dim, scale, isCausal }: VectorAttention,
  { queryCount, keyCount }: MapSize,
): Float64Array {
  const weights = new Float64Array(queryCount * keyCount);
  for (let t = 0; t < queryCount; t++) {
    const seen = isCausal ? Math.max(0, t + keyCount - queryCount + 1) : keyCount;
    const scores = Array.from({ length: seen }, (_, i) => {
      let sum = 0;
      for (let d = 0; d < dim; d++) sum += queries[t * dim + d] * keys[i * dim + d];
      return scale * sum;
    });
    const largest = Math.max(...scores);
    const exponentials = scores.map((score) => Math.exp(score - largest));
    const sum = exponentials.reduce((all, each) => all + each, 0);
    exponentials.forEach((each, i) => (weights[t * keyCount + i] = each / sum));
  }
  return weights;
}

export function problemOf(attention: VectorAttention, { queryCount, keyCount }: MapSize): MapProblem {
  const tokens = (count: number, name: string): string[] => Array.from({ length: count }, (_, i) => `${name}${i}`);
  return {
    origin: 'vectors',
    queryTokens: tokens(queryCount, 'q'),
    keyTokens: tokens(keyCount, 'k'),
    heads: [{ layer: 0, head: 0, attention: () => attention }],
  };
}
