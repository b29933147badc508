import { EngineError } from '../engine-error.ts';
import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { analysisValidators, type AnalysisOperations } from './analysis.ts';
import { validateAttention } from './attention-shape.ts';
import type { AttentionRequest, AttentionResult } from './attention.ts';
import { checkFields } from './fields.ts';
import { decoderShapeOf } from './decoder-shape.ts';
import type { DecoderRequest, DecoderResult } from './decoder.ts';
import { validateDecoderStep, type DecoderStepRequest, type DecoderStepResult } from './decoder-step.ts';
import {
  validateDecoderGradient,
  type DecoderGradientRequest,
  type DecoderGradientResult,
} from './decoder-gradient.ts';
import { validateFusedAttention } from './fused-attention-shape.ts';
import type { FusedAttentionRequest, FusedAttentionResult } from './fused-attention.ts';
import { recurrentShapeOf } from './recurrent-shape.ts';
import type { RecurrentRequest, RecurrentResult } from './recurrent.ts';
import {
  validateRecurrentGradient,
  type RecurrentGradientRequest,
  type RecurrentGradientResult,
} from './recurrent-gradient.ts';
import {
  validateProjectedAttention,
  type ProjectedAttentionRequest,
  type ProjectedAttentionResult,
} from './projected-attention.ts';
import { validateSoftmax, type SoftmaxRequest, type SoftmaxResult } from './softmax.ts';
import {
  validateSoftmaxJacobian,
  type SoftmaxJacobianRequest,
  type SoftmaxJacobianResult,
} from './softmax-jacobian.ts';
import {
  validateSoftmaxGradient,
  type SoftmaxGradientRequest,
  type SoftmaxGradientResult,
} from './softmax-gradient.ts';
import { validateScoreGradient, type ScoreGradientRequest, type ScoreGradientResult } from './score-gradient.ts';
import { validateTraceGradient, type TraceGradientRequest, type TraceGradientResult } from './trace-gradient.ts';
import {
  validateAttentionGradient,
  type AttentionGradientRequest,
  type AttentionGradientResult,
} from './attention-gradient.ts';
import {
  validateProjectedAttentionGradient,
  type ProjectedAttentionGradientRequest,
  type ProjectedAttentionGradientResult,
} from './projected-attention-gradient.ts';
import { validateWeightTile } from './weight-tile-shape.ts';
import type { WeightTileRequest, WeightTileResult } from './weight-tile.ts';

export { isTensor, precisionOfRequest, type RequestField } from './fields.ts';
export type { AnalysisOperations } from './analysis.ts';
export * from './attention.ts';
export { attentionShapeOf, type AttentionShape } from './attention-shape.ts';
export * from './back-projection.ts';
export * from './divergence.ts';
export * from './entropy.ts';
export * from './fused-attention-shape.ts';
export * from './fused-attention.ts';
export * from './hull-corners.ts';
export * from './hull.ts';
export * from './jacobian-products.ts';
export * from './layer-norm.ts';
export * from './layer-norm-gradient.ts';
export * from './learned-encoding.ts';
export * from './leave-one-out.ts';
export * from './norm-axis.ts';
export * from './projected-attention.ts';
export * from './projection.ts';
export * from './query-for-weights.ts';
export * from './rms-norm.ts';
export * from './rms-norm-gradient.ts';
export * from './rotary-encoding.ts';
export * from './rotary-table.ts';
export * from './same-context-weights.ts';
export * from './score-fields.ts';
export * from './score-gradient.ts';
export * from './scores-for-weights.ts';
export * from './single-head.ts';
export * from './sinusoidal-encoding.ts';
export * from './softmax-gradient.ts';
export * from './softmax-jacobian.ts';
export * from './cell.ts';
export * from './recurrent.ts';
export * from './recurrent-gradient.ts';
export * from './decoder.ts';
export * from './decoder-step.ts';
export * from './decoder-gradient.ts';
export * from './softmax.ts';
export * from './trace-gradient.ts';
export * from './unary.ts';
export * from './unary-gradient.ts';
export * from './attention-gradient.ts';
export * from './projected-attention-gradient.ts';
export * from './weight-tile-shape.ts';
export * from './weight-tile.ts';

