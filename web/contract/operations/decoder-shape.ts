import { EngineError } from '../engine-error.ts';
import { limits } from '../limits.ts';
import type { Tensor } from '../tensor.ts';
import { attentionScoreFunctions } from './attention.ts';
import { checkCellOptions, checkCellParameters, checkHasCells, gateCountOf } from './cell.ts';
import {
  checkEqual,
  checkFinite,
  checkKeepMask,
  checkNumber,
  checkRank,
  checkResultSize,
  checkShape,
  type NamedSize,
} from './checks.ts';
import { decoderOrders, type DecoderRequest } from './decoder.ts';
import { checkAbsent, checkChosen, checkPresent } from './presence.ts';

/** The sizes of a decoder request. A width is 0 where there are no such vectors. */
export interface DecoderShape {
  readonly batchCount: number;
  readonly stepCount: number;
  readonly sourceCount: number;
  readonly inputDim: number;
  readonly encoderDim: number;
  readonly stateDim: number;
  /** gateCount · stateDim */
  readonly gateRows: number;
  readonly cellInputDim: number;
  readonly attentionDim: number;
  readonly attentionalDim: number;
  readonly readoutDim: number;
  readonly outputDim: number;
}

/** Refuses a request whose sizes do not fit or whose numbers have no meaning. */
export function decoderShapeOf(request: DecoderRequest): DecoderShape {
  const { order, cell, scoreFunction, W_c, W_o, v } = request;
  checkChosen('order', order, decoderOrders);
  checkChosen('scoreFunction', scoreFunction, attentionScoreFunctions);
  checkCellOptions(request);
  const inputs = checkPresent('inputs', request.inputs);
  const encoderStates = checkPresent('encoderStates', request.encoderStates);
  const R = checkPresent('R', request.R);
  checkRank('inputs', inputs, 3, 3);
  checkRank('encoderStates', encoderStates, 3, 3);
  checkRank('R', R, 2, 2);
  for (const [name, matrix] of Object.entries({ W_c, W_o })) if (matrix) checkRank(name, matrix, 2, 2);
  if (v) checkRank('v', v, 1, 1);
  const [batchCount, stepCount, inputDim] = inputs.shape;
  const [sourceBatchCount, sourceCount, encoderDim] = encoderStates.shape;
  checkEqual(['the batchCount of encoderStates', sourceBatchCount], ['that of inputs', batchCount]);
  const stateDim = R.shape[1];
  const attentionalDim = W_c?.shape[0] ?? 0;
  const fedDim = order === 'bahdanau' ? encoderDim : request.feedsInput ? attentionalDim : 0;
  const shape: DecoderShape = {
    batchCount,
    stepCount,
    sourceCount,
    inputDim,
    encoderDim,
    stateDim,
    gateRows: gateCountOf(cell) * stateDim,
    cellInputDim: inputDim + fedDim,
    attentionDim: scoreFunction === 'additive' ? checkPresent('v', v, 'additive scores need it').shape[0] : 0,
    attentionalDim,
    readoutDim: attentionalDim || stateDim + encoderDim,
    outputDim: W_o?.shape[0] ?? 0,
  };
  checkRecurrence(request, shape);
  checkScore(request, shape);
  checkReadout(request, shape);
  checkResultSizes(shape);
  return shape;
}

function checkRecurrence(request: DecoderRequest, shape: DecoderShape): void {
  const { cell, order, feedsInput, encoderMask, initialStates, initialCells } = request;
  const fed = order === 'bahdanau' ? ' + encoderDim' : feedsInput ? ' + attentionalDim' : '';
  checkPresent('W', request.W);
  checkCellParameters(request, {
    leading: [],
    gateRows: shape.gateRows,
    inputDim: [`inputDim${fed}`, shape.cellInputDim],
    stateDim: shape.stateDim,
  });
  checkHasCells('initialCells', initialCells, cell);
  const state: readonly NamedSize[] = [
    ['batchCount', shape.batchCount],
    ['stateDim', shape.stateDim],
  ];
  if (initialStates) checkShape('initialStates', initialStates, state);
  if (initialCells) checkShape('initialCells', initialCells, state);
  if (!encoderMask) return;
  checkShape('encoderMask', encoderMask, [
    ['batchCount', shape.batchCount],
    ['sourceCount', shape.sourceCount],
  ]);
  checkKeepMask('encoderMask', encoderMask);
}

