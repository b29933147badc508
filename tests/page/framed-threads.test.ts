import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launchChromium } from '../../tools/chromium.mjs';
import type { ServedSite } from '../../tools/serve-site.mjs';
import { startedBrowser } from './browser.ts';
import { course } from './course-page.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import { PlaygroundPage } from './playground-page.ts';

const { open, openBeside, serve, complaints } = usePages();

const threads = 'WebAssembly, threads';
const simd = 'WebAssembly, SIMD';
const running = /^WebAssembly, threads, \d+ threads?, [\d.]+ ms\s+In a hidden frame that a service worker isolates/;
const hosted = '#v=1&t=2&engine=wasmThreads';

/** A host on which no one can set headers. */
const plainSite = (): Promise<ServedSite> => serve({ headers: false });

const scopes = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));

/** How often the page itself is loaded. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

describe('a site that is served without any header', () => {
  it('starts at once on one thread, moves over to threads where they are asked for, and shows the same', async () => {
    const fromServiceWorker: string[] = [];
    let loads = (): number => 0;
    const playground = await open({
      site: await plainSite(),
      before: async (page) => {
        loads = countLoads(page);
        page.on('response', (response) => response.fromServiceWorker() && fromServiceWorker.push(response.url()));
      },
    });
    const { page } = playground;
    await eventually(() => playground.engineLine(simd)).toMatch(/, 1 thread, /);
    expect(await playground.engineLine(threads)).toMatch(/^WebAssembly, threads: available\s+In a hidden frame/);
    // Nothing is registered before it is needed.
    expect(await scopes(page)).toEqual([]);
    const before = [await playground.weights(), await playground.context(), await playground.heatmap()];
    await playground.chooseEngine(threads);
    await eventually(() => playground.engineLine(threads)).toMatch(running);
    expect([await playground.weights(), await playground.context(), await playground.heatmap()]).toEqual(before);
    expect(before[0]).toMatchObject([{ text: '0.12' }, { text: '0.73' }, { text: '0.15' }]);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    // One page that is no file, and nothing else, is the service worker's.
    const [scope] = await scopes(page);
    expect(new URL(scope).pathname).toBe('/assets/attention-threads-host');
    expect(fromServiceWorker).toEqual([scope]);
    expect(loads()).toBe(1);
  });

  it('nobody waits for the frame: a link that asks for threads is served by one thread until it is there', async () => {
    const playground = await open({
      site: await plainSite(),
      hash: hosted,
      before: (page) =>
        page.addInitScript(() => {
          const container = navigator.serviceWorker;
          const register = container.register.bind(container);
          container.register = async (...given) => {
            await new Promise((resolve) => addEventListener('go-on', resolve, { once: true }));
            return register(...given);
          };
        }),
    });
    await eventually(() => playground.engineLine(simd)).toMatch(/, 1 thread, /);
    expect(await playground.engineLine(threads)).toMatch(/: starting/);
    expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
    await playground.page.evaluate(() => dispatchEvent(new Event('go-on')));
    await eventually(() => playground.engineLine(threads)).toMatch(running);
  });

  it('large inputs move over by themselves: the map', async () => {
    const playground = await open({ site: await plainSite() });
    await playground.page.getByText('Long texts: the map').click();
    await playground.page.locator('attention-map canvas').first().scrollIntoViewIfNeeded();
    await eventually(() => playground.engineLine(threads)).toMatch(/^WebAssembly, threads: ready/);
  });

  it('a second visit, a forced one and a second tab find the service worker there, and load nothing twice', async () => {
    const site = await plainSite();
    let loads = (): number => 0;
    const playground = await open({ site, hash: hosted, before: async (page) => void (loads = countLoads(page)) });
    const { page } = playground;
    await eventually(() => playground.engineLine(threads)).toMatch(running);
    await page.reload();
    await eventually(() => playground.engineLine(threads)).toMatch(running);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.reload', { ignoreCache: true });
    await page.waitForEvent('load');
    await eventually(() => playground.engineLine(threads)).toMatch(running);
    const second = await openBeside(playground, `${site.url}${hosted}`);
    await eventually(() => second.engineLine(threads)).toMatch(running);
    expect(await scopes(page)).toHaveLength(1);
    // Two tabs, two frames: one closes, the other goes on.
    await second.page.goto('about:blank');
    await playground.scoreBar('suis', 'am').focus();
    await page.keyboard.press('ArrowUp');
    await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(2.2);
    await eventually(() => playground.engineLine(threads)).toMatch(running);
    expect(loads()).toBe(3);
  });

  it('a page with an embedder policy that is not isolated all the same', async () => {
    const site = await serve({
      headers: false,
      responseHeaders: { 'Cross-Origin-Embedder-Policy': 'require-corp' },
    });
    const playground = await open({ site, hash: hosted });
    expect(await playground.page.evaluate(() => crossOriginIsolated)).toBe(false);
    await eventually(() => playground.engineLine(threads)).toMatch(running);
  });

  it('a new version of the service worker takes the place of the old one', async () => {
    const site = await plainSite();
    const first = await open({ site, hash: hosted });
    const { page } = first;
    await eventually(() => first.engineLine(threads)).toMatch(running);
    // As if today's version had been another script, for the same frame.
    const scripts = await page.evaluate(async () => {
      const [{ scope, active }] = await navigator.serviceWorker.getRegistrations();
      const now = active!.scriptURL;
      const { installing } = await navigator.serviceWorker.register(`${now}?old`, { scope });
      await new Promise<void>((resolve) =>
        installing!.addEventListener('statechange', () => installing!.state === 'activated' && resolve()),
      );
      return [now, (await navigator.serviceWorker.getRegistrations())[0].active!.scriptURL];
    });
    expect(scripts[1]).toBe(`${scripts[0]}?old`);
    await page.reload();
    await eventually(() => first.engineLine(threads)).toMatch(running);
    const after = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.scriptURL),
    );
    expect(after).toEqual([scripts[0]]);
  });

  it('the frame that a page takes away is missed: another engine goes on, and the panel says why', async () => {
    const playground = await open({ site: await plainSite(), hash: hosted });
    await eventually(() => playground.engineLine(threads)).toMatch(running);
    await playground.page.evaluate(() => document.querySelector('iframe')?.remove());
    await eventually(() => playground.engineLine(threads)).toMatch(/: not available/);
    await playground.scoreBar('suis', 'am').focus();
    await playground.page.keyboard.press('ArrowUp');
    await eventually(() => playground.engineLine(simd)).toMatch(/, 1 thread, /);
  });
});

describe('what it costs', () => {
  it('the memory of the threads is given back with the last element, again and again', async () => {
    const site = await serve({ headers: false, folder: embedFolder });
    const playground = await open({
      site,
      hash: hosted,
      before: ownCourse('<attention-playground threads></attention-playground>'),
    });
    const { page } = playground;
    const kilobytes: number[] = [];
    for (let round = 0; round < 4; round++) {
      await page.locator('attention-playground[ready]').waitFor();
      await page.locator('attention-playground').evaluate((element) => element.setAttribute('engine', 'wasmThreads'));
      await eventually(() => playground.engineLine(threads)).toMatch(running);
      expect(page.frames()).toHaveLength(2);
      await page.evaluate(() => document.querySelector('attention-playground')?.remove());
      await eventually(async () => page.frames().length).toBe(1);
      await page.waitForTimeout(300);
      kilobytes.push(await residentKilobytes());
      await page.evaluate(() => {
        const next = document.createElement('attention-playground');
        next.toggleAttribute('threads', true);
        document.body.append(next);
      });
    }
    // Each frame that stayed would keep a process.
    expect(kilobytes.at(-1)! - kilobytes[1]).toBeLessThan(15_000);
  });
});

/** Of all processes of the browser. */
async function residentKilobytes(): Promise<number> {
  const { browser } = await startedBrowser();
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as { processInfo: { id: number }[] };
  await session.detach();
  return processInfo
    .map(({ id }) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0))
    .reduce((sum, each) => sum + each, 0);
}

