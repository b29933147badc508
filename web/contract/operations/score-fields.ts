import { scoreFunctions, type ScoreFunction, type ScoreSource } from '../attention-input.ts';
import { EngineError } from '../engine-error.ts';
import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkOneOf, checkRank, checkShape } from './checks.ts';

/** ScoreSource as operations take it: the same fields, flat, which bring their sizes along. */
export interface ScoreFields<A extends FloatArray = FloatArray> {
  readonly scoreFunction: ScoreFunction;
  /** [queryCount, keyCount] for `given` */
  readonly scores?: Tensor<A> | undefined;
  /** [queryCount, queryDim] for all but `given` */
  readonly queries?: Tensor<A> | undefined;
  /** [keyCount, keyDim] for all but `given` */
  readonly keys?: Tensor<A> | undefined;
  /** [queryDim, keyDim] for `bilinear` */
  readonly W?: Tensor<A> | undefined;
  /** [queryDim, attentionDim] for `additive`, applied as q W_q. */
  readonly W_q?: Tensor<A> | undefined;
  /** [keyDim, attentionDim] for `additive`, applied as k W_k. */
  readonly W_k?: Tensor<A> | undefined;
  /** [attentionDim] for `additive` */
  readonly v?: Tensor<A> | undefined;
  /** Multiplies the formula's result; its default is that of ScoreFunction. */
  readonly scale?: number | undefined;
}

/** The fields with their sizes, whose arrays are those of the fields. */
export interface SizedScoreSource<A extends FloatArray> {
  readonly source: ScoreSource<A>;
  readonly queryCount: number;
  readonly keyCount: number;
}

/** Refuses fields that are missing or whose shapes do not fit; the numbers in them are validateInput's to check. */
export function scoreSourceOf<A extends FloatArray>(fields: ScoreFields<A>): SizedScoreSource<A> {
  const { scoreFunction, scale } = fields;
  checkScoreFunction(scoreFunction, scoreFunctions);
  if (scoreFunction === 'given') {
    const scores = matrixOf(fields, 'scores');
    const [queryCount, keyCount] = scores.shape;
    return { source: { scoreFunction, scores: scores.data }, queryCount, keyCount };
  }
  const [queries, keys] = [matrixOf(fields, 'queries'), matrixOf(fields, 'keys')];
  const [queryCount, queryDim] = queries.shape;
  const [keyCount, keyDim] = keys.shape;
  const vectors = { queryDim, keyDim, queries: queries.data, keys: keys.data, scale };
  return { source: formulaOf(fields, scoreFunction, vectors), queryCount, keyCount };
}

/** Unlike an option, it must be there. */
export function checkScoreFunction(name: string | undefined, choices: readonly string[]): void {
  checkOneOf('scoreFunction', name ?? 'undefined', choices);
}

/** The other way: a source and its counts as fields. */
export function scoreFieldsOf<A extends FloatArray>(
  source: ScoreSource<A>,
  queryCount: number,
  keyCount: number,
): ScoreFields<A> {
  const { scoreFunction } = source;
  if (scoreFunction === 'given')
    return { scoreFunction, scores: { shape: [queryCount, keyCount], data: source.scores } };
  const { queryDim, keyDim } = source;
  const fields: ScoreFields<A> = {
    scoreFunction,
    queries: { shape: [queryCount, queryDim], data: source.queries },
    keys: { shape: [keyCount, keyDim], data: source.keys },
    scale: source.scale,
  };
  switch (scoreFunction) {
    case 'dot':
    case 'scaledDot':
    case 'cosine':
      return fields;
    case 'bilinear':
      return { ...fields, W: { shape: [queryDim, keyDim], data: source.W } };
    case 'additive': {
      const { attentionDim } = source;
      return {
        ...fields,
        W_q: { shape: [queryDim, attentionDim], data: source.W_q },
        W_k: { shape: [keyDim, attentionDim], data: source.W_k },
        v: { shape: [attentionDim], data: source.v },
      };
    }
  }
}

type Formula<A extends FloatArray> = Exclude<ScoreSource<A>, { readonly scoreFunction: 'given' }>;
type Vectors<A extends FloatArray> = Pick<Formula<A>, 'queryDim' | 'keyDim' | 'queries' | 'keys' | 'scale'>;

function formulaOf<A extends FloatArray>(
  fields: ScoreFields<A>,
  scoreFunction: Formula<A>['scoreFunction'],
  vectors: Vectors<A>,
): Formula<A> {
  switch (scoreFunction) {
    case 'dot':
    case 'scaledDot':
    case 'cosine':
      return { ...vectors, scoreFunction };
    case 'bilinear': {
      const W = neededField(fields, 'W');
      checkShape('W', W, [
        ['queryDim', vectors.queryDim],
        ['keyDim', vectors.keyDim],
      ]);
      return { ...vectors, scoreFunction, W: W.data };
    }
    case 'additive': {
      const [W_q, W_k, v] = [matrixOf(fields, 'W_q'), neededField(fields, 'W_k'), neededField(fields, 'v')];
      const attentionDim = W_q.shape[1];
      const width = ['attentionDim', attentionDim] as const;
      checkShape('W_q', W_q, [['queryDim', vectors.queryDim], width]);
      checkShape('W_k', W_k, [['keyDim', vectors.keyDim], width]);
      checkShape('v', v, [width]);
      return { ...vectors, scoreFunction, attentionDim, W_q: W_q.data, W_k: W_k.data, v: v.data };
    }
  }
}

type TensorField = 'scores' | 'queries' | 'keys' | 'W' | 'W_q' | 'W_k' | 'v';

function neededField<A extends FloatArray>(fields: ScoreFields<A>, name: TensorField): Tensor<A> {
  const field = fields[name];
  if (field) return field;
  throw new EngineError(
    'badShape',
    `${name} is missing, but scoreFunction ${fields.scoreFunction} was asked for, which needs it.`,
  );
}

function matrixOf<A extends FloatArray>(fields: ScoreFields<A>, name: TensorField): Tensor<A> {
  const matrix = neededField(fields, name);
  checkRank(name, matrix, 2, 2);
  return matrix;
}
