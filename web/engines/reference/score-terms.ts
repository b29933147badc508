import type { ScoreSource } from '../../contract/index.ts';
import { multiplyRows, multiplyRowsByTransposed, normalizeRows } from './row-matrix.ts';

/** One score taken apart: score(t, i) = scale · Σ terms(t, i). */
export interface ScoreTerms {
  readonly termCount: number;
  readonly scale: number;
  /** Writes the terms of one pair to terms [termCount]. */
  readonly fillTerms: (queryIndex: number, keyIndex: number, terms: Float64Array) => void;
}

/** The formulas of ScoreFunction. Whatever does not depend on the pair is computed once here. */
export function scoreTermsOf(source: Exclude<ScoreSource, { scoreFunction: 'given' }>): ScoreTerms {
  const { queryDim, keyDim } = source;
  const scale = source.scale ?? (source.scoreFunction === 'scaledDot' ? 1 / Math.sqrt(keyDim) : 1);
  const queries = Float64Array.from(source.queries);
  const keys = Float64Array.from(source.keys);
  switch (source.scoreFunction) {
    case 'dot':
    case 'scaledDot':
      return products(queries, keys, keyDim, scale);
    case 'cosine': {
      const unitQueries = normalizeRows(queries, queryDim);
      const unitKeys = normalizeRows(keys, keyDim);
      const { fillTerms, ...cosines } = products(unitQueries, unitKeys, keyDim, scale);
      const isZero = (units: Float64Array, index: number): boolean =>
        units.subarray(index * keyDim, (index + 1) * keyDim).every((part) => part === 0);
      return {
        ...cosines,
        fillTerms: (queryIndex, keyIndex, terms) => {
          // Also beside a vector of NaN.
          if (isZero(unitQueries, queryIndex) || isZero(unitKeys, keyIndex)) terms.fill(0);
          else fillTerms(queryIndex, keyIndex, terms);
        },
      };
    }
    case 'bilinear':
      return products(queries, multiplyRowsByTransposed(keys, source.W, keyDim, queryDim), queryDim, scale);
    case 'additive': {
      const { v, attentionDim } = source;
      const projectedQueries = multiplyRows(queries, source.W_q, queryDim, attentionDim);
      const projectedKeys = multiplyRows(keys, source.W_k, keyDim, attentionDim);
      return {
        termCount: attentionDim,
        scale,
        fillTerms: (queryIndex, keyIndex, terms) => {
          const [query, key] = [queryIndex * attentionDim, keyIndex * attentionDim];
          for (let j = 0; j < attentionDim; j++) {
            terms[j] = v[j] * Math.tanh(projectedQueries[query + j] + projectedKeys[key + j]);
          }
        },
      };
    }
  }
}

/** The summands of the inner products of rows of width `dim`. */
function products(left: Float64Array, right: Float64Array, dim: number, scale: number): ScoreTerms {
  return {
    termCount: dim,
    scale,
    fillTerms: (queryIndex, keyIndex, terms) => {
      const [start, otherStart] = [queryIndex * dim, keyIndex * dim];
      for (let j = 0; j < dim; j++) terms[j] = left[start + j] * right[otherStart + j];
    },
  };
}

/** [queryCount, keyCount] */
export function computeScores(source: ScoreSource, queryCount: number, keyCount: number): Float64Array {
  if (source.scoreFunction === 'given') return Float64Array.from(source.scores);
  const { termCount, scale, fillTerms } = scoreTermsOf(source);
  const terms = new Float64Array(termCount);
  const scores = new Float64Array(queryCount * keyCount);
  for (let t = 0; t < queryCount; t++) {
    for (let i = 0; i < keyCount; i++) {
      fillTerms(t, i, terms);
      let sum = 0;
      for (let j = 0; j < termCount; j++) sum += terms[j];
      scores[t * keyCount + i] = scale * sum;
    }
  }
  return scores;
}
