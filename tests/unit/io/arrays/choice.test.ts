import { describe, expect, it } from 'vitest';
import {
  choosableAxes,
  countAlong,
  firstChoice,
  withAxis,
  withKind,
  withMask,
  withTensors,
} from '../../../../web/io/arrays/choice.ts';
import { bytesOf, choiceOf, opened, taken } from '../open.ts';
import { npyFile, npyWith, zipFile } from './write-files.ts';

const counting = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const uniform = (shape: readonly number[]): Uint8Array => {
  const count = shape.reduce((product, size) => product * size, 1);
  return npyFile({ shape, numbers: Array<number>(count).fill(1 / (shape.at(-1) ?? 1)), type: 'float32' });
};

describe('what is offered first', () => {
  it.each([
    [[4], ['key']],
    [
      [2, 4],
      ['query', 'key'],
    ],
    [
      [3, 4, 4],
      ['head', 'query', 'key'],
    ],
    [
      [1, 3, 4, 4],
      ['batch', 'head', 'query', 'key'],
    ],
    [
      [2, 3, 4, 4],
      ['layer', 'head', 'query', 'key'],
    ],
    [
      [2, 1, 3, 4, 4],
      ['layer', 'batch', 'head', 'query', 'key'],
    ],
  ])('weights of %j have the axes %j', (shape, axes) => {
    expect(choiceOf(opened({ 'attn.npy': uniform(shape) }).outline).axes[0]).toEqual(axes);
  });

  it('weights are known by the axis along which they sum to 1, wherever it lies', () => {
    const turned = opened({ 'attn.npy': npyFile({ shape: [2, 3], numbers: [0.75, 0, 0.5, 0.25, 1, 0.5] }) });
    expect(turned.outline.tensors[0]).toMatchObject({ weightAxis: 0, axes: ['key', 'query'] });
    const heads = opened({
      'attn.npy': npyFile({ shape: [2, 2, 3], numbers: [0.75, 0, 0.5, 0.25, 1, 0.5, 0.5, 0.5, 0, 0.5, 0.5, 1] }),
    });
    expect(heads.outline.tensors[0]).toMatchObject({ weightAxis: 1, axes: ['query', 'key', 'head'] });
  });

  it('a list that sums to 1 is no attention where there is a matrix, unless it is called so', () => {
    const offered = (list: string, matrix: string): unknown =>
      choiceOf(
        opened({
          'a.npz': zipFile({
            [`${list}.npy`]: npyFile({ shape: [3], numbers: [0, 0, 1] }),
            [`${matrix}.npy`]: npyFile({ shape: [2, 3], numbers: [1, 2, 3, 4, 5, -6] }),
          }),
        }).outline,
      ).numbers;
    expect(offered('padding', 'scores')).toEqual({ kind: 'scores', matrix: 1 });
    expect(offered('attn', 'states'), 'of one query').toEqual({ kind: 'weights', matrix: 0 });
  });

  it('nothing, where nothing can be attention', () => {
    expect(firstChoice(opened({ 'a.npy': npyFile({ shape: [], numbers: [1] }) }).outline)).toBeNull();
    expect(firstChoice(opened({ 'a.npy': npyFile({ shape: [1, 1, 1, 1, 1, 1], numbers: [1] }) }).outline)).toBeNull();
  });

  it('M1: 512 positions and 12 words: the first 12, since the rest is padding', () => {
    const tokens = counting(12).map((index) => `w${index}`);
    const weights = Array.from({ length: 2 }, () => counting(64).map(() => [1, ...Array<number>(63).fill(0)]));
    const { outline } = opened({ 'a.json': bytesOf(JSON.stringify({ tokens, attention: weights })) });
    expect(choiceOf(outline)).toMatchObject({ queries: [0, 12], keys: [0, 12], keyWords: tokens });
  });

  it('L3: of 512 tokens the first 300, which a stage can show', () => {
    const { outline } = opened({ 'attn.npy': uniform([512, 512]) });
    expect(choiceOf(outline)).toMatchObject({ queries: [0, 300], keys: [0, 300] });
  });
});

