/** A row divided by its sum; a row of zeros stays. */
export function toDistribution(row: Float64Array): Float64Array {
  const sum = sumOf(row);
  // Finite weights, of which there are less than 2³², may still have a sum that is not.
  if (sum === Infinity) return toDistribution(row.map((weight) => weight * 2 ** -32));
  return sum === 0 ? row : row.map((weight) => weight / sum);
}

/** The mean of a row, and then that of what it leaves: so the mean of equal numbers is that number, to the last digit. */
export function meanOf(row: Float64Array): number {
  const mean = sumOf(row) / row.length;
  const left = sumOf(row.map((number) => number - mean)) / row.length;
  return Number.isFinite(left) ? mean + left : mean;
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
