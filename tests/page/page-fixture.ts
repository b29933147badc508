import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { launchChromium } from '../../tools/chromium.mjs';
import { serveSite, siteFolder, type ServedSite, type ServeSiteOptions } from '../../tools/serve-site.mjs';
import { allText, suspiciousText } from './page-text.ts';
import { PlaygroundPage } from './playground-page.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** What stands behind the page's address: `#v=1&…`. */
  readonly hash?: string;
  /** Another server than the default one, which sends the isolation headers. */
  readonly site?: ServedSite;
  /** Run before any script of the page. */
  readonly before?: (page: Page) => Promise<unknown>;
}

export interface Pages {
  /** The playground in an empty tab, ready to be used. */
  open(options?: OpenOptions): Promise<PlaygroundPage>;
  /** A second tab of the same browser profile. */
  openBeside(first: PlaygroundPage, url: string): Promise<PlaygroundPage>;
  /** A server that ends with the test. */
  serve(options: ServeSiteOptions): Promise<ServedSite>;
  /** Console errors, failed requests, dialogs … since the test began; what is left at its end fails it. */
  readonly complaints: string[];
}

/** Where the built site lies; ATTENTION_SITE names another one. */
const folder = process.env.ATTENTION_SITE ? resolve(process.env.ATTENTION_SITE) : siteFolder;
const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 1000 } };

/**
 * One browser and one server for a file. Tests that ask for nothing special share a tab, one after another: the page keeps
 * nothing in the browser but its address, and a new profile for each would take most of the time. Every test also fails on what
 * the page complains of.
 */
export function usePages(): Pages {
  let browser: Browser;
  let site: ServedSite;
  let sharedTab: Page;
  let isSharedTabTaken = false;
  const complaints: string[] = [];
  const ending: (() => Promise<void>)[] = [];
  const tabs: Page[] = [];
  // A browser shares the machine with compilers and other browsers; a test that hangs still ends.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

  beforeAll(async () => {
    if (!existsSync(resolve(folder, 'index.html'))) {
      throw new Error(`There is no built site in ${folder}. Build it first: npm run build.`);
    }
    [browser, site] = await Promise.all([launchChromium(), serveSite({ folder })]);
    sharedTab = await (await browser.newContext(desktop)).newPage();
    listenToComplaints(sharedTab, complaints);
  });

  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()]);
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

  const emptySharedTab = (): Page => {
    isSharedTabTaken = true;
    ending.push(async () => {
      await sharedTab.mouse.move(0, 0);
      await sharedTab.goto('about:blank');
      isSharedTabTaken = false;
    });
    return sharedTab;
  };

  const newTab = async (options: BrowserContextOptions): Promise<Page> => {
    const profile = await browser.newContext({ ...desktop, ...options });
    ending.push(() => profile.close());
    const page = await profile.newPage();
    listenToComplaints(page, complaints);
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
      const isSpecial = before !== undefined || Object.keys(options).length > 0;
      const page = await (isSpecial || isSharedTabTaken ? newTab(options) : emptySharedTab());
      await before?.(page);
      return visit(page, (other ?? site).url + hash);
    },
    async openBeside(first, url) {
      const page = await first.page.context().newPage();
      ending.push(() => page.close());
      listenToComplaints(page, complaints);
      return visit(page, url);
    },
    async serve(options) {
      const server = await serveSite({ folder, ...options });
      ending.push(() => server.close());
      return server;
    },
  };
}

function listenToComplaints(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
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
    if (!/^(http:\/\/localhost:|data:|blob:|about:)/.test(request.url())) complaints.push(`remote: ${request.url()}`);
  });
}
