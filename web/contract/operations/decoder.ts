import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import type { AttentionScoreFunction } from './attention.ts';
import type { CellOptions } from './cell.ts';

/**
 * When a decoder aligns. s is its state, x its input, h_i the encoder states.
 *
 * `bahdanau` (Bahdanau et al. 2015, §3.1), with the state before the step:
 *
 *   score_i = score(s_{t−1}, h_i), c_t = Σ weight_i h_i, s_t = cell([x_t; c_t], s_{t−1}), readout = [s_t; c_t]
 *
 * `luong` (Luong et al. 2015, §3.1), with the state that the step has made:
 *
 *   s_t = cell(x_t, s_{t−1}), score_i = score(s_t, h_i), c_t = Σ weight_i h_i, readout = a_t = tanh(W_c [c_t; s_t])
 *
 * `luong` with `feedsInput` (§3.3) reads [x_t; a_{t−1}] in place of x_t. `luong` without W_c has the readout [s_t; c_t].
 * Both end with output = softmax(W_o readout + b_o).
 */
export const decoderOrders = ['bahdanau', 'luong'] as const;
export type DecoderOrder = (typeof decoderOrders)[number];

/** What one step and a whole sequence have in common. The query of the score is the decoder's state. */
export interface DecoderOptions<A extends FloatArray = FloatArray> extends CellOptions {
  readonly order: DecoderOrder;
  /** [batchCount, sourceCount, encoderDim] keys and values at once. */
  readonly encoderStates: Tensor<A>;
  /** [batchCount, sourceCount] 1 for a word, 0 for padding, which has no say, be it NaN. Default: ones. Where nothing is left the context is zeros. */
  readonly encoderMask?: Tensor<A> | undefined;

  /** [gateCount · stateDim, cellInputDim]; cellInputDim is inputDim, + encoderDim for bahdanau, + attentionalDim with feedsInput. */
  readonly W: Tensor<A>;
  /** [gateCount · stateDim, stateDim] */
  readonly R: Tensor<A>;
  /** [gateCount · stateDim]. Default zeros. */
  readonly inputBias?: Tensor<A> | undefined;
  /** [gateCount · stateDim]. Default zeros. */
  readonly recurrentBias?: Tensor<A> | undefined;
  /** [batchCount, stateDim]. Default zeros. */
  readonly initialStates?: Tensor<A> | undefined;
  /** lstm: [batchCount, stateDim]. Default zeros. */
  readonly initialCells?: Tensor<A> | undefined;

  readonly scoreFunction: AttentionScoreFunction;
  /** Multiplies the formula's result, and given scores. Default 1/√stateDim for scaledDot, 1 for the others. */
  readonly scale?: number | undefined;
  /** Divides the scores. Positive. Default 1. */
  readonly temperature?: number | undefined;
  /** bilinear: [stateDim, encoderDim]. location: [at least sourceCount, stateDim]. The W of `attention`; here W is the cell's. */
  readonly W_a?: Tensor<A> | undefined;
  /** additive: [stateDim, attentionDim], applied as s W_q. */
  readonly W_q?: Tensor<A> | undefined;
  /** additive: [encoderDim, attentionDim], applied as h W_k. */
  readonly W_k?: Tensor<A> | undefined;
  /** additive: [attentionDim] */
  readonly v?: Tensor<A> | undefined;

  /** luong: [attentionalDim, encoderDim + stateDim], applied as W_c [c; s]. */
  readonly W_c?: Tensor<A> | undefined;
  /** luong with W_c: whether the cell also reads the attentional state of the step before. Default false. */
  readonly feedsInput?: boolean | undefined;
  /** With feedsInput: [batchCount, attentionalDim]. Default zeros. */
  readonly initialAttentional?: Tensor<A> | undefined;

  /** [outputDim, readoutDim], applied as W_o readout. Without, there are no outputs. */
  readonly W_o?: Tensor<A> | undefined;
  /** [outputDim]. Default zeros. */
  readonly b_o?: Tensor<A> | undefined;
}

/** A sequence of steps, each from the state of the one before. The inputs are given (teacher forcing). */
export interface DecoderRequest<A extends FloatArray = FloatArray> extends DecoderOptions<A> {
  /** [batchCount, stepCount, inputDim] */
  readonly inputs: Tensor<A>;
  /** given: [batchCount, stepCount, sourceCount] */
  readonly scores?: Tensor<A> | undefined;
}

export interface DecoderResult<A extends FloatArray = FloatArray> {
  /** [batchCount, stepCount, sourceCount] before temperature and mask. */
  readonly scores: Tensor<A>;
  /** [batchCount, stepCount, sourceCount] */
  readonly weights: Tensor<A>;
  /** [batchCount, stepCount, encoderDim] */
  readonly context: Tensor<A>;
  /** [batchCount, stepCount, stateDim] */
  readonly states: Tensor<A>;
  /** lstm: [batchCount, stepCount, stateDim] */
  readonly cells?: Tensor<A> | undefined;
  /** [batchCount, stepCount, gateCount · stateDim] as in RecurrentResult. */
  readonly gates: Tensor<A>;
  /** With W_c: [batchCount, stepCount, attentionalDim] */
  readonly attentionalStates?: Tensor<A> | undefined;
  /** With W_o: [batchCount, stepCount, outputDim] before the softmax. */
  readonly logits?: Tensor<A> | undefined;
  /** With W_o: [batchCount, stepCount, outputDim] rows sum to 1. */
  readonly outputs?: Tensor<A> | undefined;
}
