import type { OperationName, OperationRequest, OperationResult } from '../../../contract/index.ts';
import { recurrent } from './recurrent.ts';
import { recurrentGradient } from './recurrent-gradient.ts';
import { attention } from './attention.ts';
import { projectedAttention } from './projected-attention.ts';
import { softmax } from './softmax.ts';

/** Plain loops in float64 for each operation, whatever the request's precision. Requests have been validated. */
export const referenceOperations: {
  readonly [N in OperationName]: (request: OperationRequest<N>) => OperationResult<N, Float64Array>;
} = {
  recurrent,
  recurrentGradient,
  attention,
  projectedAttention,
  softmax,
};
