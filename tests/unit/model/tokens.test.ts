import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../web/model/tokens.ts';

const tokensOf = (text: string): unknown => {
  const result = tokenize(text, 'source');
  return 'tokens' in result ? result.tokens : result.problem;
};

describe('tokenize', () => {
  it.each([
    ['Je suis  étudiant', ['Je', 'suis', 'étudiant']],
    ["il a m' entarté", ['il', 'a', "m'", 'entarté']],
    ["it's 3.5 km, well-known.", ["it's", '3.5', 'km', ',', 'well-known', '.']],
    ['« Où ? »', ['«', 'Où', '?', '»']],
    ['(Prof.) wait…', ['(', 'Prof', '.)', 'wait', '…']],
    ['</s> <unk> Net@@ ##ing a<b<c', ['</s>', '<unk>', 'Net@@', '##ing', 'a<b<c']],
    ['.', ['.']],
  ])('parts %j', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it('parts text without spaces into words, and loses no character', () => {
    const text = '我们学习机器翻译';
    const tokens = tokensOf(text) as string[];
    expect(tokens.length).toBeGreaterThan(1);
    expect(tokens.length).toBeLessThan(text.length);
    expect(tokens.join('')).toBe(text);
  });

  it('takes 300 words and refuses 301 with both numbers', () => {
    expect(tokensOf('a '.repeat(300))).toHaveLength(300);
    expect(tokensOf('a '.repeat(301))).toEqual({ code: 'tooManyWords', side: 'source', words: 301, limit: 300 });
  });

  it.each(['', '  \n\t '])('finds no word in %j', (text) => {
    expect(tokensOf(text)).toEqual({ code: 'noWords', side: 'source' });
  });
});
