import { describe, expect, it } from 'vitest';
import type { ImportedAttention } from '../../../../web/contract/index.ts';
import { withAxis, type MaskMeaning } from '../../../../web/io/arrays/choice.ts';
import { importedSentence } from '../../../../web/model/imported-sentence.ts';
import { bytesOf, choiceOf, opened, taken } from '../open.ts';
import { npyFile, npyWith, safetensorsFile, zipFile } from './write-files.ts';

const counting = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function numbersOf(attention: ImportedAttention): number[] {
  if (attention.kind === 'vectors') throw new Error('No matrix.');
  return Array.from(attention.kind === 'weights' ? attention.weights : attention.scores);
}

describe('one head of one sentence', () => {
  it('is the slice of the chosen layer, batch and head, in any order of axes', () => {
    const shape = [2, 2, 3, 2, 2];
    const file = opened({ 'scores.npy': npyFile({ shape, numbers: counting(48), isFortran: true }) });
    const choice = choiceOf(file.outline, { at: { layer: 1, batch: 0, head: 2 } });
    expect(numbersOf(taken(file, choice).attention)).toEqual([32, 33, 34, 35]);
    const transposed = withAxis(file.outline, choice, 0, 3, 'key');
    expect(numbersOf(taken(file, transposed).attention)).toEqual([32, 34, 33, 35]);
  });

  it('M1: a range is cut from both axes, with its words', () => {
    const text = JSON.stringify({
      tokens: ['a', 'b', 'c'],
      scores: [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, -8],
      ],
    });
    const file = opened({ 'a.json': bytesOf(text) });
    const { attention } = taken(file, choiceOf(file.outline, { queries: [1, 3], keys: [0, 2] }));
    expect(attention).toMatchObject({ queryTokens: ['b', 'c'], keyTokens: ['a', 'b'] });
    expect(numbersOf(attention)).toEqual([3, 4, 6, 7]);
  });

  it('rounded rows stay as they are, and what they sum to is told', () => {
    const file = opened({
      'attn.npy': npyFile({ shape: [2, 3], numbers: [0.33332, 0.33332, 0.33332, 0.5, 0.25, 0.25] }),
    });
    const { attention, rowSums } = taken(file, choiceOf(file.outline));
    expect(numbersOf(attention)).toEqual([0.33332, 0.33332, 0.33332, 0.5, 0.25, 0.25]);
    expect(rowSums?.[0]).toBeCloseTo(0.99996, 12);
    expect(rowSums?.[1]).toBe(1);
  });

  it('T1: numbers that lie at odd places are right', () => {
    const file = opened({ 'a.safetensors': safetensorsFile({ attn: { shape: [1, 2], numbers: [0.25, 0.75] } }, 1) });
    expect(numbersOf(taken(file, choiceOf(file.outline)).attention)).toEqual([0.25, 0.75]);
  });

  it('keeps every digit of a double, and makes float32 of bulk that is float32', () => {
    const double = opened({ 'scores.npy': npyFile({ shape: [1, 2], numbers: [0.1, -1 / 3] }) });
    expect(numbersOf(taken(double, choiceOf(double.outline)).attention)).toEqual([0.1, -1 / 3]);
    const bulk = opened({ 'attn.npy': npyWith('<f4', false, [1100, 1100], new Uint8Array(1100 * 1100 * 4)) });
    const whole = choiceOf(bulk.outline, {
      queries: [0, 1100],
      keys: [0, 1100],
      numbers: { kind: 'weights', matrix: 0 },
    });
    const { attention } = taken(bulk, whole);
    expect(attention.kind === 'weights' && attention.weights).toBeInstanceOf(Float32Array);
  });

  it('M1: one word less than positions is the end of the sentence, and said', () => {
    const file = opened({ 'a.json': bytesOf('{"tokens":["a"],"attention":[[[1,0],[0.5,0.5]]]}') });
    const { attention, notes } = taken(file, choiceOf(file.outline));
    expect(attention.keyTokens).toEqual(['a', '<EOS>']);
    expect(notes.map(({ code }) => code)).toEqual(['endOfSentence', 'endOfSentence']);
  });
});

