import fc from 'fast-check';
import {
  attentionScoreFunctions,
  countOf,
  gateCountOf,
  type AttentionScoreFunction,
  type CellOptions,
  type DecoderRequest,
  type Precision,
  type Tensor,
} from '../../../web/contract/index.ts';
import { floats } from '../inputs.ts';
import { cellKinds } from './recurrent-requests.ts';
import { range } from './tensor-axes.ts';
import { tensors } from './tensors.ts';

/** The ways a decoder is put together, each with a name for the test. */
export const decoderKinds = [
  { name: 'bahdanau', order: 'bahdanau', hasAttentional: false, feedsInput: false },
  { name: 'luong', order: 'luong', hasAttentional: true, feedsInput: false },
  { name: 'luong with input feeding', order: 'luong', hasAttentional: true, feedsInput: true },
  { name: 'luong without attentional states', order: 'luong', hasAttentional: false, feedsInput: false },
] as const;
export type DecoderKind = (typeof decoderKinds)[number];

export interface DecoderRequestOptions {
  readonly precision: Precision;
  readonly kind: DecoderKind;
  readonly scoreFunctions?: readonly AttentionScoreFunction[];
  readonly cells?: readonly CellOptions[];
  /** Without: every source word is seen. */
  readonly isWhole?: boolean;
}

/** Any small valid request. Its numbers are waves: no vector is so short that its direction is all rounding. */
export function decoderRequests({
  precision,
  kind,
  scoreFunctions = attentionScoreFunctions,
  cells = cellKinds,
  isWhole = false,
}: DecoderRequestOptions): fc.Arbitrary<DecoderRequest> {
  const size = fc.integer({ min: 1, max: 4 });
  return fc
    .record({
      batchCount: fc.integer({ min: 1, max: 2 }),
      stepCount: fc.integer({ min: 1, max: 3 }),
      sourceCount: size,
      inputDim: size,
      stateDim: size,
      otherDim: size,
      attentionDim: size,
      attentionalDim: size,
      outputDim: size,
      scoreFunction: fc.constantFrom(...scoreFunctions),
      cell: fc.constantFrom(...cells),
    })
    .chain(({ batchCount, stepCount, sourceCount, inputDim, stateDim, scoreFunction, cell, ...dims }) => {
      const { attentionDim, attentionalDim, outputDim } = dims;
      const tensor = (...shape: number[]): fc.Arbitrary<Tensor> => waves(precision, shape);
      const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
      const needsEqual = ['dot', 'scaledDot', 'cosine'].includes(scoreFunction);
      const encoderDim = needsEqual ? stateDim : dims.otherDim;
      const fedDim = kind.order === 'bahdanau' ? encoderDim : kind.feedsInput ? attentionalDim : 0;
      const rows = gateCountOf(cell.cell) * stateDim;
      const readoutDim = kind.hasAttentional ? attentionalDim : stateDim + encoderDim;
      return fc.record<DecoderRequest>({
        order: fc.constant(kind.order),
        cell: fc.constant(cell.cell),
        reset: fc.constant(cell.reset),
        gateOrder: fc.constant(cell.gateOrder),
        scoreFunction: fc.constant(scoreFunction),
        inputs: tensor(batchCount, stepCount, inputDim),
        encoderStates: tensor(batchCount, sourceCount, encoderDim),
        encoderMask: isWhole
          ? fc.constant(undefined)
          : optional(tensors(precision, fc.constant([batchCount, sourceCount]), fc.constantFrom(0, 1, 1))),
        W: tensor(rows, inputDim + fedDim),
        R: tensor(rows, stateDim),
        inputBias: optional(tensor(rows)),
        recurrentBias: optional(tensor(rows)),
        initialStates: tensor(batchCount, stateDim),
        scale: fc.constantFrom(undefined, 0.5, -1, 0),
        temperature: fc.constantFrom(undefined, 0.5, 2),
        ...(cell.cell === 'lstm' && { initialCells: optional(tensor(batchCount, stateDim)) }),
        ...(scoreFunction === 'given' && { scores: tensor(batchCount, stepCount, sourceCount) }),
        ...(scoreFunction === 'bilinear' && { W_a: tensor(stateDim, encoderDim) }),
        ...(scoreFunction === 'location' && { W_a: tensor(sourceCount + 1, stateDim) }),
        ...(scoreFunction === 'additive' && {
          W_q: tensor(stateDim, attentionDim),
          W_k: tensor(encoderDim, attentionDim),
          v: tensor(attentionDim),
        }),
        ...(kind.hasAttentional && { W_c: tensor(attentionalDim, encoderDim + stateDim) }),
        ...(kind.feedsInput && {
          feedsInput: fc.constant(true),
          initialAttentional: optional(tensor(batchCount, attentionalDim)),
        }),
        W_o: tensor(outputDim, readoutDim),
        b_o: optional(tensor(outputDim)),
      });
    });
}

function waves(precision: Precision, shape: readonly number[]): fc.Arbitrary<Tensor> {
  return fc.integer({ min: 1, max: 10_000 }).map((seed) => ({
    shape,
    data: floats(
      precision,
      range(countOf(shape)).map((index) => Math.fround(Math.sin(seed + 2.3 * index))),
    ),
  }));
}
