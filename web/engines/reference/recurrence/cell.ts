import { gateCountOf, type CellOptions } from '../../../contract/operations/cell.ts';

/** The parameters of one direction in float64, shaped as in CellParameters without the first axis. */
export interface CellWeights extends CellOptions {
  readonly inputDim: number;
  readonly stateDim: number;
  readonly W: Float64Array;
  readonly R: Float64Array;
  readonly inputBias: Float64Array | undefined;
  readonly recurrentBias: Float64Array | undefined;
}

/** What goes from step to step; also the gradient of it. Both are [stateDim]; only an lstm has numbers in `cell`. */
export interface CellState {
  readonly state: Float64Array;
  readonly cell: Float64Array;
}

/** One step and what its backward pass needs. */
export interface CellStep {
  readonly input: Float64Array;
  readonly before: CellState;
  readonly after: CellState;
  /** [gateCount · stateDim] what σ and tanh gave. */
  readonly gates: Float64Array;
  /** [stateDim] gru that resets after the product: R h + recurrentBias of the candidate. */
  readonly candidateProduct?: Float64Array;
}

/** Gradients of a cell's parameters, which all its steps add to. */
export interface CellGradient {
  readonly W: Float64Array;
  readonly R: Float64Array;
  readonly inputBias: Float64Array;
  readonly recurrentBias: Float64Array;
}

/** What a backward step of one kind of cell finds: the gradients of a = W x + inputBias and of the state's part. */
export interface PartsGradient {
  /** [gateCount · stateDim] */
  readonly inputParts: Float64Array;
  /** [gateCount · stateDim] */
  readonly recurrentParts: Float64Array;
  readonly before: CellState;
}

export function zeroState(stateDim: number): CellState {
  return { state: new Float64Array(stateDim), cell: new Float64Array(stateDim) };
}

export function zeroGradient({ cell, inputDim, stateDim }: CellWeights): CellGradient {
  const rowCount = gateCountOf(cell) * stateDim;
  return {
    W: new Float64Array(rowCount * inputDim),
    R: new Float64Array(rowCount * stateDim),
    inputBias: new Float64Array(rowCount),
    recurrentBias: new Float64Array(rowCount),
  };
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
