import { describe, expect, it } from 'vitest';
import { parseAlignmentText } from '../../../web/io/detect.ts';
import { read } from './read.ts';

const opennmt = '0 ||| das Haus ||| 0 ||| the house ||| 0 0\n0.9 0.1 \n0.2 0.8 \n';
const nematus = '7 ||| yes ||| 0 ||| ja doch ||| 3 2\n0.5 0.3 0.2\n0.1 0.1 0.8\n';

describe('the text of translation systems', () => {
  it('has the target before the source, and rows for the target', () => {
    expect(read(opennmt)).toEqual({
      format: 'opennmt',
      alignments: [{ target: ['das', 'Haus'], source: ['the', 'house'], weights: Float64Array.of(0.9, 0.1, 0.2, 0.8) }],
      notes: [],
    });
  });

  it('may end both sentences with one row and one column more than words', () => {
    const { format, alignments, notes } = read(nematus);
    expect(format).toBe('nematus');
    expect(alignments[0]).toMatchObject({ target: ['yes', '<EOS>'], source: ['ja', 'doch', '<EOS>'] });
    expect(notes).toEqual([
      { code: 'endOfSentence', sentence: 1, side: 'target', label: '<EOS>' },
      { code: 'endOfSentence', sentence: 1, side: 'source', label: '<EOS>' },
    ]);
  });

  it('holds several sentences, with or without blank lines and with CRLF', () => {
    expect(read(`${opennmt}\n${nematus}`).alignments).toHaveLength(2);
    expect(read((opennmt + nematus).replaceAll('\n', '\r\n')).alignments).toHaveLength(2);
  });

  it('is refused once, with both sizes, where the matrix fits neither way', () => {
    const text = '0 ||| a b c ||| 0 ||| x y ||| 0 0\n0.5 0.5\n1 0\n';
    expect(parseAlignmentText(text)).toEqual({
      code: 'sizeMismatch',
      sentence: 1,
      rows: 2,
      columns: 2,
      targetWords: 3,
      sourceWords: 2,
    });
  });

  it.each([
    [`${opennmt}\n1 ||| a ||| 0 ||| x ||| 0 0\n`, { code: 'emptyMatrix', sentence: 2 }],
    [opennmt.replace('0.8', 'many'), { code: 'cellNotANumber', sentence: 1, row: 2, column: 2, text: 'many' }],
    [opennmt.replace('0.8', ''), { code: 'raggedRow', sentence: 1, row: 2, cells: 1, expectedCells: 2 }],
    [`${opennmt}\n`.repeat(101), { code: 'tooManyAlignments', sentences: 101, limit: 100 }],
  ])('is refused with the place named (%#)', (text, problem) => {
    expect(parseAlignmentText(text)).toEqual(problem);
  });
});