describe('queries and keys', () => {
  const queries = { shape: [1, 4, 2, 2], numbers: counting(16) };
  const keys = { shape: [1, 2, 3, 2], numbers: counting(12) };
  const file = opened({ 'qk.npz': zipFile({ 'q.npy': npyFile(queries), 'k.npy': npyFile(keys) }) });

  it('of four heads and two: grouped-query attention shares the heads of the keys', () => {
    const keysOf = (head: number): number[] => {
      const { attention } = taken(file, choiceOf(file.outline, { at: { layer: 0, batch: 0, head } }));
      return attention.kind === 'vectors' ? Array.from(attention.keys) : [];
    };
    expect([0, 1, 2, 3].map((head) => keysOf(head)[0])).toEqual([0, 0, 6, 6]);
  });

  it('G3: lengths may differ, widths may not, and both are named', () => {
    const { attention } = taken(file, choiceOf(file.outline));
    expect([attention.queryTokens.length, attention.keyTokens.length]).toEqual([2, 3]);
    const other = opened({
      'qk.npz': zipFile({
        'q.npy': npyFile({ shape: [1, 3], numbers: [1, 2, 3] }),
        'k.npy': npyFile({ shape: [1, 2], numbers: [1, 2] }),
      }),
    });
    expect(other.take(choiceOf(other.outline))).toEqual({ code: 'widthsDiffer', queryWidth: 3, keyWidth: 2 });
  });

  it('become scaled dot products on the stage', () => {
    const sentence = importedSentence(taken(file, choiceOf(file.outline)).attention);
    const scores = [1, 3, 5, 3, 13, 23].map((dot) => dot / Math.SQRT2);
    expect('scores' in sentence && Array.from(sentence.scores)).toEqual(scores);
  });

  it('without as many values as keys are refused', () => {
    const odd = opened({
      'qkv.npz': zipFile({
        'q.npy': npyFile(queries),
        'k.npy': npyFile(keys),
        'v.npy': npyFile({ shape: [1, 2, 4, 2], numbers: counting(16) }),
      }),
    });
    // The range of the keys is cut from both, so only fewer values can be missed.
    expect(odd.take(choiceOf(odd.outline))).not.toHaveProperty('code');
    const few = opened({
      'qkv.npz': zipFile({
        'q.npy': npyFile(queries),
        'k.npy': npyFile(keys),
        'v.npy': npyFile({ shape: [1, 2, 2, 2], numbers: counting(8) }),
      }),
    });
    expect(few.take(choiceOf(few.outline))).toEqual({ code: 'valuesDoNotFit', keys: 3, values: 2 });
  });
});

