import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkWeightsGradient, type AttentionOptionsGradient } from './attention-gradient.ts';
import type { AttentionShape } from './attention-shape.ts';
import { checkShape } from './checks.ts';
import { projectedAttentionShapeOf, type ProjectedAttentionRequest } from './projected-attention.ts';

/**
 * The backward pass of `projectedAttention`: that of `attention` between those of its projections. Of y = x P + b these
 * are ∂L/∂x = ∂L/∂y Pᵀ, ∂L/∂P = xᵀ ∂L/∂y and ∂L/∂b = Σ ∂L/∂y. Inputs that stand for others by default, as queryInputs do
 * in self-attention, get the sum.
 */
export interface ProjectedAttentionGradientRequest<
  A extends FloatArray = FloatArray,
> extends ProjectedAttentionRequest<A> {
  /** [batchCount, queryCount, outputDim] ∂L/∂output */
  readonly outputGradient: Tensor<A>;
  /** [batchCount, queryHeadCount, queryCount, keyCount] what L takes from the weights beside the output. Default zeros. */
  readonly weightsGradient?: Tensor<A> | undefined;
}

/**
 * Each shaped as what it is the gradient of; absent where the request has no such field, and for the key projection and
 * its bias where no keys are read.
 */
export interface ProjectedAttentionGradientResult<
  A extends FloatArray = FloatArray,
> extends AttentionOptionsGradient<A> {
  readonly queryInputsGradient: Tensor<A>;
  readonly keyInputsGradient?: Tensor<A> | undefined;
  readonly valueInputsGradient?: Tensor<A> | undefined;
  readonly queryProjectionGradient: Tensor<A>;
  readonly keyProjectionGradient?: Tensor<A> | undefined;
  readonly valueProjectionGradient: Tensor<A>;
  readonly outputProjectionGradient?: Tensor<A> | undefined;
  readonly queryBiasGradient?: Tensor<A> | undefined;
  readonly keyBiasGradient?: Tensor<A> | undefined;
  readonly valueBiasGradient?: Tensor<A> | undefined;
  readonly outputBiasGradient?: Tensor<A> | undefined;
}

export function validateProjectedAttentionGradient(request: ProjectedAttentionGradientRequest): void {
  projectedAttentionGradientShapeOf(request);
}

/** The sizes of the attention inside. Refuses what does not fit together. */
export function projectedAttentionGradientShapeOf(request: ProjectedAttentionGradientRequest): AttentionShape {
  const shape = projectedAttentionShapeOf(request);
  const { outputProjection, outputGradient, weightsGradient } = request;
  checkShape('outputGradient', outputGradient, [
    ['batchCount', shape.batchCount],
    ['queryCount', shape.queryCount],
    ['outputDim', outputProjection ? outputProjection.shape[1] : shape.queryHeadCount * shape.valueDim],
  ]);
  checkWeightsGradient(weightsGradient, shape);
  return shape;
}
