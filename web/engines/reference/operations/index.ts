import type { OperationName, OperationRequest, OperationResult } from '../../../contract/index.ts';
import { referenceAnalysis } from './analysis.ts';
import { attention } from './attention.ts';
import { fusedAttention } from './fused-attention.ts';
import { projectedAttention } from './projected-attention.ts';
import { recurrent } from './recurrent.ts';
import { recurrentGradient } from './recurrent-gradient.ts';
import { decoder } from './decoder.ts';
import { decoderStep } from './decoder-step.ts';
import { decoderGradient } from './decoder-gradient.ts';
import { softmax } from './softmax.ts';
import { softmaxJacobian } from './softmax-jacobian.ts';
import { softmaxGradient } from './softmax-gradient.ts';
import { scoreGradient } from './score-gradient.ts';
import { traceGradient } from './trace-gradient.ts';
import { attentionGradient } from './attention-gradient.ts';
import { projectedAttentionGradient } from './projected-attention-gradient.ts';
import { weightTile } from './weight-tile.ts';

/** Plain loops in float64 for each operation, whatever the request's precision. Requests have been validated. */
export const referenceOperations: {
  readonly [N in OperationName]: (request: OperationRequest<N>) => OperationResult<N, Float64Array>;
} = {
  decoder,
  decoderStep,
  decoderGradient,
  ...referenceAnalysis,
  recurrent,
  recurrentGradient,
  attention,
  fusedAttention,
  weightTile,
  projectedAttention,
  softmax,
  softmaxJacobian,
  softmaxGradient,
  scoreGradient,
  traceGradient,
  attentionGradient,
  projectedAttentionGradient,
};
