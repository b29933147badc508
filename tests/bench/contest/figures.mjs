// From samples to figures: what one contestant achieved in one work, beside the peak and beside ours.
import { quantile, quietMilliseconds, summaryOf } from './statistics.mjs';

/**
 * The results of a match (see match.mjs); those with samples have figures too: milliseconds { median, lower, upper }, quietCount,
 * gigaflops, sharesOfPeak in the order of the peaks, and timesOurs, the time over ours with as many threads. What has no such
 * figure is undefined.
 */
export function figuresOf({ work, results }) {
  const timed = results.map((result) => (result.samples ? withTimes(result) : result));
  const peaks = timed.filter(({ isPeak, samples }) => isPeak && samples);
  return timed.map((result) => {
    if (!result.samples || result.isPeak) return result;
    const rival = oursWith(timed, result.threadCount);
    return {
      ...result,
      sharesOfPeak: peaks.map((peak) => (work.operations ? result.gigaflops / peak.gigaflops : undefined)),
      timesOurs: rival && result.milliseconds.median / rival.milliseconds.median,
    };
  });
}

function withTimes(result) {
  const quiet = quietMilliseconds(result.samples);
  const milliseconds = summaryOf(quiet);
  const gigaflops = result.operations && result.operations / milliseconds.median / 1e6;
  return { ...result, milliseconds, quietCount: quiet.length, gigaflops };
}

/** Of ours with so many threads the last: relaxed SIMD stands behind plain SIMD. Undefined where it did not play. */
function oursWith(results, threadCount) {
  return results.findLast(
    (result) => result.isOurs && !result.isStaged && result.threadCount === threadCount && result.samples,
  );
}

/** Of all matches, by the peak's name: the slowest and the fastest median, which tell how even the machine was. */
export function peakRanges(matches) {
  const speeds = new Map();
  for (const { name, isPeak, gigaflops } of matches.flatMap(figuresOf)) {
    if (isPeak && gigaflops) speeds.set(name, [...(speeds.get(name) ?? []), gigaflops]);
  }
  return [...speeds].map(([name, all]) => ({
    name,
    least: quantile(all, 0),
    median: quantile(all, 0.5),
    most: quantile(all, 1),
  }));
}
