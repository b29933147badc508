import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { serveSite, type ServedSite, type ServeSiteOptions } from '../../tools/serve-site.mjs';
import { folder, startedBrowser } from './browser.ts';
import { allText, suspiciousText } from './page-text.ts';
import { PlaygroundPage } from './playground-page.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** What stands behind the page's address: `#v=1&…`. */
  readonly hash?: string;
  /** Another page than the site, whose server sends the isolation headers. */
  readonly site?: { readonly url: string };
  /** Run before any script of the page. */
  readonly before?: (page: Page) => Promise<unknown>;
}

export interface Pages {
  /** The playground in an empty tab, ready to be used. */
  open(options?: OpenOptions): Promise<PlaygroundPage>;
  /** Any other page: a course around a frame, a file. `before` as above. */
  openPage(url: string, options?: Omit<OpenOptions, 'hash' | 'site'>): Promise<Page>;
  /** A second tab of the same browser profile. */
  openBeside(first: PlaygroundPage, url: string): Promise<PlaygroundPage>;
  /** A server that ends with the test. */
  serve(options: ServeSiteOptions): Promise<ServedSite>;
  /** Console errors, failed requests, dialogs … since the test began; what is left at its end fails it. */
  readonly complaints: string[];
}

const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 1000 } };

// The files of a process run one after another, so these are the current test's.
/** The tab of all tests that ask for nothing special. */
let sharedTab: Page | undefined;
let isSharedTabTaken = false;
let visits = 0;
const complaints: string[] = [];

/**
 * Pages for the tests of a file. A new profile for each would take most of the time, and the page keeps nothing in the browser
 * but its address; so tests that ask for nothing special share a tab. Every test also fails on what the page complains of.
 */
export function usePages(): Pages {
  let browser: Browser;
  let site: ServedSite;
  const ending: (() => Promise<void>)[] = [];
  const tabs: Page[] = [];

  beforeAll(async () => {
    ({ browser, site } = await startedBrowser());
    if (!sharedTab) {
      sharedTab = await (await browser.newContext(desktop)).newPage();
      listenToComplaints(sharedTab);
    }
  });

  afterEach(async () => {
    const texts = await Promise.all(tabs.splice(0).map(allText));
    const complained = complaints.splice(0);
    await Promise.all(ending.splice(0).map((end) => end()));
    // A page whose server closes under it complains of what it was still loading, its icon for one: that is our doing.
    complaints.length = 0;
    expect(texts.flatMap(suspiciousText), 'text that no one meant to show').toEqual([]);
    expect(complained, 'complaints of the page').toEqual([]);
  });

  const takeSharedTab = (tab: Page): Page => {
    isSharedTabTaken = true;
    ending.push(async () => {
      await tab.mouse.move(0, 0);
      isSharedTabTaken = false;
    });
    return tab;
  };

  const newTab = async (options: BrowserContextOptions): Promise<Page> => {
    const profile = await browser.newContext({ ...desktop, ...options });
    ending.push(() => profile.close());
    const page = await profile.newPage();
    listenToComplaints(page);
    return page;
  };

  const tabFor = async (
    before: OpenOptions['before'],
    options: BrowserContextOptions,
    isPassing = false,
  ): Promise<Page> => {
    const isSpecial = isPassing || before !== undefined || Object.keys(options).length > 0;
    const page = isSpecial || isSharedTabTaken || !sharedTab ? await newTab(options) : takeSharedTab(sharedTab);
    await before?.(page);
    return page;
  };

  const visit = async (page: Page, url: string): Promise<PlaygroundPage> => {
    tabs.push(page);
    await page.goto(url);
    const playground = new PlaygroundPage(page);
    await playground.isReady();
    return playground;
  };

  return {
    complaints,
    async open({ hash = '', site: other, before, ...options } = {}) {
      // A server that ends with the test leaves behind a page that would complain of it in the next one.
      const page = await tabFor(before, options, other !== undefined && 'close' in other);
      // Without a query of its own, an address that differs in its fragment alone would not load the page anew.
      visits += 1;
      return visit(page, `${(other ?? site).url}?${visits}${hash}`);
    },
    async openPage(url, { before, ...options } = {}) {
      const page = await tabFor(before, options);
      tabs.push(page);
      await page.goto(url);
      return page;
    },
    async openBeside(first, url) {
      const page = await first.page.context().newPage();
      ending.push(() => page.close());
      listenToComplaints(page);
      return visit(page, url);
    },
    async serve(options) {
      const server = await serveSite({ folder, ...options });
      ending.push(() => server.close());
      return server;
    },
  };
}

function listenToComplaints(page: Page): void {
  page.on('console', (message) => {
    // The browser's own word to whoever asks for a GPU; the page says it in its own.
    if (message.text() === 'No available adapters.') return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // What was under way when the page was left is no failure.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('request', (request) => {
    if (!/^(http:\/\/localhost:|data:|blob:|about:|file:)/.test(request.url()))
      complaints.push(`remote: ${request.url()}`);
  });
}
