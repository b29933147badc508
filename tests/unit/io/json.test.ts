import { describe, expect, it } from 'vitest';
import { parseAlignmentText } from '../../../web/io/detect.ts';
import { read } from './read.ts';

describe('JSON', () => {
  it('can be a bare matrix, a labelled one, or several', () => {
    const labelled = { target: ['a'], source: ['x', 'y'], weights: [[0.5, 0.5]] };
    const alignment = { ...labelled, weights: Float64Array.of(0.5, 0.5) };
    expect(read('[[0.5,0.5]]').alignments).toEqual([{ ...alignment, target: ['1'], source: ['1', '2'] }]);
    expect(read(JSON.stringify(labelled)).alignments).toEqual([alignment]);
    expect(read(JSON.stringify([labelled, labelled])).alignments).toEqual([alignment, alignment]);
  });

  it('can name the words of both axes once, as for self-attention', () => {
    const { alignments } = read('{"tokens":["x","y"],"weights":[[1,0],[0.5,0.5]]}');
    expect(alignments[0]).toMatchObject({ source: ['x', 'y'], target: ['x', 'y'] });
  });

  it('can have one row and column more than words', () => {
    const { alignments, notes } = read('{"target":["a"],"source":["x"],"weights":[[0.5,0.5],[1,0]]}');
    expect(alignments[0]).toMatchObject({ target: ['a', '<EOS>'], source: ['x', '<EOS>'] });
    expect(notes.map(({ code }) => code)).toEqual(['endOfSentence', 'endOfSentence']);
  });

  it('can hold numbers as text, and says so', () => {
    const { alignments, notes } = read('[["0.7","0.3"],["0.5","0.5"]]');
    expect(Array.from(alignments[0].weights)).toEqual([0.7, 0.3, 0.5, 0.5]);
    expect(notes[0]).toEqual({ code: 'numbersAsText' });
  });

  it('can hold one row alone', () => {
    expect(read('{"weights":[1,2]}').alignments).toEqual([
      { target: ['1'], source: ['1', '2'], weights: Float64Array.of(1, 2) },
    ]);
  });

  it('U1: NaN and Infinity, as Python writes them, are read as what they are, and said', () => {
    const { alignments, notes } = read('{"weights":[[NaN,-Infinity],[Infinity,1]]}');
    expect(Array.from(alignments[0].weights)).toEqual([NaN, -Infinity, Infinity, 1]);
    expect(notes[0]).toEqual({ code: 'notStrictJson' });
  });

  it('U1: null, which JavaScript writes for −Infinity, is never 0', () => {
    const { alignments, notes } = read('[[1,null],[null,2]]');
    expect(Array.from(alignments[0].weights)).toEqual([1, -Infinity, -Infinity, 2]);
    expect(notes[0]).toEqual({ code: 'nullsAsMinusInfinity', count: 2 });
  });

  it.each([
    ['[[0.7,0.2,0.1],[0.05,0.9]]', { code: 'raggedRow', sentence: 1, row: 2, cells: 2, expectedCells: 3 }],
    ['[[1,{"a":1}]]', { code: 'cellNotANumber', sentence: 1, row: 1, column: 2, text: '{…}' }],
    ['{"weights":[[1]],"source":["NaN"', { code: 'notJson' }],
    ['{"a":1}', { code: 'jsonLayout' }],
    ['{"weights":[1,{}]}', { code: 'entryNotANumber', name: 'weights', place: [2], text: '{…}' }],
    ['[[[1,2],[3]]]', { code: 'raggedArray', name: '', place: [1, 2], cells: 1, expectedCells: 2 }],
    ['{"weights":[]}', { code: 'emptyMatrix', sentence: 1 }],
    ['{"weights":[[]]}', { code: 'emptyMatrix', sentence: 1 }],
    ['{"weights":[[1]],"source":[1]}', { code: 'labelNotText', sentence: 1, side: 'source', index: 1 }],
    ['{"weights":[[[1,0]],[[0,1]]]}', { code: 'tooManyDimensions', sentence: 1, shape: [2, 1, 2] }],
    [
      '{"target":["a","b","c"],"source":["x"],"weights":[[1]]}',
      { code: 'sizeMismatch', sentence: 1, rows: 1, columns: 1, targetWords: 3, sourceWords: 1 },
    ],
  ])('is refused with a reason: %s', (text, problem) => {
    expect(parseAlignmentText(text)).toEqual(problem);
  });

  it('nested a hundred thousand deep is refused, not a crash', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(parseAlignmentText(deep)).toHaveProperty('code');
  });
});
