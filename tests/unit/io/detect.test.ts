import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAlignmentText } from '../../../web/io/detect.ts';
import { read } from './read.ts';

describe('parseAlignmentText', () => {
  it.each([
    ['[CLS],0.5\n[SEP],0.5', '', 'csv'],
    [' \n[[1]]', '', 'json'],
    ['{"weights":[[1]]}', '', 'json'],
    ['[[1]]', 'weights.JSON', 'json'],
    ['{a},{b}\n0.5,0.5', 'weights.csv', 'csv'],
    ['0 ||| a ||| 0 ||| x ||| 0 0\n1', 'alignments.txt', 'opennmt'],
    ['\t<s>\tHello\n<s>\t0.5\t0.5\n', '', 'csv'],
    ['<s> Hello\n0.5 0.5', '', 'csv'],
    ['let,us,go\n0.1,0.2,0.7', 'weights.txt', 'csv'],
    ['<unk> Haus ||| 0.9,0.1 0.2,0.8', 'alignments.txt', 'marian'],
  ])('reads %j named %j as %s', (text, fileName, format) => {
    expect(read(text, fileName).format).toBe(format);
  });

  it.each(['', ' \n\t', '\uFEFF'])('says that %j is empty', (text) => {
    expect(parseAlignmentText(text)).toEqual({ code: 'emptyText' });
  });

  it('says what is wrong with a table whose first word could begin a page', () => {
    expect(parseAlignmentText('<s>,Hello\n0.5\n')).toMatchObject({ code: 'raggedRow', row: 2 });
  });

  it.each([
    '<!DOCTYPE html>\n<html lang="en">\n<title>1, 2, 3</title>\n</html>',
    'export const numbers = load("a", 1);\nshow(1, 2);\n',
  ])('says that %j is none of what it knows', (text) => {
    expect(parseAlignmentText(text)).toEqual({ code: 'unknownFormat' });
  });

  it('refuses bytes that are no text', () => {
    expect(parseAlignmentText('\u0093NUMPY\u0001\0v\0')).toEqual({ code: 'unknownFormat' });
  });

  it('refuses more than 8 MiB before taking it apart', () => {
    const start = performance.now();
    const result = parseAlignmentText('0.5,'.repeat(2_200_000));
    expect(result).toEqual({ code: 'textTooLarge', bytes: 8_800_000, limitBytes: 8_388_608 });
    expect(performance.now() - start).toBeLessThan(2000);
    expect(parseAlignmentText('é'.repeat(4_300_000))).toMatchObject({ code: 'textTooLarge', bytes: 8_600_000 });
  });

  it('never throws, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ',',
        ';',
        '\t',
        ' ',
        '\n',
        '\r\n',
        '"',
        '|||',
        ' ||| ',
        '[',
        ']',
        '{',
        '}',
        '0.5',
        '0,5',
        'NaN',
        ':',
      ),
      fc.string({ maxLength: 3 }),
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('', 'a.csv', 'a.json'), (content, fileName) => {
        const result = parseAlignmentText(content, fileName);
        if ('code' in result) return;
        for (const { source, target, weights } of result.alignments) {
          expect(weights).toHaveLength(source.length * target.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
