import { describe, expect, it } from 'vitest';
import { parseAlignmentText } from '../../../web/io/detect.ts';
import { read } from './read.ts';

const text = 'das Haus ||| 0.9,0.05,0.05 0.2,0.7,0.1 0,0,1\nja ||| 0.75,0.25 0,1\n';

describe('the soft alignment of Marian', () => {
  it('has a sentence a line, a group of weights a target word, and the end of the sentence', () => {
    const { format, alignments, notes } = read(text);
    expect(format).toBe('marian');
    expect(alignments).toEqual([
      {
        target: ['das', 'Haus', '<EOS>'],
        source: ['1', '2', '3'],
        weights: Float64Array.of(0.9, 0.05, 0.05, 0.2, 0.7, 0.1, 0, 0, 1),
      },
      { target: ['ja', '<EOS>'], source: ['1', '2'], weights: Float64Array.of(0.75, 0.25, 0, 1) },
    ]);
    expect(notes.map(({ code }) => code)).toContain('endOfSentence');
  });

  it('of lists of the n best, the words stand behind a number', () => {
    const { alignments } = read('0 ||| das ||| 0.5,0.5 1,0 ||| F0= -1.2 ||| -1.2\n');
    expect(alignments[0].target).toEqual(['das', '<EOS>']);
  });

  it.each([
    ['a ||| 0.5,0.5 1\n', { code: 'raggedRow', sentence: 1, row: 2, cells: 1, expectedCells: 2 }],
    ['a ||| 0.5,0.5\nb\n', { code: 'badHeaderLine', line: 2, text: 'b' }],
    ['a ||| 0.5,0.5 1,-\n', { code: 'cellNotANumber', sentence: 1, row: 2, column: 2, text: '-' }],
  ])('is refused with the place named: %j', (bad, problem) => {
    expect(parseAlignmentText(bad)).toEqual(problem);
  });
});