describe('a mask', () => {
  const scores = npyFile({ shape: [2, 3], numbers: [1, 2, 3, 4, 5, -6] });
  const withMask = (mask: Uint8Array, meaning?: MaskMeaning) => {
    const file = opened({ 'a.npz': zipFile({ 'scores.npy': scores, 'mask.npy': mask }) });
    const choice = choiceOf(file.outline);
    return taken(file, meaning ? { ...choice, mask: { tensor: 1, meaning } } : choice);
  };

  it('B1: 1, 1, 0 is read as “1 may attend” unless it is switched, and what it hides is told', () => {
    const mask = npyFile({ shape: [3], numbers: [1, 1, 0], type: 'int8' });
    const kept = withMask(mask);
    expect(numbersOf(kept.attention)).toEqual([1, 2, -Infinity, 4, 5, -Infinity]);
    expect(kept.hidden).toEqual({ pairs: 2, queries: 0 });
    const switched = withMask(mask, 'isHidden');
    expect(numbersOf(switched.attention)).toEqual([-Infinity, -Infinity, 3, -Infinity, -Infinity, -6]);
    expect(switched.hidden).toEqual({ pairs: 4, queries: 0 });
  });

  it('A1: a query from which everything is hidden sees nothing, and is counted', () => {
    const mask = npyFile({ shape: [2, 3], numbers: [0, 0, 0, 1, 1, 1], type: 'bool' });
    const { attention, hidden } = withMask(mask);
    expect(hidden).toEqual({ pairs: 3, queries: 1 });
    expect(numbersOf(attention).slice(0, 3)).toEqual([-Infinity, -Infinity, -Infinity]);
  });

  it.each([
    ['−1e9 in float32', npyFile({ shape: [1, 3], numbers: [0, 0, -1e9], type: 'float32' })],
    [
      '−1e9 that became −∞ in float16',
      npyWith('<f2', false, [1, 3], new Uint8Array(Uint16Array.of(0, 0, 0xfc00).buffer)),
    ],
    [
      '−65504, the smallest float16',
      npyWith('<f2', false, [1, 3], new Uint8Array(Uint16Array.of(0, 0, 0xfbff).buffer)),
    ],
    ['the smallest float32', npyFile({ shape: [1, 3], numbers: [0, 0, -3.4028234663852886e38], type: 'float32' })],
  ])('D1: %s hides the key', (_, mask) => {
    const { attention, hidden } = withMask(mask);
    expect(numbersOf(attention)).toEqual([1, 2, -Infinity, 4, 5, -Infinity]);
    expect(hidden).toEqual({ pairs: 2, queries: 0 });
  });

  it('D2: the finite mask on every key leaves a query that sees nothing', () => {
    const { hidden } = withMask(npyFile({ shape: [2, 3], numbers: [-1e9, -1e9, -1e9, 0, 0, 0] }));
    expect(hidden).toEqual({ pairs: 3, queries: 1 });
  });

  it('numbers that are added and are no mask are added to scores', () => {
    const { attention } = withMask(npyFile({ shape: [1, 3], numbers: [0.5, 0, -1e9] }), 'isAdded');
    expect(numbersOf(attention)).toEqual([1.5, 2, -Infinity, 4.5, 5, -Infinity]);
  });

  it('of another size is refused, with both sizes named', () => {
    const file = opened({
      'a.npz': zipFile({
        'scores.npy': scores,
        'mask.npy': npyFile({ shape: [2, 4], numbers: counting(8), type: 'bool' }),
      }),
    });
    const choice = choiceOf(file.outline);
    expect(file.take({ ...choice, keys: [0, 3] })).not.toHaveProperty('code');
    const small = opened({
      'a.npz': zipFile({
        'scores.npy': scores,
        'mask.npy': npyFile({ shape: [2, 2], numbers: [1, 1, 1, 1], type: 'bool' }),
      }),
    });
    expect(small.take(choiceOf(small.outline))).toEqual({
      code: 'maskDoesNotFit',
      name: 'mask',
      rows: 2,
      columns: 2,
      queries: 2,
      keys: 3,
    });
  });

  it('G2: of a batch and its heads is that of the chosen sentence, the same for every head', () => {
    const batch = npyFile({ shape: [2, 2, 1, 2], numbers: [1, 2, 3, 4, 5, 6, 7, -8] });
    const mask = npyFile({ shape: [2, 1, 1, 2], numbers: [1, 0, 0, 1], type: 'bool' });
    const file = opened({ 'a.npz': zipFile({ 'scores.npy': batch, 'mask.npy': mask }) });
    let choice = choiceOf(file.outline);
    choice = {
      ...choice,
      axes: [
        ['batch', 'head', 'query', 'key'],
        ['batch', 'head', 'query', 'key'],
      ],
    };
    const of = (sentence: number, head: number): number[] =>
      numbersOf(taken(file, { ...choice, at: { layer: 0, batch: sentence, head } }).attention);
    expect([of(0, 0), of(0, 1), of(1, 0), of(1, 1)]).toEqual([
      [1, -Infinity],
      [3, -Infinity],
      [-Infinity, 6],
      [-Infinity, -8],
    ]);
  });
});
