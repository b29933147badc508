/** A row divided by its sum; a row of zeros stays. */
export function toDistribution(row: Float64Array): Float64Array {
  const sum = sumOf(row);
  return sum === 0 ? row : row.map((weight) => weight / sum);
}

export function sumOf(numbers: Float64Array): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

/** softmax, by the largest logit; finite logits. */
export function softmaxOf(logits: Float64Array): Float64Array {
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  return toDistribution(logits.map((logit) => Math.exp(logit - largest)));
}

/** log Σ exp(logit) of finite logits. */
export function logSumExpOf(logits: readonly number[]): number {
  const largest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  return largest + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0));
}
