import {
  exactSearchCount,
  type SameContextWeightsRequest,
  type SameContextWeightsResult,
} from '../../../contract/index.ts';
import { maximise, vertexFrom, type VertexTableau } from '../linear-algebra/vertex-tableau.ts';
import { rowsOf, tensorOfOne } from './tensor-rows.ts';

/** A distance up to this is rounding, as a share of Σ α. */
const roundingShare = 1e-9;
/** What a step must gain at least to be one. */
const leastGain = 1e-12;

export function sameContextWeights(request: SameContextWeightsRequest): SameContextWeightsResult<Float64Array> {
  const [keyCount, valueDim] = request.values.shape;
  const given = Array.from(request.weights.data);
  const values = rowsOf(request.values);
  const context = mixtureOf(values, given);
  const sum = given.reduce((total, weight) => total + weight, 0);

  const start = vertexFrom(constraintsOf(values, context), given);
  const freedom = keyCount - start.basis.length;
  const isExact = keyCount <= exactSearchCount || freedom <= 1;
  const found = freedom === 0 ? given : farthest(start, given, keyCount <= exactSearchCount);
  const isUnique = distanceBetween(given, found) <= roundingShare * sum;
  const weights = isUnique ? given : found;
  const error = mixtureOf(values, weights).map((x, d) => Math.abs(x - context[d]));
  return {
    weights: { shape: [keyCount], data: Float64Array.from(weights) },
    distance: tensorOfOne(isUnique ? 0 : distanceBetween(given, weights)),
    isUnique: tensorOfOne(isUnique ? 1 : 0),
    isFarthest: tensorOfOne(isExact || isUnique ? 1 : 0),
    context: { shape: [valueDim], data: context },
    contextError: tensorOfOne(Math.max(...error)),
  };
}

/** Σ β is the first row; then for each dimension Σ β (value − context), scaled to 1 at most. */
function constraintsOf(values: readonly Float64Array[], context: Float64Array): Float64Array[] {
  const centred = values.map((value) => value.map((x, d) => x - context[d]));
  const size = Math.max(...centred.map((value) => value.reduce((most, x) => Math.max(most, Math.abs(x)), 0)));
  return [
    new Float64Array(values.length).fill(1),
    ...Array.from(context, (_, d) => Float64Array.from(centred, (value) => (size === 0 ? 0 : value[d] / size))),
  ];
}

/** Each set of words that gain is a linear programme; see SameContextWeightsRequest for which are tried. */
function farthest(start: VertexTableau, given: readonly number[], triesAllSets: boolean): number[] {
  const forGainers = (isGainer: (word: number) => boolean): Found => {
    const weights = maximise(
      start,
      given.map((_, word) => (isGainer(word) ? 1 : 0)),
    );
    return { weights, distance: distanceBetween(given, weights) };
  };
  const farther = (a: Found, b: Found): Found => (b.distance > a.distance + leastGain ? b : a);
  let best: Found = { weights: [...given], distance: 0 };
  if (triesAllSets) {
    for (let set = 1; set < 2 ** given.length - 1; set++) {
      best = farther(
        best,
        forGainers((word) => ((set >> word) & 1) === 1),
      );
    }
    return best.weights;
  }
  /** Those who gained may gain more among themselves, until nothing gains. */
  const climb = (from: Found): Found => {
    const next = forGainers((word) => from.weights[word] > given[word]);
    return next.distance > from.distance + leastGain ? climb(next) : from;
  };
  for (let each = 0; each < given.length; each++) {
    best = farther(best, climb(forGainers((word) => word === each)));
    best = farther(best, climb(forGainers((word) => word !== each)));
  }
  for (;;) {
    const { weights, distance } = best;
    for (let each = 0; each < given.length; each++) {
      best = farther(best, climb(forGainers((word) => weights[word] > given[word] !== (word === each))));
    }
    if (best.distance === distance) return best.weights;
  }
}

interface Found {
  readonly weights: number[];
  readonly distance: number;
}

function mixtureOf(values: readonly Float64Array[], weights: readonly number[]): Float64Array {
  return values[0].map((_, d) => values.reduce((sum, value, key) => sum + weights[key] * value[d], 0));
}

/** Total variation. */
function distanceBetween(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, weight, key) => sum + Math.abs(weight - b[key]), 0) / 2;
}
