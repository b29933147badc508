// What is right: plain loops in float64 over the float32 inputs. Slow, so once for each work, for all contestants.

/** The rows whose index `rowStep` divides, one after the other: contexts, or probabilities of `softmax`. */
export function expectedOf(work, inputs) {
  const { kind, headCount, count, dim, rowStep, isCausal } = work;
  const rowCount = Math.ceil((headCount * count) / rowStep);
  const isSoftmax = kind === 'softmax';
  const width = isSoftmax ? count : dim;
  const expected = new Float64Array(rowCount * width);
  const fillScores = isSoftmax ? softmaxScores(work, inputs) : scoresOf(work, inputs);
  const scores = new Float64Array(count);
  for (let row = 0; row < rowCount; row += 1) {
    const query = row * rowStep;
    const seen = isCausal ? (query % count) + 1 : count;
    fillScores(scores, query, seen);
    softmaxInPlace(scores, seen);
    const result = expected.subarray(row * width, (row + 1) * width);
    if (isSoftmax) result.set(scores);
    else addWeighted(result, scores, inputs.values, Math.floor(query / count) * count, seen);
  }
  return expected;
}

/** Of what a contestant gave; NaN where a number of it is, Infinity where it has another length. */
export function largestError({ kind, headCount, count, dim, rowStep }, given, expected) {
  const width = kind === 'softmax' ? count : dim;
  if (given?.length !== headCount * count * width) return Infinity;
  let largest = 0;
  for (let index = 0; index < expected.length; index += 1) {
    const row = Math.floor(index / width) * rowStep;
    const error = Math.abs(given[row * width + (index % width)] - expected[index]);
    if (Number.isNaN(error)) return NaN;
    if (error > largest) largest = error;
  }
  return largest;
}

function softmaxScores({ count }, { scores: given }) {
  return (scores, row) => scores.set(given.subarray(row * count, (row + 1) * count));
}

function scoresOf(work, inputs) {
  const { kind, count, dim } = work;
  if (kind === 'additive') return additiveScores(work, inputs);
  const keys = Float64Array.from(inputs.keys);
  const scale = 1 / Math.sqrt(dim);
  return (scores, query, seen) => {
    const vector = Float64Array.from(inputs.queries.subarray(query * dim, (query + 1) * dim));
    const firstKey = Math.floor(query / count) * count;
    for (let key = 0; key < seen; key += 1) {
      const start = (firstKey + key) * dim;
      let sum = 0;
      for (let part = 0; part < dim; part += 1) sum += vector[part] * keys[start + part];
      scores[key] = sum * scale;
    }
  };
}

function additiveScores({ dim }, { queries, keys, W_q, W_k, v }) {
  const projectedQueries = projected(queries, W_q, dim);
  const projectedKeys = projected(keys, W_k, dim);
  return (scores, query, seen) => {
    for (let key = 0; key < seen; key += 1) {
      let sum = 0;
      for (let part = 0; part < dim; part += 1) {
        sum += v[part] * Math.tanh(projectedQueries[query * dim + part] + projectedKeys[key * dim + part]);
      }
      scores[key] = sum;
    }
  };
}

/** vectors · W */
function projected(vectors, W, dim) {
  const result = new Float64Array(vectors.length);
  for (let index = 0; index < vectors.length; index += 1) {
    const start = index - (index % dim);
    for (let column = 0; column < dim; column += 1) {
      result[start + column] += vectors[index] * W[(index % dim) * dim + column];
    }
  }
  return result;
}

function softmaxInPlace(scores, seen) {
  let largest = -Infinity;
  for (let key = 0; key < seen; key += 1) largest = Math.max(largest, scores[key]);
  let sum = 0;
  for (let key = 0; key < seen; key += 1) sum += scores[key] = Math.exp(scores[key] - largest);
  for (let key = 0; key < seen; key += 1) scores[key] /= sum;
}

function addWeighted(result, weights, values, firstValue, seen) {
  const dim = result.length;
  for (let key = 0; key < seen; key += 1) {
    const start = (firstValue + key) * dim;
    for (let part = 0; part < dim; part += 1) result[part] += weights[key] * values[start + part];
  }
}
