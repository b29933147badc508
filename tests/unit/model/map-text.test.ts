import { describe, expect, it } from 'vitest';
import { encoderState } from '../../../web/model/embeddings.ts';
import { exampleTokenCount, mapExample } from '../../../web/model/map-example.ts';
import { generateText } from '../../../web/model/map-example-text.ts';
import { nextPosition, positionsOf } from '../../../web/model/map-find.ts';
import type { VectorAttention } from '../../../web/model/map-problem.ts';
import { mapOfText, textDim } from '../../../web/model/map-text.ts';

describe('a map of a text', () => {
  it('gives every word the vector of its spelling, as queries and as keys', () => {
    const problem = mapOfText('the gull, the tide', true);
    if ('code' in problem) throw new Error(problem.code);
    expect(problem.queryTokens).toEqual(['the', 'gull', ',', 'the', 'tide']);
    expect(problem.keyTokens).toBe(problem.queryTokens);
    const { queries, keys, dim, isCausal } = problem.heads[0].attention() as VectorAttention;
    expect([dim, isCausal, keys === queries]).toEqual([textDim, true, true]);
    expect([...queries.subarray(dim, 2 * dim)]).toEqual([...encoderState('gull', dim)].map(Math.fround));
    expect([...queries.subarray(3 * dim, 4 * dim)]).toEqual([...queries.subarray(0, dim)]);
  });

  it('takes 65,536 words and refuses one more with both numbers', () => {
    const most = mapOfText('a '.repeat(65_536), false);
    expect('code' in most ? most : most.queryTokens.length).toBe(65_536);
    expect(mapOfText('a '.repeat(65_537), false)).toMatchObject({
      code: 'tooManyWords',
      words: 65_537,
      limit: 65_536,
    });
    expect(mapOfText('  ', false)).toMatchObject({ code: 'noWords' });
  });
});

describe('the example', () => {
  it('is the same story each time, with passages that are told twice', () => {
    const { tokens, chapters } = generateText(4_000, 7);
    expect(generateText(4_000, 7)).toEqual({ tokens, chapters });
    expect(generateText(4_000, 8).tokens).not.toEqual(tokens);
    expect([tokens.length, chapters.length]).toEqual([4_000, 4_000]);
    const passages = new Map<string, number>();
    let isRepeated = false;
    for (let index = 0; index + 40 <= tokens.length; index++) {
      const passage = tokens.slice(index, index + 40).join(' ');
      isRepeated ||= passages.has(passage);
      passages.set(passage, index);
    }
    expect(isRepeated).toBe(true);
  });

  it('has heads that do what they are called: the word before, the same word, what follows a repeated passage', () => {
    const count = 400;
    const problem = mapExample(count);
    const largestOf = (role: string, query: number): number => {
      const head = problem.heads.find((each) => each.role === role)!;
      const { queries, keys, dim } = head.attention() as VectorAttention;
      let [best, largest] = [-1, -Infinity];
      for (let key = 0; key <= query; key++) {
        let score = 0;
        for (let d = 0; d < dim; d++) score += queries[query * dim + d] * keys[key * dim + d];
        if (score > largest) [best, largest] = [key, score];
      }
      return best;
    };
    for (const query of [50, 123, 399]) {
      expect(largestOf('previous', query)).toBe(query - 1);
      expect(problem.keyTokens[largestOf('sameWord', query)]).toBe(problem.queryTokens[query]);
      const copied = largestOf('copy', query);
      expect(problem.keyTokens[copied - 1], 'stands behind the same word').toBe(problem.queryTokens[query]);
      expect(largestOf('first', query)).toBe(0);
    }
    expect(exampleTokenCount).toBe(16_384);
  });
});

describe('finding a word', () => {
  it('takes parts of words, in any case, of tokens and of their labels', () => {
    expect([...positionsOf(['Ġthe', 'Other', 'tie', '▁theme'], 'THE')]).toEqual([0, 1, 3]);
    expect([...positionsOf(['Ġthe', 'x'], '·the')]).toEqual([0]);
    expect([...positionsOf(['a', 'b'], '  ')]).toEqual([]);
    expect([...positionsOf(['é', 'e\u0301'], 'É')]).toEqual([0, 1]);
  });

  it('goes on from where one is, and round', () => {
    const positions = Int32Array.of(3, 7, 20);
    expect([nextPosition(positions, 7, 1), nextPosition(positions, 8, -1), nextPosition(positions, 20, 1)]).toEqual([
      2, 1, 0,
    ]);
    expect(nextPosition(positions, 3, -1)).toBe(2);
    expect(nextPosition(new Int32Array(0), 3, 1)).toBe(-1);
  });
});
