/** What the playground looks at: sentences with their vectors and scores, before any edit. All arrays are row-major. */
export interface Scene {
  /** An example's id, `own` for typed words, `imported` for a person's file. */
  readonly id: string;
  readonly origin: SceneOrigin;
  readonly sentences: readonly Sentence[];
  readonly parameters: ScoreParameters;
}

/**
 * Where the vectors come from, said on the page.
 * `worked`: chosen by us so that the arithmetic can be followed. `rule`: made from the spelling by a stated rule, not
 * learned. `imported`: the weights are the person's, `importedScores`: the scores are; the vectors follow the rule.
 */
export type SceneOrigin = 'worked' | 'rule' | 'imported' | 'importedScores';

export interface Token {
  /** As written, markers and all; never HTML. */
  readonly text: string;
  readonly isPadding: boolean;
}

export interface Sentence {
  readonly source: readonly Token[];
  readonly target: readonly Token[];
  /** Width of every encoder and decoder state. */
  readonly stateDim: number;
  /** [source.length, stateDim] keys and values at once, as in the encoder–decoder of Bahdanau and Luong. */
  readonly encoderStates: Float64Array;
  /** [target.length, stateDim] the queries. */
  readonly decoderStates: Float64Array;
  /** [target.length, source.length] the scores of the `given` score function; −Infinity where an imported weight was 0. */
  readonly scores: Float64Array;
  /** The step shown first, from 0. */
  readonly startStep: number;
}

/** The matrices of bilinear and additive scores, shared by all sentences of a scene. */
export interface ScoreParameters {
  readonly attentionDim: number;
  /** [stateDim, stateDim] */
  readonly W: Float64Array;
  /** [stateDim, attentionDim] */
  readonly W_q: Float64Array;
  /** [stateDim, attentionDim] */
  readonly W_k: Float64Array;
  /** [attentionDim] */
  readonly v: Float64Array;
}
