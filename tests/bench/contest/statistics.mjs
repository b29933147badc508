// What is said of samples from a machine that others use too.

/** Between two numbers, in proportion. NaN of none. */
export function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted.length === 0 ? NaN : sorted[below] + (sorted[above] - sorted[below]) * (position - below);
}

export function summaryOf(numbers) {
  return { median: quantile(numbers, 0.5), lower: quantile(numbers, 0.25), upper: quantile(numbers, 0.75) };
}

/** A thread that waited for a processor for less of a sample's time was not disturbed. */
const quietShare = 0.03;

export const isQuiet = ({ waitedShare }) => waitedShare <= quietShare;

/**
 * Of samples { milliseconds, waitedShare } the milliseconds of those that were hardly disturbed and, where these are few, of
 * the quieter half. By what the system says of waiting, never by the milliseconds: a slow sample is not a wrong one.
 */
export function quietMilliseconds(samples) {
  const limit = Math.max(
    quietShare,
    quantile(
      samples.map(({ waitedShare }) => waitedShare),
      0.5,
    ),
  );
  return samples.filter(({ waitedShare }) => waitedShare <= limit).map(({ milliseconds }) => milliseconds);
}
