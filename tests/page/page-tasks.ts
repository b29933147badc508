import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds in which the task ran; what others did to its processor meanwhile is not counted. */
  readonly tdur?: number;
}

/**
 * What each task of the page's own thread took of a processor while `act` ran, in milliseconds, the longest first. A page
 * answers as long as none of them is long; unlike the time that passed, it does not grow with what else the machine does.
 */
export async function tasksDuring(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser()!;
  const mark = 'the thread of the page';
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  await page.evaluate((name) => performance.mark(name), mark);
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const thread = trace.traceEvents.find(({ name }) => name === mark)!;
  return trace.traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === thread.pid && tid === thread.tid)
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}
