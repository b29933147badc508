import { limits } from '../contract/index.ts';
import { encoderState } from './embeddings.ts';
import type { MapProblem } from './map-problem.ts';
import type { ModelProblem } from './problem.ts';
import { tokenize } from './tokens.ts';

/** Wide enough that thousands of different words stand far from each other. */
export const textDim = 32;

/** Makes the score of a word with itself 9, and of two others about ±1.6: a word finds itself among thousands. */
const textScale = 4;

/**
 * A text that looks at itself, word by word. Queries and keys are both the states of the spelling rule (see
 * embeddings.ts), so a word attends most to where it stands again; nothing is learned, and where a word stands plays
 * no part.
 */
export function mapOfText(text: string, isCausal: boolean): MapProblem | ModelProblem {
  const result = tokenize(text, 'source', limits.maxCount);
  if ('problem' in result) return result.problem;
  const { tokens } = result;
  const vectors = statesOf(tokens);
  return {
    origin: 'spelling',
    queryTokens: tokens,
    keyTokens: tokens,
    heads: [
      {
        layer: 0,
        head: 0,
        attention: () => ({
          kind: 'vectors',
          dim: textDim,
          queries: vectors,
          keys: vectors,
          scale: textScale,
          isCausal,
        }),
      },
    ],
  };
}

/** [tokens.length, textDim]; each word is hashed once. */
function statesOf(tokens: readonly string[]): Float32Array {
  const states = new Map<string, Float64Array>();
  const all = new Float32Array(tokens.length * textDim);
  for (const [index, token] of tokens.entries()) {
    let state = states.get(token);
    if (!state) states.set(token, (state = encoderState(token, textDim)));
    all.set(state, index * textDim);
  }
  return all;
}
