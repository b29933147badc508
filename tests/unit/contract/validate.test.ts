import { describe, expect, it } from 'vitest';
import {
  EngineError,
  limits,
  validateInput,
  validateQueryIndex,
  type AttentionInput,
  type AttentionMask,
  type ScoreSource,
} from '../../../web/contract/index.ts';

const floats = (length: number): Float64Array => new Float64Array(length).fill(1);
const base = { queryCount: 2, keyCount: 3, valueDim: 4, values: floats(12) };
const given: ScoreSource = { scoreFunction: 'given', scores: floats(6) };
const vectors = { queryDim: 5, keyDim: 6, queries: floats(10), keys: floats(18) };
const equal = { queryDim: 5, keyDim: 5, queries: floats(10), keys: floats(15) };
const bilinear: ScoreSource = { scoreFunction: 'bilinear', ...vectors, W: floats(30) };
const additive: ScoreSource = {
  scoreFunction: 'additive',
  ...vectors,
  attentionDim: 7,
  W_q: floats(35),
  W_k: floats(42),
  v: floats(7),
};
const input = (change: Partial<AttentionInput> = {}): AttentionInput => ({ ...base, score: given, ...change });
const withMask = (mask: AttentionMask): AttentionInput => input({ mask });
/** What a caller without types may hand over. */
const untyped = (change: object): AttentionInput => ({ ...input(), ...change });