const embedFolder = fileURLToPath(new URL('../../dist/embed/', import.meta.url));

/** A teacher's page beside the element's files. */
const ownCourse =
  (body: string) =>
  async (page: Page): Promise<unknown> =>
    page.route(/\/\?\d+$/, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><link rel="icon" href="data:,"><script type="module" src="attention-playground.js"></script>${body}`,
      }),
    );

describe('where there is no such frame, one thread computes and the panel says why', () => {
  it('an isolated page needs none', async () => {
    const playground = await open({ hash: hosted });
    await eventually(() => playground.engineLine(threads)).toMatch(/^WebAssembly, threads, \d+ threads?, [\d.]+ ms$/);
    expect(await scopes(playground.page)).toEqual([]);
    expect(await playground.page.locator('iframe').count()).toBe(0);
  });

  it('an element asks for leave by an attribute, since the origin is not its own', async () => {
    const site = await serve({ headers: false, folder: embedFolder });
    const playground = await open({
      site,
      before: ownCourse('<attention-playground engine="wasmThreads"></attention-playground>'),
    });
    const { page } = playground;
    await eventually(() => playground.engineLine(simd)).toMatch(/, 1 thread, /);
    expect(await playground.engineLine(threads)).toMatch(/not cross-origin isolated, so threads cannot share memory/);
    expect(await scopes(page)).toEqual([]);
    await page.locator('attention-playground').evaluate((element) => element.setAttribute('threads', ''));
    await eventually(() => playground.engineLine(threads)).toMatch(/: available|: starting|, \d+ thread/);
    await playground.chooseEngine(simd);
    await playground.chooseEngine(threads);
    await eventually(() => playground.engineLine(threads)).toMatch(running);
    expect(await scopes(page)).toEqual([`${site.url}assets/attention-threads-host`]);
  });

  it('files of another origin', async () => {
    const playground = await open({
      site: await course('<attention-playground threads engine="wasmThreads"></attention-playground>'),
    });
    await eventually(() => playground.engineLine(simd)).toMatch(/, 1 thread, /);
    expect(await playground.engineLine(threads)).toMatch(/would need the playground’s files on this page’s own origin/);
  });

  it.each([
    ['worker-src', "worker-src 'none'", /service worker that isolates a frame for threads could not be registered/],
    ['frame-src', "frame-src 'none'", /hidden frame for threads was refused/],
  ])('a policy that forbids it in %s', async (_, policy, reason) => {
    const site = await serve({ headers: false, responseHeaders: { 'Content-Security-Policy': policy } });
    const playground = await open({ site, hash: hosted });
    await eventually(() => playground.engineLine(simd)).toMatch(/, 1 thread, /);
    await eventually(() => playground.engineLine(threads)).toMatch(reason);
    expect(await playground.page.locator('iframe').count()).toBe(0);
    // The browser's own word.
    expect(complaints.splice(0).filter((complaint) => !/Content Security Policy|blocked/i.test(complaint))).toEqual([]);
  });

  it('a sandbox', async () => {
    const site = await serve({ headers: false, responseHeaders: { 'Access-Control-Allow-Origin': '*' } });
    const { browser } = await startedBrowser();
    const page = await browser.newPage();
    await page.goto(
      (await course(`<iframe sandbox="allow-scripts" src="${site.url}${hosted}" width="1400" height="900"></iframe>`))
        .url,
    );
    const panel = page.frameLocator('iframe').locator('attention-engine-panel li');
    await eventually(() => panel.filter({ hasText: simd }).innerText()).toMatch(/, 1 thread, /);
    expect(await panel.filter({ hasText: threads }).innerText()).toMatch(/has no service worker/);
    await page.close();
  });

  describe('in another browser', () => {
    /** What Playwright switches off by itself is on in it. */
    const inBrowser = async (switches: string, use: (page: Page) => Promise<void>): Promise<void> => {
      const browser = await launchChromium({ args: switches.split(' ').map((each) => each.replaceAll('\u00a0', ' ')) });
      try {
        await use(await browser.newPage());
      } finally {
        await browser.close();
      }
    };

    it('one without Document-Isolation-Policy; no service worker is left there', async () => {
      const { url } = await plainSite();
      await inBrowser('--disable-features=DocumentIsolationPolicy', async (page) => {
        const playground = new PlaygroundPage(page);
        await page.goto(`${url}${hosted}`);
        await eventually(() => playground.engineLine(threads)).toMatch(/has no Document-Isolation-Policy/);
        await eventually(() => playground.engineLine(simd)).toMatch(/, 1 thread, /);
        await eventually(() => scopes(page)).toEqual([]);
        expect(await page.locator('iframe').count()).toBe(0);
      });
    });

    it('one that meets the page without https; with it, in a page of another site, the frame needs no leave of that', async () => {
      const site = await plainSite();
      const { url } = await course(`<iframe src="${site.url}${hosted}" width="1400" height="900"></iframe>`);
      const switches = '--host-resolver-rules=MAP\u00a0course.test\u00a0127.0.0.1 --disable-features=MediaRouter';
      await inBrowser(switches, async (page) => {
        const playground = new PlaygroundPage(page);
        await page.goto(`${site.url.replace('localhost', 'course.test')}${hosted}`);
        await eventually(() => playground.engineLine(threads)).toMatch(/that needs https/);
        await eventually(() => playground.engineLine(simd)).toMatch(/, 1 thread, /);

        await page.goto(url.replace('localhost', '127.0.0.1'));
        const line = page.frameLocator('iframe').locator('attention-engine-panel li').filter({ hasText: threads });
        await eventually(() => line.innerText()).toMatch(running);
      });
    });
  });
});
