import { scoreFunctions, type AttentionInput, type AttentionMask, type ScoreSource } from './attention-input.ts';
import { EngineError } from './engine-error.ts';
import { precisionOf, type FloatArray } from './float-array.ts';
import { limits } from './limits.ts';

/**
 * Refuses what no engine can compute, with an EngineError that names the value and what was expected: `badShape` for
 * sizes that do not fit, `badValue` for numbers without meaning, `tooLarge` over a limit. Queries, keys, values and
 * scores may hold NaN and Infinity, which travel through the formulas; parameters and masks may not.
 */
export function validateInput(input: AttentionInput): void {
  checkObject('The input', input);
  const { queryCount, keyCount, valueDim, values, score, mask, additiveMask, temperature } = input;
  const queries: Size = ['queryCount', queryCount];
  const keys: Size = ['keyCount', keyCount];
  checkCounts(queries, keys);
  checkSize(['valueDim', valueDim], limits.maxDim);
  const floats = new FloatChecker();
  floats.check('values', values, keys, ['valueDim', valueDim]);
  checkScore(score, queries, keys, floats);
  if (mask !== undefined) checkMask(mask, queries, keys);
  if (additiveMask !== undefined) {
    floats.check('additiveMask', additiveMask, queries, keys);
    checkAdditiveMask(additiveMask);
  }
  if (temperature !== undefined && !(Number.isFinite(temperature) && temperature >= 0)) {
    throw new EngineError('badValue', `temperature is ${temperature}, but 0 or a positive finite number was expected.`);
  }
}

/** For operations on scores alone: what validateInput refuses of a score source and its counts. */
export function validateScoreSource(score: ScoreSource, queryCount: number, keyCount: number): void {
  const queries: Size = ['queryCount', queryCount];
  const keys: Size = ['keyCount', keyCount];
  checkCounts(queries, keys);
  checkScore(score, queries, keys, new FloatChecker());
}

/** For rowDetail: refuses a row that the input does not have. */
export function validateQueryIndex(input: AttentionInput, queryIndex: number): void {
  if (!Number.isInteger(queryIndex) || queryIndex < 0 || queryIndex >= input.queryCount) {
    throw new EngineError(
      'badValue',
      `queryIndex is ${queryIndex}, but a whole number from 0 to ${input.queryCount - 1} was expected, for queryCount ${input.queryCount}.`,
    );
  }
}

/** A name and a number, so that a refusal can name both. */
type Size = readonly [name: string, size: number];

function checkSize([name, size]: Size, most: number): void {
  if (!Number.isInteger(size) || size < 1) {
    throw new EngineError('badShape', `${name} is ${size}, but a whole number from 1 to ${most} was expected.`);
  }
  if (size > most) throw new EngineError('tooLarge', `${name} is ${size}, but at most ${most} is supported.`);
}

function checkCounts(queries: Size, keys: Size): void {
  checkSize(queries, limits.maxCount);
  checkSize(keys, limits.maxCount);
  const [queryCount, keyCount] = [queries[1], keys[1]];
  if (queryCount * keyCount > limits.maxTraceScores) {
    throw new EngineError(
      'tooLarge',
      `queryCount ${queryCount} × keyCount ${keyCount} is ${queryCount * keyCount} scores, but a trace holds at most ${limits.maxTraceScores}.`,
    );
  }
}

function checkLength(name: string, length: number, unit: string, sizes: readonly Size[]): void {
  const needed = sizes.reduce((product, [, size]) => product * size, 1);
  if (length === needed) return;
  const shape = sizes.map(([sizeName, size]) => `${sizeName} ${size}`).join(' × ');
  throw new EngineError(
    'badShape',
    `${name} holds ${length} ${unit}, but ${sizes.length > 1 ? `${shape} needs ${needed}` : `${shape} needs as many`}.`,
  );
}

/** Checks float arrays one after another and remembers the first one, whose precision the others must share. */
class FloatChecker {
  #first: { name: string; array: FloatArray } | undefined;

