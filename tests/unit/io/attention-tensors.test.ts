import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parseTensorsFile } from '../../../web/io/attention-tensors-file.ts';

const parseTensorsText = (text: string, name = '') => parseTensorsFile(new TextEncoder().encode(text), name);

const weightsOf = (text: string, name = ''): unknown => {
  const read = parseTensorsText(text, name);
  return 'code' in read ? read : read.weights && { shape: read.weights.shape, data: [...read.weights.data] };
};

describe('attention of any length from a file', () => {
  it.each([
    ['[[1, 0.5], [0, 2]]', [2, 2], [1, 0.5, 0, 2]],
    ['{"weights": [[[1], [2]], [[3], [4]]]}', [2, 2, 1], [1, 2, 3, 4]],
    ['[["0.5", "0,25"]]', [1, 2], [0.5, 0.25]],
    ['\uFEFF0.5;0.25\n0.125;1', [2, 2], [0.5, 0.25, 0.125, 1]],
  ])('reads %j', (text, shape, data) => {
    expect(weightsOf(text)).toEqual({ shape, data });
  });

  it('reads queries and keys with tokens, scale and mask', () => {
    const read = parseTensorsText(
      '{"queries": [[1, 2]], "keys": [[3, 4], [5, 6]], "queryTokens": ["q"], "keyTokens": ["a", "b"], "scale": 2, "causal": true}',
    );
    expect(read).toMatchObject({ queryTokens: ['q'], keyTokens: ['a', 'b'], scale: 2, isCausal: true });
  });

  it('takes the words of what the playground itself saves, of one sentence or of the first of several', () => {
    const sentence = '{"source": ["a", "b"], "target": ["x"], "weights": [[0.25, 0.75]]}';
    for (const text of [sentence, `[${sentence}]`, `[${sentence}, ${sentence}]`]) {
      expect(parseTensorsText(text)).toMatchObject({
        weights: { shape: [1, 2], data: Float32Array.of(0.25, 0.75) },
        queryTokens: ['x'],
        keyTokens: ['a', 'b'],
      });
    }
    const other = parseTensorsText('{"source": "wiki.txt", "target": ["x", "y"], "tokens": ["a"], "weights": [[1]]}');
    expect(other, 'what is no list of a word for each').toMatchObject({ queryTokens: ['a'], keyTokens: ['a'] });
  });

  it('takes queries and keys out of an archive of numpy’s', () => {
    const npy = (shape: readonly number[], numbers: readonly number[]): Uint8Array => {
      const header = `${`{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`.padEnd(117)}\n`;
      const start = Uint8Array.of(0x93, ...new TextEncoder().encode('NUMPY'), 1, 0, header.length, 0);
      return Uint8Array.from([
        ...start,
        ...new TextEncoder().encode(header),
        ...new Uint8Array(Float32Array.from(numbers).buffer),
      ]);
    };
    const bytes = zipSync({
      'queries.npy': npy([1, 2, 1, 2], [1, 2, 3, 4]),
      'keys.npy': npy([1, 2, 3, 2], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    });
    const read = parseTensorsFile(bytes, 'attention.npz');
    expect(read).toMatchObject({ queries: { shape: [2, 1, 2] }, keys: { shape: [2, 3, 2] } });
    if ('code' in read) throw new Error(read.code);
    expect([...(read.queries?.data ?? [])]).toEqual([1, 2, 3, 4]);
  });

  it('takes the words of a table, and more rows than a sentence has', () => {
    const rows = Array.from({ length: 400 }, (_, row) => `r${row},0.5,0.5`);
    const read = parseTensorsText(`,a,b\n${rows.join('\n')}`, 'long.csv');
    if ('code' in read) throw new Error(read.code);
    expect(read.weights?.shape).toEqual([400, 2]);
    expect([read.queryTokens?.[399], read.keyTokens]).toEqual(['r399', ['a', 'b']]);
  });

  it.each([
    ['', { code: 'emptyText' }],
    ['{', { code: 'tensorsNotJson' }],
    ['{"weights": NaN}', { code: 'tensorsNotJson' }],
    ['{"queries": [[1]]}', { code: 'tensorsLayout' }],
    ['{"a": 1}', { code: 'tensorsLayout' }],
    ['{"weights": 5}', { code: 'notANumber', name: 'weights', place: [], text: '5' }],
    ['[[1, 2], [3]]', { code: 'raggedTensor', name: 'weights', place: [2], length: 1, expected: 2 }],
    ['[[1, 2], 3]', { code: 'notANumber', name: 'weights', place: [2], text: '3' }],
    ['[[1, null]]', { code: 'notANumber', name: 'weights', place: [1, 2], text: 'null' }],
    ['[[1, [2]]]', { code: 'notANumber', name: 'weights', place: [1, 2], text: '[…]' }],
    ['[{"weights": [["a"]]}]', { code: 'tensorsLayout' }],
    ['{"weights": [[1]], "tokens": [1]}', { code: 'notTokens', name: 'tokens' }],
  ])('%j is refused with what is wrong', (text, problem) => {
    expect(parseTensorsText(text)).toEqual(problem);
  });

  it('takes a file for what it is where its ending does not say', () => {
    expect(weightsOf('[[1, 0.5]]', 'weights.txt')).toEqual({ shape: [1, 2], data: [1, 0.5] });
    expect(weightsOf('1 0.5', 'weights.txt')).toEqual({ shape: [1, 2], data: [1, 0.5] });
  });

  it('a hostile file that nests without end is refused', () => {
    const read = parseTensorsText('['.repeat(5_000) + ']'.repeat(5_000));
    expect('code' in read).toBe(true);
  });

  it('a bomb of a shape that no list has allocates nothing', () => {
    // Eight lists of which each first is long: their product would be far beyond any memory.
    const long = (inner: string, count: number): string => `[${inner}${',0'.repeat(count - 1)}]`;
    let text = '1';
    for (let depth = 0; depth < 8; depth++) text = long(text, 1_000);
    const read = parseTensorsText(text);
    expect('code' in read).toBe(true);
  });
});
