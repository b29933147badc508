import type { FloatArray, ScoreSource } from '../../../contract/index.ts';
import { multiplyRows, multiplyRowsByTransposed } from '../row-matrix.ts';

/** Whatever the score function has of these; row-major, shaped as what they are the gradients of. */
export interface ScoreSourceGradient {
  readonly queries: Float64Array;
  readonly keys: Float64Array;
  readonly scale: number;
  readonly W?: Float64Array;
  readonly W_q?: Float64Array;
  readonly W_k?: Float64Array;
  readonly v?: Float64Array;
}

type Formula = Exclude<ScoreSource, { scoreFunction: 'given' }>;

/**
 * From ∂L/∂score to the arguments of the formulas of ScoreFunction. scoresGradient: [queryCount, keyCount].
 *
 * A pair whose gradient is 0 takes no part, so that NaN and Infinity of a hidden key or a dead query stay where they are.
 */
export function gradientThroughScores(source: Formula, scoresGradient: Float64Array): ScoreSourceGradient {
  const scale = source.scale ?? (source.scoreFunction === 'scaledDot' ? 1 / Math.sqrt(source.keyDim) : 1);
  switch (source.scoreFunction) {
    case 'dot':
    case 'scaledDot':
      return throughProducts(source.queries, source.keys, source.keyDim, scale, scoresGradient);
    case 'bilinear':
      return throughBilinear(source, scale, scoresGradient);
    case 'cosine':
      return throughCosine(source, scale, scoresGradient);
    case 'additive':
      return throughAdditive(source, scale, scoresGradient);
  }
}

/** score = scale · left · right, all vectors of width `dim`. */
function throughProducts(
  left: FloatArray,
  right: FloatArray,
  dim: number,
  scale: number,
  scoresGradient: Float64Array,
): { queries: Float64Array; keys: Float64Array; scale: number } {
  const queries = new Float64Array(left.length);
  const keys = new Float64Array(right.length);
  let scaleGradient = 0;
  forEachPair(scoresGradient, right.length / dim, (t, i, gradient) => {
    for (let j = 0; j < dim; j++) {
      queries[t * dim + j] += scale * gradient * right[i * dim + j];
      keys[i * dim + j] += scale * gradient * left[t * dim + j];
      scaleGradient += gradient * (left[t * dim + j] * right[i * dim + j]);
    }
  });
  return { queries, keys, scale: scaleGradient };
}

/** score = scale · (q W) · k, so the gradients of q and W follow from that of q W. */
function throughBilinear(
  { queries, keys, W, queryDim, keyDim }: Extract<Formula, { scoreFunction: 'bilinear' }>,
  scale: number,
  scoresGradient: Float64Array,
): ScoreSourceGradient {
  const projected = multiplyRows(queries, W, queryDim, keyDim);
  const products = throughProducts(projected, keys, keyDim, scale, scoresGradient);
  return {
    queries: multiplyRowsByTransposed(products.queries, W, keyDim, queryDim),
    keys: products.keys,
    W: sumOfOuterProducts(queries, products.queries, queryDim, keyDim),
    scale: products.scale,
  };
}

/** ∂cos/∂q = (k̂ − cos · q̂) / ‖q‖. Where a norm is 0 the score is 0 by definition, and so are its gradients. */
function throughCosine({ queries, keys, keyDim: dim }: Formula, scale: number, scoresGradient: Float64Array) {
  const [queryNorms, keyNorms] = [normsOf(queries, dim), normsOf(keys, dim)];
  const result = { queries: new Float64Array(queries.length), keys: new Float64Array(keys.length), scale: 0 };
  forEachPair(scoresGradient, keyNorms.length, (t, i, gradient) => {
    if (queryNorms[t] === 0 || keyNorms[i] === 0) return;
    const unitQuery = (j: number) => queries[t * dim + j] / queryNorms[t];
    const unitKey = (j: number) => keys[i * dim + j] / keyNorms[i];
    let cosine = 0;
    for (let j = 0; j < dim; j++) cosine += unitQuery(j) * unitKey(j);
    for (let j = 0; j < dim; j++) {
      result.queries[t * dim + j] += ((scale * gradient) / queryNorms[t]) * (unitKey(j) - cosine * unitQuery(j));
      result.keys[i * dim + j] += ((scale * gradient) / keyNorms[i]) * (unitQuery(j) - cosine * unitKey(j));
    }
    result.scale += gradient * cosine;
  });
  return result;
}

/** score = scale · v · tanh(q W_q + k W_k); the tanh passes on 1 − tanh². */
function throughAdditive(
  source: Extract<Formula, { scoreFunction: 'additive' }>,
  scale: number,
  scoresGradient: Float64Array,
): ScoreSourceGradient {
  const { queries, keys, queryDim, keyDim, attentionDim, W_q, W_k, v } = source;
  const projectedQueries = multiplyRows(queries, W_q, queryDim, attentionDim);
  const projectedKeys = multiplyRows(keys, W_k, keyDim, attentionDim);
  const queriesGradient = new Float64Array(projectedQueries.length);
  const keysGradient = new Float64Array(projectedKeys.length);
  const vGradient = new Float64Array(attentionDim);
  let scaleGradient = 0;
  forEachPair(scoresGradient, projectedKeys.length / attentionDim, (t, i, gradient) => {
    for (let j = 0; j < attentionDim; j++) {
      const tanh = Math.tanh(projectedQueries[t * attentionDim + j] + projectedKeys[i * attentionDim + j]);
      const inner = scale * gradient * v[j] * (1 - tanh) * (1 + tanh);
      queriesGradient[t * attentionDim + j] += inner;
      keysGradient[i * attentionDim + j] += inner;
      vGradient[j] += scale * gradient * tanh;
      scaleGradient += gradient * (v[j] * tanh);
    }
  });
  return {
    queries: multiplyRowsByTransposed(queriesGradient, W_q, attentionDim, queryDim),
    keys: multiplyRowsByTransposed(keysGradient, W_k, attentionDim, keyDim),
    W_q: sumOfOuterProducts(queries, queriesGradient, queryDim, attentionDim),
    W_k: sumOfOuterProducts(keys, keysGradient, keyDim, attentionDim),
    v: vGradient,
    scale: scaleGradient,
  };
}

function forEachPair(
  scoresGradient: Float64Array,
  keyCount: number,
  visit: (queryIndex: number, keyIndex: number, gradient: number) => void,
): void {
  scoresGradient.forEach((gradient, pair) => {
    if (gradient !== 0) visit(Math.floor(pair / keyCount), pair % keyCount, gradient);
  });
}

/** [leftDim, rightDim] Σ_n left_nᵀ right_n, where a 0 on the right takes no part: the gradient of W in y = x W. */
export function sumOfOuterProducts(
  left: FloatArray,
  right: Float64Array,
  leftDim: number,
  rightDim: number,
): Float64Array {
  const sum = new Float64Array(leftDim * rightDim);
  right.forEach((factor, index) => {
    if (factor === 0) return;
    const [row, column] = [Math.floor(index / rightDim), index % rightDim];
    for (let j = 0; j < leftDim; j++) sum[j * rightDim + column] += left[row * leftDim + j] * factor;
  });
  return sum;
}

function normsOf(vectors: FloatArray, dim: number): Float64Array {
  return Float64Array.from({ length: vectors.length / dim }, (_, i) =>
    Math.hypot(...vectors.subarray(i * dim, (i + 1) * dim)),
  );
}