describe('another choice', () => {
  it('L1: rows and columns swapped: the rows still have the words of the queries', () => {
    const text = JSON.stringify({
      source: ['a', 'b', 'c'],
      target: ['x', 'y'],
      attention: [
        [1, 0, 0],
        [0, 0.5, -0.5],
      ],
    });
    const file = opened({ 'a.json': bytesOf(text) });
    const choice = choiceOf(file.outline);
    const straight = taken(file, choice).attention;
    expect(straight).toMatchObject({ queryTokens: ['x', 'y'], keyTokens: ['a', 'b', 'c'] });
    const swapped = taken(file, withAxis(file.outline, choice, 0, 0, 'key')).attention;
    expect(swapped).toMatchObject({ queryTokens: ['a', 'b', 'c'], keyTokens: ['x', 'y'] });
    expect(swapped.kind === 'scores' && Array.from(swapped.scores)).toEqual([1, 0, 0, 0.5, 0, -0.5]);
  });

  it('an axis that gets the name of another gives it its own', () => {
    const { outline } = opened({ 'attn.npy': uniform([2, 3, 4, 4]) });
    const next = withAxis(outline, choiceOf(outline), 0, 0, 'head');
    expect(next.axes[0]).toEqual(['head', 'layer', 'query', 'key']);
    expect([countAlong(outline, next, 'head'), countAlong(outline, next, 'layer')]).toEqual([2, 3]);
    expect(withAxis(outline, next, 0, 1, 'batch').axes[0]).toEqual(['head', 'batch', 'query', 'key']);
  });

  it('a matrix seen as vectors, and back', () => {
    const file = opened({
      'x.npz': zipFile({ 'a.npy': uniform([2, 4]), 'b.npy': npyFile({ shape: [5, 4], numbers: counting(20) }) }),
    });
    const vectors = withTensors(file.outline, withKind(file.outline, choiceOf(file.outline), 'vectors'), {
      kind: 'vectors',
      queries: 0,
      keys: 1,
      values: null,
    });
    expect(vectors.axes).toEqual([
      ['query', 'width'],
      ['key', 'width'],
    ]);
    expect(choosableAxes(vectors, 1)).toEqual(['batch', 'layer', 'head', 'key', 'width']);
    expect(taken(file, vectors).attention).toMatchObject({ kind: 'vectors', keyDim: 4, valueDim: 4 });
    const back = withKind(file.outline, vectors, 'scores');
    expect([back.numbers, back.axes[1]]).toEqual([{ kind: 'scores', matrix: 1 }, ['query', 'key']]);
  });

  it('one array as queries and as keys at once', () => {
    const file = opened({ 'states.npy': npyFile({ shape: [3, 2], numbers: [1, 0, 0, 1, 1, 1] }) });
    const choice = withKind(file.outline, choiceOf(file.outline), 'vectors');
    const { attention } = taken(file, choice);
    expect(attention.queryTokens).toHaveLength(3);
    expect(attention.keyTokens).toHaveLength(3);
  });

  it('a mask is taken for what its numbers say', () => {
    const scores = npyFile({ shape: [2, 2], numbers: [1, 2, 3, -4] });
    const maskOf = (mask: Uint8Array): unknown =>
      choiceOf(opened({ 'a.npz': zipFile({ 'scores.npy': scores, 'mask.npy': mask }) }).outline).mask?.meaning;
    expect(maskOf(npyFile({ shape: [2, 2], numbers: [1, 0, 1, 1], type: 'bool' }))).toBe('mayAttend');
    expect(maskOf(npyFile({ shape: [2, 2], numbers: [0, -1e9, 0, 0] }))).toBe('isAdded');
    expect(maskOf(npyFile({ shape: [2, 2], numbers: [0, -Infinity, 0, 0] }))).toBe('isAdded');
    expect(maskOf(npyWith('<f2', false, [2, 2], new Uint8Array(Uint16Array.of(0, 0xfbff, 0, 0).buffer)))).toBe(
      'isAdded',
    );
  });

  it('a list that is chosen as the mask has a number for each key, whatever it was taken for', () => {
    const file = opened({
      'a.npz': zipFile({
        'scores.npy': npyFile({ shape: [2, 4], numbers: [1, 2, 3, 4, 5, 6, 7, -8] }),
        'padding.npy': npyFile({ shape: [4], numbers: [0, 0, 1, 1] }),
      }),
    });
    const choice = withMask(choiceOf(file.outline), { tensor: 1, meaning: 'isHidden' });
    expect(choice.axes).toEqual([['query', 'key'], ['key']]);
    expect(taken(file, choice).hidden).toEqual({ pairs: 4, queries: 0 });
    const turned = withAxis(file.outline, choice, 1, 0, 'query');
    expect(withMask(turned, turned.mask).axes[1], 'what was said of it stays').toEqual(['query']);
    expect(withMask(choice, null).mask).toBeNull();
  });
});
