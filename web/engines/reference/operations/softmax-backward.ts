/** One row of a softmax of scores / temperature, as its backward pass needs it. All arrays are [keyCount]. */
export interface SoftmaxRow {
  readonly scores: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  /** 0 where the key is hidden. */
  readonly visible: ArrayLike<number>;
  readonly temperature: number;
}

/** What one row passes on. */
export interface SoftmaxRowGradient {
  /** [keyCount] of the numbers that go into the exponential; also the gradient of the additive mask. */
  readonly logits: Float64Array;
  /** [keyCount] */
  readonly scores: Float64Array;
  readonly temperature: number;
}

/**
 * From ∂L/∂weight to ∂L/∂logit: α_i (g_i − Σ_j α_j g_j), which is the row times the Jacobian diag(α) − α αᵀ.
 *
 * A weight of 0 takes no part, whatever its g: what is hidden gets exactly 0, and a NaN behind a mask stays there.
 */
export function gradientThroughWeights(
  weights: ArrayLike<number>,
  weightsGradient: ArrayLike<number>,
  logitsGradient: Float64Array,
): void {
  let mean = 0;
  for (let i = 0; i < weights.length; i++) if (weights[i] !== 0) mean += weights[i] * weightsGradient[i];
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] !== 0) logitsGradient[i] += weights[i] * (weightsGradient[i] - mean);
  }
}

/** From ∂L/∂log weight to ∂L/∂logit: h_i − α_i Σ_j h_j over what is visible. A row that sees nothing passes on nothing. */
export function gradientThroughLogWeights(
  { weights, visible }: SoftmaxRow,
  logWeightsGradient: ArrayLike<number>,
  logitsGradient: Float64Array,
): void {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) if (visible[i]) sum += logWeightsGradient[i];
  for (let i = 0; i < weights.length; i++) {
    if (visible[i]) logitsGradient[i] += logWeightsGradient[i] - (weights[i] === 0 ? 0 : weights[i] * sum);
  }
}

/**
 * From ∂L/∂logit to the scores and the temperature, where logit = score / temperature + mask. At temperature 0 weights
 * are constant but for the jumps where scores tie: the gradients are zeros.
 */
export function gradientThroughTemperature(row: SoftmaxRow, logits: Float64Array): SoftmaxRowGradient {
  const { scores, weights, temperature } = row;
  if (temperature === 0) return { logits: logits.fill(0), scores: logits, temperature: 0 };
  const leader = indexOfLargest(weights);
  let sum = 0;
  for (let i = 0; i < logits.length; i++) {
    // Σ ∂L/∂logit is 0, so that any score may be subtracted from all; the leader's spares the digits.
    const distance = scores[i] === scores[leader] ? 0 : scores[i] - scores[leader];
    if (logits[i] !== 0) sum += logits[i] * (distance / temperature);
  }
  return { logits, scores: logits.map((x) => x / temperature), temperature: 0 - sum / temperature };
}

function indexOfLargest(numbers: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] > numbers[largest]) largest = i;
  return largest;
}
