import type { FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { checkFinite, checkShape, type NamedSize } from './checks.ts';
import { checkAbsent, checkChosen } from './presence.ts';

/**
 * How a state h becomes the next one, h′, with an input x. Each gate has gateDim = stateDim rows of W and R; a = W x +
 * inputBias is the input's part of it, u = R h + recurrentBias the state's. σ is the logistic function, ⊙ goes entry by
 * entry.
 *
 * | name   | formula                                                              | gates in order | source            |
 * | ------ | -------------------------------------------------------------------- | -------------- | ----------------- |
 * | `rnn`  | h′ = tanh(a + u)                                                     | h              | Elman 1990        |
 * | `gru`  | z = σ(a + u), r = σ(a + u), h̃ = tanh(…), h′ = (1 − z) ⊙ h̃ + z ⊙ h   | `gateOrder`    | Cho et al. 2014   |
 * | `lstm` | i, o, f = σ(a + u), c̃ = tanh(a + u), c′ = f ⊙ c + i ⊙ c̃, h′ = o ⊙ tanh(c′) | i, o, f, c̃ | Hochreiter and Schmidhuber 1997; Gers et al. 2000, without peepholes |
 *
 * `lstm` has a cell c beside its state. The order i, o, f, c̃ is ONNX's; Keras stores i, f, c̃, o, as does PyTorch.
 */
export const cells = ['rnn', 'gru', 'lstm'] as const;
export type Cell = (typeof cells)[number];

/**
 * Where the reset gate of a GRU acts.
 *
 * | name     | formula                              | known as                                                          |
 * | -------- | ------------------------------------ | ----------------------------------------------------------------- |
 * | `before` | h̃ = tanh(a + R (r ⊙ h) + recurrentBias) | the paper's; ONNX linear_before_reset 0; Keras reset_after False |
 * | `after`  | h̃ = tanh(a + r ⊙ u)                   | cuDNN's, PyTorch's; ONNX linear_before_reset 1; Keras reset_after True |
 */
export const resets = ['before', 'after'] as const;
export type Reset = (typeof resets)[number];

/** The rows of a GRU's W, R and biases: update, reset, candidate (ONNX, Keras), or reset, update, candidate (PyTorch). */
export const gateOrders = ['zrh', 'rzn'] as const;
export type GateOrder = (typeof gateOrders)[number];

/** What a cell is told apart from its parameters. */
export interface CellOptions {
  readonly cell: Cell;
  /** gru: needed, for the two give different answers. */
  readonly reset?: Reset | undefined;
  /** gru: needed. */
  readonly gateOrder?: GateOrder | undefined;
}

/** The parameters of a cell as `recurrent` takes them; `decoder` takes them without the first axis. */
export interface CellParameters<A extends FloatArray = FloatArray> {
  /** [directionCount, gateCount · stateDim, inputDim], applied as W x. */
  readonly W: Tensor<A>;
  /** [directionCount, gateCount · stateDim, stateDim], applied as R h. */
  readonly R: Tensor<A>;
  /** [directionCount, gateCount · stateDim]. Default zeros. */
  readonly inputBias?: Tensor<A> | undefined;
  /** [directionCount, gateCount · stateDim]. Default zeros. */
  readonly recurrentBias?: Tensor<A> | undefined;
}

/** 1 for rnn, 3 for gru, 4 for lstm. */
export function gateCountOf(cell: Cell): number {
  return { rnn: 1, gru: 3, lstm: 4 }[cell];
}

/** What a cell needs must be said: conventions differ, and so do the answers. */
export function checkCellOptions({ cell, reset, gateOrder }: CellOptions): void {
  checkChosen('cell', cell, cells);
  if (cell !== 'gru') return;
  checkChosen('reset', reset, resets);
  checkChosen('gateOrder', gateOrder, gateOrders);
}

/** Cells are an lstm's. */
export function checkHasCells(name: string, tensor: Tensor | undefined, cell: Cell): void {
  if (cell !== 'lstm') checkAbsent(name, tensor, `cell is "${cell}", and only an lstm has cells`);
}

export interface CellSizes {
  /** The axis that `recurrent` has first. */
  readonly leading: readonly NamedSize[];
  readonly gateRows: number;
  /** With its name, since a decoder's is a sum. */
  readonly inputDim: NamedSize;
  readonly stateDim: number;
}

/** The parameters of a cell must fit and be finite. */
export function checkCellParameters(parameters: CellParameters, sizes: CellSizes): void {
  const { W, R, inputBias, recurrentBias } = parameters;
  const rows: NamedSize = ['gateCount · stateDim', sizes.gateRows];
  checkShape('W', W, [...sizes.leading, rows, sizes.inputDim]);
  checkShape('R', R, [...sizes.leading, rows, ['stateDim', sizes.stateDim]]);
  if (inputBias) checkShape('inputBias', inputBias, [...sizes.leading, rows]);
  if (recurrentBias) checkShape('recurrentBias', recurrentBias, [...sizes.leading, rows]);
  for (const [name, tensor] of Object.entries({ W, R, inputBias, recurrentBias })) {
    if (tensor) checkFinite(name, tensor);
  }
}
