import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportedArrays, matrixOf, type AttentionExport } from '../../../../web/io/export/attention-export.ts';
import { tableText, toCsv } from '../../../../web/io/export/csv.ts';
import { toJson } from '../../../../web/io/export/json.ts';
import { npyOf, toNpy } from '../../../../web/io/export/npy.ts';
import { toNpz } from '../../../../web/io/export/npz.ts';
import type { FileTensor } from '../../../../web/io/arrays/file-tensor.ts';
import type { ParsedFile } from '../../../../web/io/arrays/parsed-file.ts';
import { anyAlignment } from '../../model/any-alignment.ts';
import { bytesOf, choiceOf, numbersIn, opened, parsed, taken } from '../open.ts';
import { read } from '../read.ts';
import { anyExport, smallExport } from './any-export.ts';

/** Tells −0 from 0 and one NaN from none. */
const bits = (numbers: Iterable<number>): string[] =>
  Array.from(numbers, (number) => (Object.is(number, -0) ? '-0' : String(number)));
const named = ({ tensors }: ParsedFile, name: string): FileTensor => tensors.find((tensor) => tensor.name === name)!;

/** All of it in one file: each array with its shape, its numbers and the words of its axes. */
function expectAllIn(file: ParsedFile, exported: AttentionExport): void {
  const { queryTokens, keyTokens, queries, keys, input } = exported;
  for (const name of exportedArrays) {
    const { rows, columns, numbers } = matrixOf(exported, name);
    const tensor = named(file, name);
    expect(tensor.shape, name).toEqual([rows, columns]);
    expect(bits(numbersIn(tensor)), name).toEqual(bits(numbers));
    expect(tensor.words, name).toEqual({ query: queryTokens, key: keyTokens });
  }
  expect(numbersIn(named(file, 'mask'))).toEqual([...exported.trace.visible]);
  expect(bits(numbersIn(named(file, 'queries')))).toEqual(bits(queries));
  expect(bits(numbersIn(named(file, 'keys')))).toEqual(bits(keys));
  expect(bits(numbersIn(named(file, 'values')))).toEqual(bits(input.values));
}

describe('CSV', () => {
  it('L1: rows are queries and columns are keys', () => {
    expect(toCsv(smallExport, 'scores')).toBe(
      '\uFEFF"","Je","suis","e,f\ng"\r\n"am",0.3,2.1,0.5\r\n"a ""b""",1,-Infinity,1\r\n',
    );
  });

  it('U2: weights between any words read back as the same words and numbers', () => {
    fc.assert(
      fc.property(anyAlignment(), (any) => {
        const { source, target, weights } = any;
        const text = tableText({ rows: target.length, columns: source.length, numbers: weights }, target, source);
        expect(read(text).alignments).toEqual([any]);
      }),
      { numRuns: 500 },
    );
  });

  it('is not taken for the text of a translation system by words that are |||', () => {
    const bars = { target: [''], source: ['|||', '|||', '|||'], weights: Float64Array.of(0, 0, 1) };
    const text = tableText({ rows: 1, columns: 3, numbers: bars.weights }, bars.target, bars.source);
    expect(read(text).alignments).toEqual([bars]);
  });

  it('every array reads back bit for bit, with −∞, NaN and −0', () => {
    fc.assert(
      fc.property(anyExport(), fc.constantFrom(...exportedArrays), (exported, name) => {
        const [tensor] = parsed(bytesOf(toCsv(exported, name)), 'any.csv').tensors;
        expect(bits(numbersIn(tensor))).toEqual(bits(matrixOf(exported, name).numbers));
        expect(tensor.words.query).toEqual(exported.queryTokens);
        if (name !== 'context') expect(tensor.words.key).toEqual(exported.keyTokens);
      }),
    );
  });

  it('scores that all are positive come back as scores, and not as weights that were not divided', () => {
    const positive = { ...smallExport, trace: { ...smallExport.trace, scores: Float64Array.of(1, 2, 3, 4, 5, 6) } };
    const file = opened({ 'attention-scores.csv': bytesOf(toCsv(positive, 'scores')) });
    expect(file.opened.alignments).toBeNull();
    const { attention } = taken(file, choiceOf(file.outline));
    expect(attention).toMatchObject({ kind: 'scores', scores: Float64Array.of(1, 2, 3, 4, 5, 6) });
  });
});

describe('JSON', () => {
  it('is strict JSON, in which what is not finite is a text', () => {
    const value = JSON.parse(toJson(smallExport)) as Record<string, unknown>;
    expect(value).toMatchObject({
      scoreFunction: 'given',
      temperature: 1,
      source: ['Je', 'suis', 'e,f\ng'],
      target: ['am', 'a "b"'],
      scores: [
        [0.3, 2.1, 0.5],
        [1, '-Infinity', 1],
      ],
      weights: [[...smallExport.trace.weights.subarray(0, 3)], [0.5, 0, 0.5]],
      queries: [
        [1, 2],
        [3, 4],
      ],
    });
  });

  it('reads back bit for bit with its words', () => {
    fc.assert(
      fc.property(anyExport(), (exported) => {
        expectAllIn(parsed(bytesOf(toJson(exported)), 'any.json'), exported);
      }),
    );
  });
});

describe('npy', () => {
  it('has the header of numpy, and its data at a multiple of 64', () => {
    const file = npyOf([2, 1], Float64Array.of(1, -2));
    const text = new TextDecoder('latin1').decode(file);
    expect(text.slice(0, 8)).toBe('\u0093NUMPY\u0001\0');
    expect(text.slice(10, 128)).toMatch(/^\{'descr': '<f8', 'fortran_order': False, 'shape': \(2, 1\), \} *\n/);
    expect(file.length).toBe(128 + 16);
    expect([...new Float64Array(file.slice(128).buffer)]).toEqual([1, -2]);
  });

  it('float32 stays float32', () => {
    const [tensor] = parsed(npyOf([3], Float32Array.of(0.1, -0, NaN)), 'any.npy').tensors;
    expect(tensor.pages[0].numberType).toBe('float32');
    expect(bits(numbersIn(tensor))).toEqual(bits(Float32Array.of(0.1, -0, NaN)));
  });

  it('every array reads back bit for bit', () => {
    fc.assert(
      fc.property(anyExport(), fc.constantFrom(...exportedArrays), (exported, name) => {
        const { rows, columns, numbers } = matrixOf(exported, name);
        const [tensor] = parsed(toNpy(exported, name), 'any.npy').tensors;
        expect(tensor.shape).toEqual([rows, columns]);
        expect(bits(numbersIn(tensor))).toEqual(bits(numbers));
      }),
    );
  });
});

describe('npz', () => {
  it('reads back bit for bit with its words', () => {
    fc.assert(
      fc.property(anyExport(), (exported) => {
        const file = parsed(toNpz(exported), 'any.npz');
        expect(file.notes).toEqual([]);
        expectAllIn(file, exported);
      }),
      { numRuns: 60 },
    );
  });

  it('as many queries as keys: each side keeps its own words', () => {
    const square = { ...smallExport, keyTokens: ['x', 'y', 'z'] };
    const file = opened({ 'attention.npz': toNpz(square) });
    const { attention } = taken(file, choiceOf(file.outline));
    expect(attention).toMatchObject({ kind: 'weights', keyTokens: ['x', 'y', 'z'], queryTokens: ['am', 'a "b"'] });
    expect(attention.kind === 'weights' && [...attention.weights]).toEqual([...square.trace.weights]);
  });

  it('is the same file on any day', () => {
    expect(toNpz(smallExport)).toEqual(toNpz(smallExport));
  });
});
