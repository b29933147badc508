import { describe, expect, it } from 'vitest';
import { parseAlignmentText } from '../../../web/io/detect.ts';
import { read } from './read.ts';

const weights = [0.7, 0.2, 0.1, 0.05, 0.9, 0.05];

describe('a table of weights', () => {
  it.each([
    ['plain', '0.7,0.2,0.1\n0.05,0.9,0.05\n'],
    ['with byte-order mark and CRLF', '\uFEFF0.7,0.2,0.1\r\n0.05,0.9,0.05\r\n'],
    ['with semicolons and decimal commas', '0,7;0,2;0,1\n0,05;0,9;0,05\n'],
    ['with tabs and no last line break', '0.7\t0.2\t0.1\n0.05\t0.9\t0.05'],
    ['with tabs and decimal commas', '0,7\t0,2\t0,1\n0,05\t0,9\t0,05'],
    ['with quoted decimal commas', '"0,7","0,2","0,1"\n"0,05","0,9","0,05"'],
    ['in aligned columns', '  0.70   0.2  0.1\n  0.05   0.9  0.05\n'],
    ['with exponents and blank lines', '7e-1,2.0E-1,1e-1\n\n\n5e-2,9e-1,5e-2\n\n'],
    ['with an empty last column', '0.7,0.2,0.1,\n0.05,0.9,0.05,\n'],
  ])('is read %s, its words numbered', (_, text) => {
    const { alignments } = read(text);
    expect(alignments).toEqual([{ target: ['1', '2'], source: ['1', '2', '3'], weights: Float64Array.from(weights) }]);
  });

  it.each([
    ['an empty corner', ',le,chat,noir\nthe,0.7,0.2,0.1\ncat,0.05,0.9,0.05'],
    ['a word in the corner', 'target\\source;le;chat;noir\nthe;0,7;0,2;0,1\ncat;0,05;0,9;0,05'],
    ['no corner, as R writes it', 'le\tchat\tnoir\nthe\t0.7\t0.2\t0.1\ncat\t0.05\t0.9\t0.05'],
  ])('takes its words from the first row and column, with %s', (_, text) => {
    const { alignments } = read(text);
    expect(alignments).toEqual([
      { target: ['the', 'cat'], source: ['le', 'chat', 'noir'], weights: Float64Array.from(weights) },
    ]);
  });

  it('can name the words of one axis alone', () => {
    expect(read('le,chat\n0.5,0.5\n1,0').alignments[0]).toMatchObject({ target: ['1', '2'], source: ['le', 'chat'] });
    expect(read('the,0.5,0.5\ncat,1,0').alignments[0]).toMatchObject({ target: ['the', 'cat'], source: ['1', '2'] });
    expect(read('le,chat\n0.5,0.5\n1,0').notes).toEqual([{ code: 'numberedLabels', sentence: 1, side: 'target' }]);
  });

  it('says what it did to the text', () => {
    const notesOf = (text: string): string[] => read(text).notes.map(({ code }) => code);
    expect(notesOf(',a,\nx,1,')).toContain('emptyColumnDropped');
    expect(notesOf(';a\nx;0,5')).toContain('decimalComma');
    expect(notesOf(',a\nx,0.5')).toEqual([]);
  });

  it('keeps nan and inf as numbers, which the model then refuses by name', () => {
    const { alignments } = read('NaN,-inf,0.1\n0.05,Infinity,0.05\n');
    expect(Array.from(alignments[0].weights)).toEqual([NaN, -Infinity, 0.1, 0.05, Infinity, 0.05]);
  });
});

describe('a table that is refused', () => {
  it.each([
    ['0.7,0.2,0.1\n0.05,0.9\n', { code: 'raggedRow', sentence: 1, row: 2, cells: 2, expectedCells: 3 }],
    [',a,b\nx,0.5,0.5\ny,1', { code: 'raggedRow', sentence: 1, row: 3, cells: 2, expectedCells: 3 }],
    [',a,b\nx,0.5,half', { code: 'cellNotANumber', sentence: 1, row: 2, column: 3, text: 'half' }],
    ['0.7,,0.1\n0.05,0.9,0.05', { code: 'cellNotANumber', sentence: 1, row: 1, column: 2, text: '' }],
    ['0.5,0x10,1\n1,0,0', { code: 'cellNotANumber', sentence: 1, row: 1, column: 2, text: '0x10' }],
    [',a,b\nx,"0.5,0.5', { code: 'badQuotes', row: 2 }],
    ['hello world', { code: 'unknownFormat' }],
    [',a,b', { code: 'unknownFormat' }],
  ])('%j', (text, problem) => {
    expect(parseAlignmentText(text)).toEqual(problem);
  });

  it('has more than 300 rows or columns', () => {
    const wide = `${'0.1,'.repeat(300)}0.1`;
    expect(parseAlignmentText(wide)).toEqual({
      code: 'matrixTooLarge',
      sentence: 1,
      rows: 1,
      columns: 301,
      limit: 300,
    });
  });
});
