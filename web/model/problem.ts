/** Which of the two token lists: the source gives the keys, the target the queries. */
export type Side = 'source' | 'target';

/** Why no scene was made: a value that the message catalogue turns into a sentence. Sentences, rows and columns count from 1. */
export type ModelProblem =
  /** A typed sentence holds no word. */
  | { readonly code: 'noWords'; readonly side: Side }
  /** A sentence is longer than `limit` words. */
  | { readonly code: 'tooManyWords'; readonly side: Side; readonly words: number; readonly limit: number }
  /** There is no alignment at all. */
  | { readonly code: 'noAlignments' }
  | { readonly code: 'tooManySentences'; readonly sentences: number; readonly limit: number }
  /** An alignment has no source or no target word. */
  | { readonly code: 'emptyAlignment'; readonly sentence: number; readonly side: Side }
  /** The number of weights is not target words × source words. */
  | {
      readonly code: 'weightsDoNotFit';
      readonly sentence: number;
      readonly weights: number;
      readonly targetWords: number;
      readonly sourceWords: number;
    }
  /** A weight below 0. Such files often hold scores, which are not weights yet. */
  | (WeightPlace & { readonly code: 'negativeWeight' })
  /** A weight that is NaN or infinite. */
  | (WeightPlace & { readonly code: 'weightNotFinite' })
  /** A score that is NaN or +Infinity. */
  | (WeightPlace & { readonly code: 'scoreNotFinite' })
  /** The address holds data that can't be read: cut off or changed on the way. */
  | { readonly code: 'packedUnreadable' }
  /** The address holds data that would unfold to more than `limitBytes`. */
  | { readonly code: 'packedTooLarge'; readonly limitBytes: number };

interface WeightPlace {
  readonly sentence: number;
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

export function isModelProblem(result: object): result is ModelProblem {
  return 'code' in result;
}