  check(name: string, array: FloatArray, ...sizes: readonly Size[]): void {
    if (!(array instanceof Float32Array || array instanceof Float64Array)) {
      throw new EngineError('badShape', `${name} is not a Float32Array or Float64Array.`);
    }
    checkLength(name, array.length, 'numbers', sizes);
    this.#first ??= { name, array };
    const [precision, expected] = [precisionOf(array), precisionOf(this.#first.array)];
    if (precision !== expected) {
      throw new EngineError(
        'badShape',
        `${name} is ${precision}, but ${this.#first.name} is ${expected}; all arrays of an input have one precision.`,
      );
    }
  }

  checkFinite(name: string, array: FloatArray, ...sizes: readonly Size[]): void {
    this.check(name, array, ...sizes);
    const culprit = array.findIndex((number) => !Number.isFinite(number));
    if (culprit >= 0) {
      throw new EngineError(
        'badValue',
        `${name} holds ${array[culprit]} at index ${culprit}, but parameters must be finite numbers.`,
      );
    }
  }
}

/** Callers without types may leave it out. */
function checkObject(name: string, object: unknown): void {
  if (typeof object === 'object' && object !== null) return;
  throw new EngineError('badValue', `${name} is ${String(object)}, but an object was expected.`);
}

function checkScore(score: ScoreSource, queries: Size, keys: Size, floats: FloatChecker): void {
  checkObject('score', score);
  if (!scoreFunctions.includes(score.scoreFunction)) {
    throw new EngineError(
      'badValue',
      `scoreFunction is "${score.scoreFunction}", but one of ${scoreFunctions.join(', ')} was expected.`,
    );
  }
  if (score.scoreFunction === 'given') {
    floats.check('scores', score.scores, queries, keys);
    return;
  }
  const queryDim: Size = ['queryDim', score.queryDim];
  const keyDim: Size = ['keyDim', score.keyDim];
  checkSize(queryDim, limits.maxDim);
  checkSize(keyDim, limits.maxDim);
  const allowsDifferentWidths = score.scoreFunction === 'bilinear' || score.scoreFunction === 'additive';
  if (!allowsDifferentWidths && score.queryDim !== score.keyDim) {
    throw new EngineError(
      'badShape',
      `queryDim is ${score.queryDim}, but keyDim is ${score.keyDim}, and ${score.scoreFunction} needs equal widths; bilinear and additive allow different widths.`,
    );
  }
  floats.check('queries', score.queries, queries, queryDim);
  floats.check('keys', score.keys, keys, keyDim);
  if (score.scale !== undefined && !Number.isFinite(score.scale)) {
    throw new EngineError('badValue', `scale is ${score.scale}, but a finite number was expected.`);
  }
  if (score.scoreFunction === 'bilinear') floats.checkFinite('W', score.W, queryDim, keyDim);
  if (score.scoreFunction === 'additive') {
    const attentionDim: Size = ['attentionDim', score.attentionDim];
    checkSize(attentionDim, limits.maxDim);
    floats.checkFinite('W_q', score.W_q, queryDim, attentionDim);
    floats.checkFinite('W_k', score.W_k, keyDim, attentionDim);
    floats.checkFinite('v', score.v, attentionDim);
  }
}

function checkMask(mask: AttentionMask, queries: Size, keys: Size): void {
  checkObject('mask', mask);
  checkBytes('keyMask', mask.keyMask, keys);
  checkBytes('pairMask', mask.pairMask, queries, keys);
  checkBytes('queryMask', mask.queryMask, queries);
  checkWindow('leftWindow', mask.leftWindow);
  checkWindow('rightWindow', mask.rightWindow);
  if (mask.causal !== undefined && mask.causal !== 'topLeft' && mask.causal !== 'bottomRight') {
    throw new EngineError('badValue', `causal is "${mask.causal as string}", but topLeft or bottomRight was expected.`);
  }
}

function checkAdditiveMask(additiveMask: FloatArray): void {
  const culprit = additiveMask.findIndex((number) => !(number < Infinity));
  if (culprit < 0) return;
  throw new EngineError(
    'badValue',
    `additiveMask holds ${additiveMask[culprit]} at index ${culprit}, but a finite number or -Infinity was expected.`,
  );
}

function checkBytes(name: string, bytes: Uint8Array | undefined, ...sizes: readonly Size[]): void {
  if (bytes === undefined) return;
  if (!(bytes instanceof Uint8Array)) throw new EngineError('badShape', `${name} is not a Uint8Array.`);
  checkLength(name, bytes.length, 'entries', sizes);
}

function checkWindow(name: string, keys: number | undefined): void {
  if (keys === undefined || (Number.isSafeInteger(keys) && keys >= 0)) return;
  throw new EngineError('badValue', `${name} is ${keys}, but a whole number of keys, 0 or more, was expected.`);
}
