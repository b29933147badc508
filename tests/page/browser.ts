import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../tools/chromium.mjs';
import { serveSite, siteFolder, type ServedSite } from '../../tools/serve-site.mjs';

/** Where the built site lies; ATTENTION_SITE names another one. */
export const folder = process.env.ATTENTION_SITE ? resolve(process.env.ATTENTION_SITE) : siteFolder;

interface Started {
  readonly browser: Browser;
  readonly site: ServedSite;
}

let started: Promise<Started> | undefined;

/** The browser and the server of this process, which runs many files, one after another. They end with the process. */
export function startedBrowser(): Promise<Started> {
  started ??= start();
  return started;
}

async function start(): Promise<Started> {
  if (!existsSync(resolve(folder, 'index.html'))) {
    throw new Error(`There is no built site in ${folder}. Build it first: npm run build.`);
  }
  const [browser, site] = await Promise.all([launchChromium(), serveSite({ folder })]);
  return { browser, site };
}
