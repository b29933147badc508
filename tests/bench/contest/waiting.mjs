// How long the threads of a process were ready to run while others had the processors. Linux tells; elsewhere it is 0.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Nanoseconds since the start: of the main thread or, with `hasWorkers`, of all threads together. */
function waitedNanoseconds(processId, hasWorkers) {
  try {
    const threads = hasWorkers ? readdirSync(`/proc/${processId}/task`) : [processId];
    return threads.reduce((sum, thread) => sum + Number(schedulingOf(`${processId}/task/${thread}`)[1]), 0);
  } catch {
    return 0;
  }
}

const schedulingOf = (path) => readFileSync(`/proc/${path}/schedstat`, 'utf8').split(' ');

/** What `sample` gives, with the share of the time that a thread waited. */
export async function withWaitedShare(sample, { processId, threadCount }) {
  const hasWorkers = threadCount > 1;
  const [before, start] = [waitedNanoseconds(processId, hasWorkers), performance.now()];
  const result = await sample();
  const elapsed = performance.now() - start;
  const waited = (waitedNanoseconds(processId, hasWorkers) - before) / 1e6;
  return { ...result, waitedShare: Math.max(0, waited / elapsed / threadCount) };
}

/** The process that draws `page`: the one that works while the page does. */
export async function processOf(browser, page) {
  const session = await browser.newBrowserCDPSession();
  const cpuTimes = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
  };
  const before = await cpuTimes();
  await page.evaluate(() => {
    const end = performance.now() + 200;
    while (performance.now() < end);
  });
  const grown = [...(await cpuTimes())].map(([id, time]) => [id, time - (before.get(id) ?? 0)]);
  await session.detach();
  return grown.toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Waits, at most `limitMilliseconds`, until nobody on this machine waits for a processor. */
export async function untilQuiet(limitMilliseconds = 100) {
  const end = performance.now() + limitMilliseconds;
  do {
    const [before, start] = [pressureMicroseconds(), performance.now()];
    if (before === undefined) return;
    await setTimeout(15);
    if ((pressureMicroseconds() - before) / 1000 < 0.15 * (performance.now() - start)) return;
  } while (performance.now() < end);
}

/** The time, since the start of the machine, in which anyone waited. */
function pressureMicroseconds() {
  try {
    const [, total] = /some .*total=(\d+)/.exec(readFileSync('/proc/pressure/cpu', 'utf8'));
    return Number(total);
  } catch {
    return undefined;
  }
}
