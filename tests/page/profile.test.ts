import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launchChromium } from '../../tools/chromium.mjs';
import { accessibilityFaults } from './axe.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import { tasksDuring } from './page-tasks.ts';
import { PlaygroundPage } from './playground-page.ts';

const { open, serve } = usePages();

/** The section below the stage, opened. */
async function openProfile({ page }: PlaygroundPage) {
  const section = page.locator('attention-profile-section');
  await section.locator('summary').first().click();
  const measure = section.getByRole('button', { name: 'Measure', exact: true });
  await measure.waitFor();
  return {
    section,
    measure,
    stop: section.getByRole('button', { name: 'Stop' }),
    again: section.getByRole('button', { name: 'Measure again' }),
    rows: section.locator('table').first().locator('tbody tr'),
    marks: section.locator('svg .mark'),
    plots: section.locator('attention-profile-curve'),
    progress: section.getByRole('progressbar'),
  };
}

/** What each score function of an engine is off by; none is further off than float32 is. */
function differencesIn(row: string): number[] {
  const differences = [...row.matchAll(/off by (\S+)/g)].map(([, text]) => Number(text.replaceAll('−', '-')));
  for (const difference of differences) expect(difference).toBeLessThan(1e-5);
  return differences;
}

describe('the profile', { timeout: 120_000 }, () => {
  it('loads nothing before it is opened', async () => {
    const asked: string[] = [];
    const before = (page: Page): Promise<unknown> => {
      page.on('request', (request) => asked.push(request.url()));
      return Promise.resolve();
    };
    const playground = await open({ before });
    expect(asked.filter((url) => url.includes('attention-profile'))).toEqual([]);
    await openProfile(playground);
    expect(asked.filter((url) => url.includes('attention-profile')).length).toBeGreaterThan(0);
  });

  it('measures in the background, shows numbers and points as they come, and can be stopped', async () => {
    const playground = await open({ hash: '#v=1&example=fifty-words&score=scaledDot' });
    const { page } = playground;
    const { measure, stop, again, rows, marks, progress, section } = await openProfile(playground);
    const [longest] = await tasksDuring(page, async () => {
      await measure.click();
      await progress.waitFor();
      const before = Number(await progress.getAttribute('value').catch(() => '0'));
      await eventually(() => rows.count()).toBe(4);
      await eventually(async () => (await rows.nth(1).innerText()).match(/[\d.]+ ms/g)?.length ?? 0).toBe(4);
      await eventually(async () => (await marks.count()) > 8).toBe(true);
      expect(await progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(before);
      await stop.click();
    });
    expect(longest).toBeLessThan(100);
    await again.waitFor();
    // What was measured last is drawn in the next frame.
    await page.waitForTimeout(200);
    const points = await marks.count();
    await page.waitForTimeout(500);
    expect(await marks.count(), 'what was measured stays, and nothing is added').toBe(points);
    expect(await section.locator('tbody tr').first().innerText()).toMatch(/GFLOP\/s/);
    for (const row of await rows.allInnerTexts()) expect(differencesIn(row), row).toHaveLength(4);
    const profilers = (): number => page.workers().filter((worker) => worker.url().includes('profile')).length;
    await eventually(() => Promise.resolve(profilers())).toBe(0);
  });

  it.each([
    { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  ] as const)(
    '$colorScheme on $viewport.width px: axe finds nothing, nothing sticks out, and it has a table',
    async (look) => {
      const playground = await open(look);
      const { page } = playground;
      const { measure, stop, again, marks, plots, section } = await openProfile(playground);
      await measure.click();
      await eventually(async () => (await marks.count()) > 12).toBe(true);
      await stop.click();
      await again.waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const sticksOut = await plots.first().evaluate((plot) => {
        const { right } = plot.getBoundingClientRect();
        const texts = [...plot.shadowRoot!.querySelectorAll('svg text')];
        return texts.filter((text) => text.getBoundingClientRect().right > right + 1).map((text) => text.textContent);
      });
      expect(sticksOut).toEqual([]);
      await section.getByRole('button', { name: 'Table' }).press('Enter');
      await eventually(() => plots.first().locator('tbody tr').count()).toBeGreaterThan(0);
      expect(await plots.first().locator('tbody tr').first().innerText()).toMatch(/16\s+[\d.]+ ms/);
      expect(await accessibilityFaults(page)).toEqual([]);
    },
  );

  it('draws the same plots in a page that is read from right to left', async () => {
    const playground = await open();
    const { page } = playground;
    const { measure, stop, again, marks, plots } = await openProfile(playground);
    await measure.click();
    await eventually(async () => (await marks.count()) > 4).toBe(true);
    await stop.click();
    await again.waitFor();
    const places = (): Promise<number[]> =>
      plots.first().evaluate((plot) => {
        const svg = plot.shadowRoot!.querySelector('svg')!;
        const { left } = svg.getBoundingClientRect();
        return Array.from(svg.querySelectorAll('text'), (text) => Math.round(text.getBoundingClientRect().left - left));
      });
    const before = await places();
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await eventually(places).toEqual(before);
  });

  it('measures anew what is chosen for the curves, and that alone', async () => {
    const playground = await open();
    const { measure, stop, again, marks, rows, plots, section } = await openProfile(playground);
    await measure.click();
    await eventually(async () => (await marks.count()) > 4).toBe(true);
    await stop.click();
    await again.waitFor();
    const row = await rows.nth(1).innerText();
    await plots.first().getByRole('combobox').selectOption('16');
    // Not the points of before, which may still be seen for a frame.
    await eventually(() => plots.first().locator('svg').getAttribute('aria-label')).toMatch(
      /at d = 16, WebAssembly, relaxed SIMD/,
    );
    await stop.click();
    await again.waitFor();
    expect(await rows.nth(1).innerText()).toBe(row);
    await section
      .getByRole('combobox', { name: 'Engine of the curves' })
      .selectOption({ label: 'Reference (TypeScript)' });
    await eventually(() => plots.first().locator('svg').getAttribute('aria-label')).toMatch(/Reference/);
    await stop.click();
  });

  it('with a GPU that is measured too, and named', async () => {
    const browser = await launchChromium({ hasGpu: true });
    const site = await serve({});
    try {
      const page = await browser.newPage();
      await page.goto(`${site.url}#v=1&score=scaledDot`);
      const playground = new PlaygroundPage(page);
      await playground.isReady();
      const { measure, rows, stop } = await openProfile(playground);
      await measure.click();
      const row = (): Promise<string> => rows.filter({ hasText: 'WebGPU' }).innerText();
      await eventually(async () => (await row()).match(/[\d.]+ ms/g)?.length ?? 0).toBe(4);
      expect(differencesIn(await row())).toHaveLength(4);
      expect(await row()).toMatch(/WebGPU\s*\S+/);
      await stop.click();
    } finally {
      await browser.close();
    }
  });

  it('N1: without isolation it measures the engines that there are', async () => {
    const playground = await open({ site: await serve({ headers: false }) });
    const { measure, rows, stop } = await openProfile(playground);
    await measure.click();
    await eventually(() => rows.count()).toBe(3);
    await stop.click();
  });
});
