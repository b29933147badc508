import { EngineError } from '../engine-error.ts';
import type { Tensor } from '../tensor.ts';
import type { AttentionShape } from './attention-shape.ts';
import {
  attentionScoreFunctions,
  type AttentionOptions,
  type AttentionRequest,
  type AttentionScoreFunction,
} from './attention.ts';
import {
  checkAdditiveMask,
  checkBroadcast,
  checkEqual,
  checkFinite,
  checkKeepMask,
  checkNumber,
  checkOneOf,
  checkRank,
  checkShape,
  checkWhole,
  type NamedSize,
} from './checks.ts';
import { checkPresent } from './presence.ts';
import { fullyMaskedPolicies } from './softmax.ts';

export function readsQueries(scoreFunction: AttentionScoreFunction): boolean {
  return scoreFunction !== 'given';
}

export function readsKeys(scoreFunction: AttentionScoreFunction): boolean {
  return scoreFunction !== 'given' && scoreFunction !== 'location';
}

/** The plain numbers and texts. */
export function checkAttentionOptions(options: AttentionOptions): void {
  checkOneOf('scoreFunction', options.scoreFunction, attentionScoreFunctions);
  checkNumber('scale', options.scale);
  checkNumber('softcap', options.softcap, { least: 0 });
  checkNumber('temperature', options.temperature, { least: 0 });
  checkReach(options);
  checkOneOf('fullyMasked', options.fullyMasked, fullyMaskedPolicies);
}

/** Causality and windows. */
export function checkReach({
  causal,
  leftWindow,
  rightWindow,
}: Pick<AttentionOptions, 'causal' | 'leftWindow' | 'rightWindow'>): void {
  checkOneOf('causal', causal, ['topLeft', 'bottomRight']);
  checkNumber('leftWindow', leftWindow, { least: 0, isWhole: true });
  checkNumber('rightWindow', rightWindow, { least: 0, isWhole: true });
}

/** The scores, or the widths and parameters that they are made with. */
export function checkScoring(
  request: AttentionRequest,
  shape: AttentionShape,
  scoreFunction: AttentionScoreFunction,
): void {
  if (scoreFunction === 'given') checkShape('scores', request.scores, scoreSizes(shape));
  else if (scoreFunction === 'location') checkLocations(needed('W', request.W, scoreFunction), shape);
  else checkFormula(request, shape, scoreFunction);
}

/** The widths and parameters of a formula of queries and keys. */
export function checkFormula(
  request: Pick<AttentionOptions, 'W' | 'W_q' | 'W_k' | 'v'>,
  { queryDim, keyDim, attentionDim }: Pick<AttentionShape, 'queryDim' | 'keyDim' | 'attentionDim'>,
  scoreFunction: Exclude<AttentionScoreFunction, 'given' | 'location'>,
): void {
  const parameter = (name: 'W' | 'W_q' | 'W_k' | 'v', ...sizes: NamedSize[]): void => {
    const tensor = needed(name, request[name], scoreFunction);
    checkShape(name, tensor, sizes);
    checkFinite(name, tensor);
  };
  switch (scoreFunction) {
    case 'dot':
    case 'scaledDot':
    case 'cosine':
      if (queryDim === keyDim) return;
      throw new EngineError(
        'badShape',
        `queryDim is ${queryDim}, but keyDim is ${keyDim}, and ${scoreFunction} needs equal widths; bilinear and additive allow different widths.`,
      );
    case 'bilinear':
      parameter('W', ['queryDim', queryDim], ['keyDim', keyDim]);
      return;
    case 'additive':
      parameter('W_q', ['queryDim', queryDim], ['attentionDim', attentionDim]);
      parameter('W_k', ['keyDim', keyDim], ['attentionDim', attentionDim]);
      parameter('v', ['attentionDim', attentionDim]);
      return;
  }
}

/** The width of v, of which the projections of additive scores are too. */
export function attentionDimOf({ v }: Pick<AttentionOptions, 'v'>): number {
  const vector = needed('v', v, 'additive');
  checkRank('v', vector, 1, 1);
  return vector.shape[0];
}

/** Each key needs a row of its own; a longer table serves shorter sentences (Luong et al. 2015, footnote 6). */
function checkLocations(W: Tensor, { keyCount, queryDim }: AttentionShape): void {
  checkRank('W', W, 2, 2);
  checkEqual(['the second axis of W', W.shape[1]], ['queryDim', queryDim]);
  checkFinite('W', W);
  if (keyCount <= W.shape[0]) return;
  throw new EngineError(
    'badShape',
    `keyCount is ${keyCount}, but W has a row for each of ${W.shape[0]} keys; location scores reach no further.`,
  );
}

export function checkMasks(request: AttentionRequest, shape: AttentionShape): void {
  checkPairMasks(request, scoreSizes(shape));
  const { keyLengths } = request;
  if (keyLengths) {
    checkShape('keyLengths', keyLengths, [['batchCount', shape.batchCount]]);
    checkWhole('keyLengths', keyLengths, 0, shape.keyCount);
  }
}

/** Masks that can be repeated to `sizes`, those of the scores. */
export function checkPairMasks(
  { keepMask, additiveMask }: Pick<AttentionOptions, 'keepMask' | 'additiveMask'>,
  sizes: readonly NamedSize[],
): void {
  if (keepMask) {
    checkBroadcast('keepMask', keepMask, sizes);
    checkKeepMask('keepMask', keepMask);
  }
  if (additiveMask) {
    checkBroadcast('additiveMask', additiveMask, sizes);
    checkAdditiveMask('additiveMask', additiveMask);
  }
}

function scoreSizes({ batchCount, queryHeadCount, queryCount, keyCount }: AttentionShape): readonly NamedSize[] {
  return [
    ['batchCount', batchCount],
    ['queryHeadCount', queryHeadCount],
    ['queryCount', queryCount],
    ['keyCount', keyCount],
  ];
}

export function needed(name: string, tensor: Tensor | undefined, scoreFunction?: AttentionScoreFunction): Tensor {
  return checkPresent(name, tensor, scoreFunction && `scoreFunction "${scoreFunction}" needs it`);
}
