import fc from 'fast-check';
import {
  directions,
  gateCountOf,
  type CellOptions,
  type Direction,
  type Precision,
  type RecurrentRequest,
  type Tensor,
} from '../../../web/contract/index.ts';
import { tensors } from './tensors.ts';

/** Every kind of cell; a gru is four. */
export const cellKinds: readonly CellOptions[] = [
  { cell: 'rnn' },
  { cell: 'gru', reset: 'before', gateOrder: 'zrh' },
  { cell: 'gru', reset: 'before', gateOrder: 'rzn' },
  { cell: 'gru', reset: 'after', gateOrder: 'zrh' },
  { cell: 'gru', reset: 'after', gateOrder: 'rzn' },
  { cell: 'lstm' },
];

export function titleOf({ cell, reset, gateOrder }: CellOptions): string {
  return reset ? `${cell} ${gateOrder}, reset ${reset}` : cell;
}

export interface RecurrentRequestOptions {
  readonly precision: Precision;
  readonly kind: CellOptions;
  readonly directions?: readonly Direction[];
  /** Without: no lengths and no step mask. */
  readonly isWhole?: boolean;
}

/** Any small valid request, its numbers of everyday size. */
export function recurrentRequests({
  precision,
  kind,
  directions: names = directions,
  isWhole = false,
}: RecurrentRequestOptions): fc.Arbitrary<RecurrentRequest> {
  const size = fc.integer({ min: 1, max: 5 });
  return fc
    .record({
      batchCount: fc.integer({ min: 1, max: 3 }),
      stepCount: size,
      inputDim: size,
      stateDim: size,
      direction: fc.constantFrom(...names),
    })
    .chain(({ batchCount, stepCount, inputDim, stateDim, direction }) => {
      const tensor = (...shape: number[]): fc.Arbitrary<Tensor> => tensors(precision, fc.constant(shape));
      const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
      const directionCount = direction === 'bidirectional' ? 2 : 1;
      const rows = gateCountOf(kind.cell) * stateDim;
      const wholes = (shape: number[], most: number) => tensors(precision, fc.constant(shape), fc.nat(most));
      return fc.record<RecurrentRequest>({
        cell: fc.constant(kind.cell),
        reset: fc.constant(kind.reset),
        gateOrder: fc.constant(kind.gateOrder),
        direction: fc.constant(direction),
        inputs: tensor(batchCount, stepCount, inputDim),
        W: tensor(directionCount, rows, inputDim),
        R: tensor(directionCount, rows, stateDim),
        inputBias: optional(tensor(directionCount, rows)),
        recurrentBias: optional(tensor(directionCount, rows)),
        initialStates: optional(tensor(batchCount, directionCount, stateDim)),
        initialCells:
          kind.cell === 'lstm' ? optional(tensor(batchCount, directionCount, stateDim)) : fc.constant(undefined),
        lengths: isWhole ? fc.constant(undefined) : optional(wholes([batchCount], stepCount)),
        stepMask: isWhole ? fc.constant(undefined) : optional(wholes([batchCount, stepCount], 1)),
      });
    });
}
