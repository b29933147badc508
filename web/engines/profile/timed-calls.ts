/** A sample shorter than this says more about the clock, which browsers make coarse, than about the call. */
const leastMilliseconds = 20;

/**
 * Milliseconds of one call, over as many calls as take 20 ms. The first call of all warms up, and counts only where it
 * takes so long by itself that a second would be a waste.
 */
export async function millisecondsPerCall(
  call: () => unknown,
  { isWarm, now = () => performance.now() }: { isWarm: boolean; now?: () => number },
): Promise<number> {
  const time = async (count: number): Promise<number> => {
    const start = now();
    for (let done = 0; done < count; done++) await call();
    return now() - start;
  };
  if (!isWarm) {
    const first = await time(1);
    if (first >= 5 * leastMilliseconds) return first;
  }
  for (let count = 1; ;) {
    const milliseconds = await time(count);
    if (milliseconds >= leastMilliseconds) return milliseconds / count;
    // A fifth more than should do; from nothing at all, tenfold.
    const wanted = milliseconds > 0 ? (1.2 * leastMilliseconds * count) / milliseconds : 10 * count;
    count = Math.ceil(Math.min(wanted, 10 * count));
  }
}
