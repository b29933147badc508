import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkRank } from './checks.ts';
import { decoderShapeOf } from './decoder-shape.ts';
import type { DecoderOptions, DecoderRequest } from './decoder.ts';
import { checkPresent } from './presence.ts';

/** One step of `decoder`, for one who chooses the next input by the output of this step. The initial states are those before the step. */
export interface DecoderStepRequest<A extends FloatArray = FloatArray> extends DecoderOptions<A> {
  /** [batchCount, inputDim] */
  readonly inputs: Tensor<A>;
  /** given: [batchCount, sourceCount] */
  readonly scores?: Tensor<A> | undefined;
}

/** As DecoderResult, without the axis of steps. */
export interface DecoderStepResult<A extends FloatArray = FloatArray> {
  /** [batchCount, sourceCount] */
  readonly scores: Tensor<A>;
  /** [batchCount, sourceCount] */
  readonly weights: Tensor<A>;
  /** [batchCount, encoderDim] */
  readonly context: Tensor<A>;
  /** [batchCount, stateDim] */
  readonly states: Tensor<A>;
  /** lstm: [batchCount, stateDim] */
  readonly cells?: Tensor<A> | undefined;
  /** [batchCount, gateCount · stateDim] */
  readonly gates: Tensor<A>;
  /** With W_c: [batchCount, attentionalDim] */
  readonly attentionalStates?: Tensor<A> | undefined;
  /** With W_o: [batchCount, outputDim] */
  readonly logits?: Tensor<A> | undefined;
  /** With W_o: [batchCount, outputDim] */
  readonly outputs?: Tensor<A> | undefined;
}

/** The same step as a sequence of one. */
export function asSequence<A extends FloatArray>(request: DecoderStepRequest<A>): DecoderRequest<A> {
  const { inputs, scores } = request;
  return { ...request, inputs: withStepAxis(inputs), scores: scores && withStepAxis(scores) };
}

/** A tensor [batchCount, …] as [batchCount, 1, …]. */
function withStepAxis<A extends FloatArray>({ shape, data }: Tensor<A>): Tensor<A> {
  return { shape: [shape[0], 1, ...shape.slice(1)], data };
}

export function validateDecoderStep(request: DecoderStepRequest): void {
  checkRank('inputs', checkPresent('inputs', request.inputs), 2, 2);
  if (request.scores) checkRank('scores', request.scores, 2, 2);
  decoderShapeOf(asSequence(request));
}
