import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { attentionShapeOf, type AttentionShape } from './attention-shape.ts';
import type { AttentionRequest } from './attention.ts';
import { checkShape, type NamedSize } from './checks.ts';
import type { ScoreFieldsGradient } from './score-gradient.ts';

/**
 * The backward pass of `attention`, head by head as in `traceGradient`; what heads, sequences or pairs share gets the
 * sum of what each passes on: keys and values of a group, parameters, an additive mask that is repeated. With a softcap,
 *
 *   ∂L/∂score = ∂L/∂cappedScore · (1 − (cappedScore / softcap)²)
 *
 * Hidden keys get exactly 0 and a query that sees no key passes on zeros, but for the values of such a row where
 * `fullyMasked` is `uniform`: each has its share in the context. NaN behind a mask reaches no other gradient.
 */
export interface AttentionGradientRequest<A extends FloatArray = FloatArray> extends AttentionRequest<A> {
  /** Shape of context: ∂L/∂context */
  readonly contextGradient: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount, keyCount] what L takes from the weights beside the context. Default zeros. */
  readonly weightsGradient?: Tensor<A> | undefined;
}

/** Gradients of what the options of attention hold, shaped as that; absent where the request has no such field. */
export interface AttentionOptionsGradient<A extends FloatArray = FloatArray> extends Omit<
  ScoreFieldsGradient<A>,
  'queriesGradient' | 'keysGradient'
> {
  readonly pastKeysGradient?: Tensor<A> | undefined;
  readonly pastValuesGradient?: Tensor<A> | undefined;
  readonly additiveMaskGradient?: Tensor<A> | undefined;
  /** [] */
  readonly scaleGradient: Tensor<A>;
  /** [] */
  readonly temperatureGradient: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount, keyCount] ∂L/∂weight, 0 where hidden. */
  readonly weightsGradient: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount, keyCount] of the raw scores; for `given` of those in the request, before scale. */
  readonly scoresGradient: Tensor<A>;
}

export interface AttentionGradientResult<A extends FloatArray = FloatArray> extends AttentionOptionsGradient<A> {
  /** Shape of queries. Absent for `given`. */
  readonly queriesGradient?: Tensor<A> | undefined;
  /** Shape of keys. Absent for `given` and `location`. */
  readonly keysGradient?: Tensor<A> | undefined;
  /** Shape of values */
  readonly valuesGradient: Tensor<A>;
}

export function validateAttentionGradient(request: AttentionGradientRequest): void {
  attentionGradientShapeOf(request);
}

/** The sizes of the request. Refuses what does not fit together. */
export function attentionGradientShapeOf(request: AttentionGradientRequest): AttentionShape {
  const shape = attentionShapeOf(request);
  const { batchCount, queryHeadCount, queryCount, valueDim } = shape;
  const isJoined = request.values.shape.length === 3;
  checkShape(
    'contextGradient',
    request.contextGradient,
    isJoined
      ? [
          ['batchCount', batchCount],
          ['queryCount', queryCount],
          ['queryHeadCount · valueDim', queryHeadCount * valueDim],
        ]
      : [...rowSizes(shape), ['valueDim', valueDim]],
  );
  checkWeightsGradient(request.weightsGradient, shape);
  return shape;
}

export function checkWeightsGradient(weightsGradient: Tensor | undefined, shape: AttentionShape): void {
  if (weightsGradient) {
    checkShape('weightsGradient', weightsGradient, [...rowSizes(shape), ['keyCount', shape.keyCount]]);
  }
}

function rowSizes({ batchCount, queryHeadCount, queryCount }: AttentionShape): NamedSize[] {
  return [
    ['batchCount', batchCount],
    ['queryHeadCount', queryHeadCount],
    ['queryCount', queryCount],
  ];
}
