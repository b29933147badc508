/** One row of scores after temperature and masks. */
export interface RowLogits {
  /** [keyCount] score / temperature + additive mask; −Infinity where hidden. */
  readonly logits: Float64Array;
  /** [keyCount] logit − the row's largest logit, at most 0; never NaN. */
  readonly distances: Float64Array;
  /** The largest logit that is a number; −Infinity when there is none. */
  readonly largestLogit: number;
  /** The row sees no key, or only scores of −Infinity. */
  readonly isEmpty: boolean;
  /** A visible score is NaN, so that no key's share is known. */
  readonly hasNaN: boolean;
}

/** scores, visible, additiveMask: [keyCount]. */
export function computeRowLogits(
  scores: Float64Array,
  visible: Uint8Array,
  additiveMask: ArrayLike<number> | undefined,
  temperature: number,
): RowLogits {
  const isCold = temperature === 0;
  const added = (i: number): number => (isCold ? 0 : (additiveMask?.[i] ?? 0));
  const logits = new Float64Array(scores.length).fill(-Infinity);
  const distances = new Float64Array(scores.length).fill(-Infinity);
  const competitors: number[] = [];
  let leader = -1;
  let hasNaN = false;
  for (let i = 0; i < scores.length; i++) {
    if (!visible[i] || scores[i] === -Infinity) continue;
    if (Number.isNaN(scores[i])) {
      logits[i] = NaN;
      hasNaN = true;
      continue;
    }
    // Cold logits all start equal, so that the scores alone find the leader.
    logits[i] = isCold ? 0 : scores[i] / temperature + added(i);
    competitors.push(i);
    if (leader < 0 || logits[i] > logits[leader]) leader = i;
    // At a tiny temperature several logits overflow to the same infinity; their scores still tell them apart.
    else if (logits[i] === logits[leader] && scores[i] > scores[leader]) leader = i;
  }
  for (const i of competitors) {
    // Subtracting before dividing cannot overflow to NaN; equal scores go first because Infinity − Infinity would be NaN.
    const scoreDistance = scores[i] === scores[leader] ? 0 : (scores[i] - scores[leader]) / temperature;
    distances[i] = Math.min(0, scoreDistance + (added(i) - added(leader)));
    if (isCold) logits[i] = distances[i];
  }
  const largestLogit = leader < 0 ? -Infinity : logits[leader];
  return { logits, distances, largestLogit, isEmpty: leader < 0 && !hasNaN, hasNaN };
}