function checkScore(request: DecoderRequest, shape: DecoderShape): void {
  const { scoreFunction, scale, temperature } = request;
  const stateDim: NamedSize = ['stateDim', shape.stateDim];
  const encoderDim: NamedSize = ['encoderDim', shape.encoderDim];
  const attentionDim: NamedSize = ['attentionDim', shape.attentionDim];
  checkNumber('scale', scale);
  if (temperature !== undefined && !(temperature > 0 && temperature < Infinity)) {
    throw new EngineError('badValue', `temperature is ${temperature}, but a positive finite number was expected.`);
  }
  const parameter = (name: 'W_a' | 'W_q' | 'W_k' | 'v', ...sizes: readonly NamedSize[]): void => {
    const tensor = checkPresent(name, request[name], `${scoreFunction} scores need it`);
    checkShape(name, tensor, sizes);
    checkFinite(name, tensor);
  };
  switch (scoreFunction) {
    case 'given':
      checkShape('scores', checkPresent('scores', request.scores, 'given scores were asked for'), [
        ...stepsOf(shape),
        ['sourceCount', shape.sourceCount],
      ]);
      return;
    case 'dot':
    case 'scaledDot':
    case 'cosine':
      checkEqual([`${scoreFunction} scores need equal widths: stateDim`, shape.stateDim], encoderDim);
      return;
    case 'bilinear':
      parameter('W_a', stateDim, encoderDim);
      return;
    case 'additive':
      parameter('W_q', stateDim, attentionDim);
      parameter('W_k', encoderDim, attentionDim);
      parameter('v', attentionDim);
      return;
    case 'location':
      checkLocations(checkPresent('W_a', request.W_a, 'location scores need it'), shape);
      return;
  }
}

function checkLocations(W_a: Tensor, { sourceCount, stateDim }: DecoderShape): void {
  checkRank('W_a', W_a, 2, 2);
  checkShape('W_a', W_a, [
    ['rows', W_a.shape[0]],
    ['stateDim', stateDim],
  ]);
  checkFinite('W_a', W_a);
  if (W_a.shape[0] >= sourceCount) return;
  throw new EngineError(
    'badShape',
    `W_a has ${W_a.shape[0]} rows, one a position, but sourceCount is ${sourceCount}; as many rows at least were expected.`,
  );
}

function checkReadout(request: DecoderRequest, shape: DecoderShape): void {
  const { order, feedsInput = false, W_c, W_o, b_o, initialAttentional } = request;
  const attentionalDim: NamedSize = ['attentionalDim', shape.attentionalDim];
  const outputDim: NamedSize = ['outputDim', shape.outputDim];
  if (order !== 'luong') checkAbsent('W_c', W_c, `order is "${order}", and only luong has attentional states`);
  if (feedsInput) checkPresent('W_c', W_c, 'feedsInput feeds the attentional state that it makes');
  else checkAbsent('initialAttentional', initialAttentional, 'only feedsInput reads it');
  if (W_c) {
    checkShape('W_c', W_c, [attentionalDim, ['encoderDim + stateDim', shape.encoderDim + shape.stateDim]]);
    checkFinite('W_c', W_c);
  }
  if (initialAttentional) {
    checkShape('initialAttentional', initialAttentional, [['batchCount', shape.batchCount], attentionalDim]);
  }
  if (W_o) {
    checkShape('W_o', W_o, [outputDim, [W_c ? 'attentionalDim' : 'stateDim + encoderDim', shape.readoutDim]]);
    checkFinite('W_o', W_o);
  }
  if (b_o) {
    checkPresent('W_o', W_o, 'b_o is its bias');
    checkShape('b_o', b_o, [outputDim]);
    checkFinite('b_o', b_o);
  }
}

function checkResultSizes(shape: DecoderShape): void {
  const widths = {
    weights: ['sourceCount', shape.sourceCount],
    'the inputs of the cell': ['cellInputDim', shape.cellInputDim],
    context: ['encoderDim', shape.encoderDim],
    gates: ['gateCount · stateDim', shape.gateRows],
    attentionalStates: ['attentionalDim', shape.attentionalDim],
    outputs: ['outputDim', shape.outputDim],
  } as const;
  for (const [name, width] of Object.entries(widths)) {
    checkResultSize(name, [...stepsOf(shape), width], limits.maxTensorNumbers);
  }
  const sourceCount: NamedSize = ['sourceCount', shape.sourceCount];
  const projected = 'the projected encoder states of a sequence';
  checkResultSize(projected, [sourceCount, ['stateDim', shape.stateDim]], limits.maxTensorNumbers);
  checkResultSize(projected, [sourceCount, ['attentionDim', shape.attentionDim]], limits.maxTensorNumbers);
}

/** [batchCount, stepCount] */
export function stepsOf({ batchCount, stepCount }: DecoderShape): readonly NamedSize[] {
  return [
    ['batchCount', batchCount],
    ['stepCount', stepCount],
  ];
}