function refusalOf(wrong: AttentionInput): string {
  try {
    validateInput(wrong);
  } catch (error) {
    if (error instanceof EngineError) return `${error.status}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('validateInput', () => {
  it.each<[string, AttentionInput]>([
    ['given scores', input()],
    ['dot', input({ score: { scoreFunction: 'dot', ...equal } })],
    ['different widths, bilinear', input({ score: bilinear })],
    ['different widths, additive', input({ score: additive })],
    ['every mask', withMask({ keyMask: new Uint8Array(3), pairMask: new Uint8Array(6), queryMask: new Uint8Array(2) })],
    ['windows', withMask({ causal: 'bottomRight', leftWindow: 0, rightWindow: 1e9 })],
    ['−Infinity in the additive mask', input({ additiveMask: floats(6).fill(-Infinity) })],
    [
      'NaN and Infinity in data',
      input({ values: floats(12).fill(NaN), score: { ...given, scores: floats(6).fill(Infinity) } }),
    ],
    ['temperature 0', input({ temperature: 0 })],
    ['a negative scale', input({ score: { scoreFunction: 'dot', ...equal, scale: -2 } })],
  ])('takes %s', (_, right) => {
    expect(refusalOf(right)).toBe('accepted');
  });

  it.each<[string, AttentionInput]>([
    ['badShape: values holds 11 numbers, but keyCount 3 × valueDim 4 needs 12.', input({ values: floats(11) })],
    [
      'badShape: scores holds 5 numbers, but queryCount 2 × keyCount 3 needs 6.',
      input({ score: { ...given, scores: floats(5) } }),
    ],
    ['badShape: queryCount is 0, but a whole number from 1 to 65536 was expected.', input({ queryCount: 0 })],
    ['badShape: keyCount is NaN, but a whole number from 1 to 65536 was expected.', input({ keyCount: NaN })],
    ['badShape: valueDim is -1, but a whole number from 1 to 4096 was expected.', input({ valueDim: -1 })],
    ['tooLarge: valueDim is 4097, but at most 4096 is supported.', input({ valueDim: 4097 })],
    [
      'tooLarge: queryCount 2000 × keyCount 2000 is 4000000 scores, but a trace holds at most 1048576.',
      input({ queryCount: 2000, keyCount: 2000 }),
    ],
    [
      'badShape: queryDim is 5, but keyDim is 6, and dot needs equal widths; bilinear and additive allow different widths.',
      input({ score: { scoreFunction: 'dot', ...vectors } }),
    ],
    [
      'badShape: queryDim is 5, but keyDim is 6, and cosine needs equal widths; bilinear and additive allow different widths.',
      input({ score: { scoreFunction: 'cosine', ...vectors } }),
    ],
    [
      'badShape: queries holds 9 numbers, but queryCount 2 × queryDim 5 needs 10.',
      input({ score: { ...bilinear, queries: floats(9) } }),
    ],
    [
      'badShape: W holds 29 numbers, but queryDim 5 × keyDim 6 needs 30.',
      input({ score: { ...bilinear, W: floats(29) } }),
    ],
    [
      'badShape: W_k holds 41 numbers, but keyDim 6 × attentionDim 7 needs 42.',
      input({ score: { ...additive, W_k: floats(41) } }),
    ],
    ['badShape: v holds 8 numbers, but attentionDim 7 needs as many.', input({ score: { ...additive, v: floats(8) } })],
    [
      'badValue: W holds NaN at index 2, but parameters must be finite numbers.',
      input({ score: { ...bilinear, W: floats(30).fill(NaN, 2) } }),
    ],
    [
      'badValue: v holds Infinity at index 6, but parameters must be finite numbers.',
      input({ score: { ...additive, v: floats(7).fill(Infinity, 6) } }),
    ],
    ['badValue: scale is NaN, but a finite number was expected.', input({ score: { ...bilinear, scale: NaN } })],
    [
      'badShape: scores is float32, but values is float64; all arrays of an input have one precision.',
      untyped({ score: { ...given, scores: new Float32Array(6) } }),
    ],
    ['badShape: values is not a Float32Array or Float64Array.', untyped({ values: [1, 2, 3] })],
    ['badShape: keyMask is not a Uint8Array.', untyped({ mask: { keyMask: [true, false, true] } })],
    ['badShape: keyMask holds 2 entries, but keyCount 3 needs as many.', withMask({ keyMask: new Uint8Array(2) })],
    [
      'badShape: pairMask holds 3 entries, but queryCount 2 × keyCount 3 needs 6.',
      withMask({ pairMask: new Uint8Array(3) }),
    ],
    [
      'badShape: queryMask holds 3 entries, but queryCount 2 needs as many.',
      withMask({ queryMask: new Uint8Array(3) }),
    ],
    ['badValue: leftWindow is -1, but a whole number of keys, 0 or more, was expected.', withMask({ leftWindow: -1 })],
    [
      'badValue: rightWindow is 1.5, but a whole number of keys, 0 or more, was expected.',
      withMask({ rightWindow: 1.5 }),
    ],
    ['badValue: causal is "left", but topLeft or bottomRight was expected.', untyped({ mask: { causal: 'left' } })],
    [
      'badValue: additiveMask holds NaN at index 0, but a finite number or -Infinity was expected.',
      input({ additiveMask: floats(6).fill(NaN) }),
    ],
    ['badValue: temperature is -1, but 0 or a positive finite number was expected.', input({ temperature: -1 })],
    [
      'badValue: temperature is Infinity, but 0 or a positive finite number was expected.',
      input({ temperature: Infinity }),
    ],
    [
      'badValue: scoreFunction is "general", but one of given, dot, scaledDot, bilinear, additive, cosine was expected.',
      untyped({ score: { ...vectors, scoreFunction: 'general' } }),
    ],
    ['badValue: score is undefined, but an object was expected.', untyped({ score: undefined })],
    ['badValue: mask is null, but an object was expected.', untyped({ mask: null })],
    ['badValue: The input is undefined, but an object was expected.', undefined as unknown as AttentionInput],
  ])('%s', (sentence, wrong) => {
    expect(refusalOf(wrong)).toBe(sentence);
  });

  it('takes the largest trace there is', () => {
    const { maxTraceScores, maxCount } = limits;
    const largest: AttentionInput = {
      queryCount: maxTraceScores / maxCount,
      keyCount: maxCount,
      valueDim: 1,
      values: new Float32Array(maxCount),
      score: { scoreFunction: 'given', scores: new Float32Array(maxTraceScores) },
    };
    expect(refusalOf(largest)).toBe('accepted');
  });
});

describe('validateQueryIndex', () => {
  it('takes the rows there are', () => {
    expect(() => [0, 1].forEach((row) => validateQueryIndex(input(), row))).not.toThrow();
  });

  it.each([-1, 2, 0.5, NaN])('refuses row %d of two', (row) => {
    expect(() => validateQueryIndex(input(), row)).toThrow(
      `queryIndex is ${row}, but a whole number from 0 to 1 was expected, for queryCount 2.`,
    );
  });
});
