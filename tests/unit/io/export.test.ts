import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv, toJson } from '../../../web/io/export.ts';
import { anyAlignment } from '../model/any-alignment.ts';
import { read } from './read.ts';

const alignment = { target: ['a,b', 'c"d'], source: ['e\nf', '👩‍🎓'], weights: Float64Array.of(0.1, 0.9, 1 / 3, 2 / 3) };

describe('export', () => {
  it('writes CSV that a spreadsheet opens', () => {
    expect(toCsv(alignment)).toBe(
      '\uFEFF"","e\nf","👩‍🎓"\r\n"a,b",0.1,0.9\r\n"c""d",0.3333333333333333,0.6666666666666666\r\n',
    );
  });

  it('as CSV reads back with the same words and numbers', () => {
    fc.assert(
      fc.property(anyAlignment(), (any) => {
        expect(read(toCsv(any)).alignments).toEqual([any]);
      }),
      { numRuns: 500 },
    );
  });

  it('as CSV is not taken for the text of a translation system by words that are |||', () => {
    const bars = { target: [''], source: ['|||', '|||', '|||'], weights: Float64Array.of(0, 0, 1) };
    expect(read(toCsv(bars)).alignments).toEqual([bars]);
  });

  it('as JSON reads back with the same words and numbers', () => {
    fc.assert(
      fc.property(fc.array(anyAlignment(), { minLength: 1, maxLength: 3 }), (any) => {
        expect(read(toJson(any)).alignments).toEqual(any);
      }),
    );
  });
});
