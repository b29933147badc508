import type { AttentionInput, AttentionMask, CausalAlignment, ScoreFunction, ScoreSource } from '../contract/index.ts';
import type { ScoreParameters, Sentence, Token } from './scene.ts';

export interface AttentionOptions {
  readonly scoreFunction: ScoreFunction;
  readonly temperature: number;
  /** Hides padded source words from every query, and gives padded target words a context of zeros. */
  readonly isPaddingMasked: boolean;
  readonly causal: CausalAlignment | 'none';
}

/**
 * The engine's input for one sentence: the decoder states ask, the encoder states are keys and values at once.
 * The arrays are shared with the sentence, not copied.
 */
export function toAttentionInput(
  sentence: Sentence,
  parameters: ScoreParameters,
  options: AttentionOptions,
): AttentionInput<Float64Array> {
  return {
    queryCount: sentence.target.length,
    keyCount: sentence.source.length,
    valueDim: sentence.stateDim,
    values: sentence.encoderStates,
    score: scoreSourceOf(sentence, parameters, options.scoreFunction),
    mask: maskOf(sentence, options),
    temperature: options.temperature,
  };
}

function scoreSourceOf(
  sentence: Sentence,
  { attentionDim, W, W_q, W_k, v }: ScoreParameters,
  scoreFunction: ScoreFunction,
): ScoreSource<Float64Array> {
  const { stateDim, decoderStates, encoderStates, scores } = sentence;
  const pair = { queryDim: stateDim, keyDim: stateDim, queries: decoderStates, keys: encoderStates };
  switch (scoreFunction) {
    case 'given':
      return { scoreFunction, scores };
    case 'bilinear':
      return { scoreFunction, ...pair, W };
    case 'additive':
      return { scoreFunction, ...pair, attentionDim, W_q, W_k, v };
    default:
      return { scoreFunction, ...pair };
  }
}

/** Padding hides columns, never rows: a padded target word keeps its weights, so no row turns into 0/0. */
function maskOf({ source, target }: Sentence, { isPaddingMasked, causal }: AttentionOptions): AttentionMask {
  return {
    keyMask: isPaddingMasked ? wordMask(source) : undefined,
    queryMask: isPaddingMasked ? wordMask(target) : undefined,
    causal: causal === 'none' ? undefined : causal,
  };
}

/** 1 for words, 0 for padding; undefined where nothing is padding. */
function wordMask(tokens: readonly Token[]): Uint8Array | undefined {
  return tokens.some(({ isPadding }) => isPadding)
    ? Uint8Array.from(tokens, ({ isPadding }) => (isPadding ? 0 : 1))
    : undefined;
}
