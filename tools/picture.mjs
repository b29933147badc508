// `npm run picture`: the picture of the README, docs/images/page.png, from the built site.
import { mkdirSync } from 'node:fs';
import { launchChromium } from './chromium.mjs';
import { repository } from './run-step.mjs';
import { serveSite } from './serve-site.mjs';

const site = await serveSite();
const browser = await launchChromium();
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 1080 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(site.url);
  await page.waitForSelector('attention-playground[ready]', { state: 'attached' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  mkdirSync(`${repository}docs/images`, { recursive: true });
  await page.screenshot({ path: `${repository}docs/images/page.png` });
  console.log('docs/images/page.png');
} finally {
  await browser.close();
  await site.close();
}
