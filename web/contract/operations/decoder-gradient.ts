import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkHasCells } from './cell.ts';
import { checkShape, type NamedSize } from './checks.ts';
import { decoderShapeOf, stepsOf } from './decoder-shape.ts';
import type { DecoderRequest } from './decoder.ts';
import { checkAbsent } from './presence.ts';

/**
 * Backpropagation through the steps of `decoder`: from ∂L/∂(what it gives) to ∂L/∂(what it takes), with the same request.
 * What is left out counts as zeros. logitsGradient is where a cross-entropy comes in: outputs − target.
 */
export interface DecoderGradientRequest<A extends FloatArray = FloatArray> extends DecoderRequest<A> {
  /** [batchCount, stepCount, sourceCount]; not read where the source is padding. */
  readonly scoresGradient?: Tensor<A> | undefined;
  /** [batchCount, stepCount, sourceCount] */
  readonly weightsGradient?: Tensor<A> | undefined;
  /** [batchCount, stepCount, encoderDim] */
  readonly contextGradient?: Tensor<A> | undefined;
  /** [batchCount, stepCount, stateDim] */
  readonly statesGradient?: Tensor<A> | undefined;
  /** lstm: [batchCount, stateDim], of the cells after the last step. */
  readonly lastCellsGradient?: Tensor<A> | undefined;
  /** With W_c: [batchCount, stepCount, attentionalDim] */
  readonly attentionalStatesGradient?: Tensor<A> | undefined;
  /** With W_o: [batchCount, stepCount, outputDim] */
  readonly logitsGradient?: Tensor<A> | undefined;
  /** With W_o: [batchCount, stepCount, outputDim] */
  readonly outputsGradient?: Tensor<A> | undefined;
}

/**
 * Each of the shape of what it is the gradient of, and there whether that was given or left to its default, as long as
 * the decoder has it. Padding has a gradient of exactly 0, as has a source whose weight is 0.
 */
export interface DecoderGradientResult<A extends FloatArray = FloatArray> {
  readonly inputsGradient: Tensor<A>;
  readonly encoderStatesGradient: Tensor<A>;
  readonly WGradient: Tensor<A>;
  readonly RGradient: Tensor<A>;
  readonly inputBiasGradient: Tensor<A>;
  readonly recurrentBiasGradient: Tensor<A>;
  readonly initialStatesGradient: Tensor<A>;
  readonly initialCellsGradient?: Tensor<A> | undefined;
  /** With feedsInput. */
  readonly initialAttentionalGradient?: Tensor<A> | undefined;
  /** For given: of the `scores` that the request gave. */
  readonly givenScoresGradient?: Tensor<A> | undefined;
  readonly W_aGradient?: Tensor<A> | undefined;
  readonly W_qGradient?: Tensor<A> | undefined;
  readonly W_kGradient?: Tensor<A> | undefined;
  readonly vGradient?: Tensor<A> | undefined;
  /** [] */
  readonly scaleGradient: Tensor<A>;
  /** [] */
  readonly temperatureGradient: Tensor<A>;
  readonly W_cGradient?: Tensor<A> | undefined;
  readonly W_oGradient?: Tensor<A> | undefined;
  readonly b_oGradient?: Tensor<A> | undefined;
}

export function validateDecoderGradient(request: DecoderGradientRequest): void {
  const shape = decoderShapeOf(request);
  const { W_c, W_o } = request;
  const check = (name: keyof DecoderGradientRequest, sizes: readonly NamedSize[]): void => {
    const tensor = request[name] as Tensor | undefined;
    if (tensor) checkShape(name, tensor, sizes);
  };
  const eachStep = (name: keyof DecoderGradientRequest, width: NamedSize) => check(name, [...stepsOf(shape), width]);
  eachStep('scoresGradient', ['sourceCount', shape.sourceCount]);
  eachStep('weightsGradient', ['sourceCount', shape.sourceCount]);
  eachStep('contextGradient', ['encoderDim', shape.encoderDim]);
  eachStep('statesGradient', ['stateDim', shape.stateDim]);
  checkHasCells('lastCellsGradient', request.lastCellsGradient, request.cell);
  check('lastCellsGradient', [
    ['batchCount', shape.batchCount],
    ['stateDim', shape.stateDim],
  ]);
  if (!W_c) checkAbsent('attentionalStatesGradient', request.attentionalStatesGradient, 'without W_c there are none');
  eachStep('attentionalStatesGradient', ['attentionalDim', shape.attentionalDim]);
  for (const name of ['logitsGradient', 'outputsGradient'] as const) {
    if (!W_o) checkAbsent(name, request[name], 'without W_o there are no outputs');
    eachStep(name, ['outputDim', shape.outputDim]);
  }
}