/**
 * Every operation that AttentionEngine.run computes. A request is a flat object of tensors (all of one class), numbers,
 * booleans and texts; a result is a flat object of tensors of that same class.
 */
export interface Operations<A extends FloatArray = FloatArray> extends AnalysisOperations<A> {
  decoder: { readonly request: DecoderRequest<A>; readonly result: DecoderResult<A> };
  decoderStep: { readonly request: DecoderStepRequest<A>; readonly result: DecoderStepResult<A> };
  decoderGradient: { readonly request: DecoderGradientRequest<A>; readonly result: DecoderGradientResult<A> };
  recurrent: { readonly request: RecurrentRequest<A>; readonly result: RecurrentResult<A> };
  recurrentGradient: { readonly request: RecurrentGradientRequest<A>; readonly result: RecurrentGradientResult<A> };
  attention: { readonly request: AttentionRequest<A>; readonly result: AttentionResult<A> };
  fusedAttention: { readonly request: FusedAttentionRequest<A>; readonly result: FusedAttentionResult<A> };
  weightTile: { readonly request: WeightTileRequest<A>; readonly result: WeightTileResult<A> };
  projectedAttention: {
    readonly request: ProjectedAttentionRequest<A>;
    readonly result: ProjectedAttentionResult<A>;
  };
  softmax: { readonly request: SoftmaxRequest<A>; readonly result: SoftmaxResult<A> };
  softmaxJacobian: { readonly request: SoftmaxJacobianRequest<A>; readonly result: SoftmaxJacobianResult<A> };
  softmaxGradient: { readonly request: SoftmaxGradientRequest<A>; readonly result: SoftmaxGradientResult<A> };
  scoreGradient: { readonly request: ScoreGradientRequest<A>; readonly result: ScoreGradientResult<A> };
  traceGradient: { readonly request: TraceGradientRequest<A>; readonly result: TraceGradientResult<A> };
  attentionGradient: { readonly request: AttentionGradientRequest<A>; readonly result: AttentionGradientResult<A> };
  projectedAttentionGradient: {
    readonly request: ProjectedAttentionGradientRequest<A>;
    readonly result: ProjectedAttentionGradientResult<A>;
  };
}

export type OperationName = keyof Operations;
export type OperationRequest<N extends OperationName, A extends FloatArray = FloatArray> = Operations<A>[N]['request'];
export type OperationResult<N extends OperationName, A extends FloatArray = FloatArray> = Operations<A>[N]['result'];

/** The class of the tensors in a request of type R. */
export type ArrayOf<R> = ArrayOfField<R[keyof R]>;
type ArrayOfField<Field> = Field extends Tensor<infer A> ? A : never;

/** R, with an error of the compiler at each field that operation N does not have. */
export type KnownFields<N extends OperationName, R> = R & {
  readonly [Field in Exclude<keyof R, keyof OperationRequest<N>>]: never;
};

const validators: { readonly [N in OperationName]: (request: OperationRequest<N>) => void } = {
  decoder: decoderShapeOf,
  decoderStep: validateDecoderStep,
  decoderGradient: validateDecoderGradient,
  ...analysisValidators,
  recurrent: recurrentShapeOf,
  recurrentGradient: validateRecurrentGradient,
  attention: validateAttention,
  fusedAttention: validateFusedAttention,
  weightTile: validateWeightTile,
  projectedAttention: validateProjectedAttention,
  softmax: validateSoftmax,
  softmaxJacobian: validateSoftmaxJacobian,
  softmaxGradient: validateSoftmaxGradient,
  scoreGradient: validateScoreGradient,
  traceGradient: validateTraceGradient,
  attentionGradient: validateAttentionGradient,
  projectedAttentionGradient: validateProjectedAttentionGradient,
};

export const operationNames = Object.keys(validators) as readonly OperationName[];

/** Refuses what no engine can compute, in a sentence: an unknown operation, and what its validator says. */
export function validateRequest<N extends OperationName>(name: N, request: OperationRequest<N>): void {
  if (!Object.hasOwn(validators, name)) {
    throw new EngineError(
      'badValue',
      `There is no operation "${name}"; the operations are ${operationNames.join(', ')}.`,
    );
  }
  checkFields(request);
  validators[name](request);
}
