// `npm run bench:map`: how soon the map of long texts is sharp after a jump, how it pans, and what it holds in memory.
// Needs the built site. `--engine=wasmThreads` (or another) prefers an engine; by default the page chooses.
import { launchChromium } from '../../tools/chromium.mjs';
import { serveSite } from '../../tools/serve-site.mjs';

const engine = process.argv.find((argument) => argument.startsWith('--engine='))?.slice('--engine='.length) ?? 'auto';
const jumps = Number(process.env.JUMPS ?? 16);
const panFrames = 240;

const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};

/** In the page: the store behind the map, as its element holds it. */
function findMap() {
  const root = document.querySelector('attention-playground').shadowRoot;
  const section = root.querySelector('attention-map-section').shadowRoot;
  window.map = section.querySelector('attention-map').open.map;
}

/**
 * In the page: milliseconds until the cell in the middle, and until all that is seen, is exact. Of a head of which nothing is
 * known, where `head` is given.
 */
async function jump({ query, key, zoom, head }) {
  const { map } = window;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  if (head !== undefined) {
    map.chooseHead(head);
    map.showWhole();
    while (map.progress.peek().sampleCount === 0) await frame();
  }
  const start = performance.now();
  map.jumpTo({ query, key }, zoom);
  let centre = null;
  for (;;) {
    await frame();
    const cell = map.cellAt({ query, key });
    if (centre === null && cell && cell.sampleCount >= cell.rowsPerCell) centre = performance.now() - start;
    const { sampleCount, rowsPerCell } = map.progress.peek();
    if (centre !== null && sampleCount >= rowsPerCell) break;
    if (performance.now() - start > 60_000) break;
  }
  const view = performance.now() - start;
  if (zoom > map.viewport.peek().zoom) throw new Error('The map did not come as near as it was asked to.');
  map.showWhole();
  return { centre: centre ?? Infinity, view };
}

/** In the page: milliseconds between frames, and those that the page itself worked in each, while the map is panned over cached tiles. */
async function pan(frames) {
  const intervals = [];
  const { map } = window;
  let last = await new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frame = 0; frame < frames; frame++) {
    map.pan(Math.round(12 * Math.cos(frame / 20)), Math.round(12 * Math.sin(frame / 20)));
    const now = await new Promise((resolve) => requestAnimationFrame(resolve));
    intervals.push(now - last);
    last = now;
  }
  return intervals;
}

async function megabytes(page) {
  const { bytes } = await page.evaluate(() => performance.measureUserAgentSpecificMemory());
  return bytes / 1e6;
}

async function untilSampled(page) {
  await page.waitForFunction(() => {
    const { sampleCount } = window.map.progress.peek();
    return sampleCount > 0;
  });
}

const site = await serveSite();
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  await page.goto(`${site.url}#v=1&engine=${engine}`);
  await page.waitForSelector('attention-playground[ready]');
  const without = await megabytes(page);
  const opened = performance.now();
  await page.locator('attention-map-section summary').first().click();
  await page.locator('attention-map-picture [role=gridcell]').waitFor();
  // What nobody sees is not computed.
  await page.locator('attention-map-picture').evaluate((picture) => picture.scrollIntoView());
  await page.evaluate(findMap);
  await untilSampled(page);
  console.log(`| ${engine} | |\n| --- | --- |`);
  const tell = (what, figure) => console.log(`| ${what} | ${figure} |`);
  tell('first picture, T = 16,384', `${(performance.now() - opened).toFixed(0)} ms`);
  await page.waitForFunction(() => !window.map.progress.peek().isBusy, null, { timeout: 120_000 });
  tell('whole map exact', `${(performance.now() - opened).toFixed(0)} ms`);

  for (const zoom of [4, 0, -2]) {
    const measured = [];
    for (let index = 0; index < jumps; index++) {
      const query = Math.floor((index + Math.random()) * (16_384 / jumps));
      const key = Math.floor(Math.random() * (query + 1));
      measured.push(await page.evaluate(jump, { query, key, zoom, head: index % 8 }));
    }
    for (const what of ['centre', 'view']) {
      const values = measured.map((each) => each[what]);
      tell(
        `cold jump at ${2 ** zoom} px a pair until ${what === 'centre' ? 'the tile in the middle' : 'all in view'} is exact: median, p95`,
        `${percentile(values, 0.5).toFixed(0)}, ${percentile(values, 0.95).toFixed(0)} ms`,
      );
    }
  }

  await page.evaluate(() => window.map.jumpTo({ query: 8_000, key: 4_000 }, 0));
  // Once round, so that all that is seen on the way is there.
  await page.evaluate(pan, panFrames);
  await page.waitForFunction(() => !window.map.progress.peek().isBusy, null, { timeout: 60_000 });
  const intervals = await page.evaluate(pan, panFrames);
  tell(
    'frame of a pan over cached tiles: median, p95',
    `${percentile(intervals, 0.5).toFixed(1)}, ${percentile(intervals, 0.95).toFixed(1)} ms`,
  );
  tell('memory: page without the map, with it', `${without.toFixed(0)}, ${(await megabytes(page)).toFixed(0)} MB`);

  const words = Array.from({ length: 65_536 }, (_, index) => `w${(index * 7919 + (index >> 9) * 31) % 4001}`);
  await page.getByRole('button', { name: 'Your text' }).click();
  await page.getByRole('textbox', { name: 'Your text' }).fill(words.join(' '));
  const shown = performance.now();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.locator('attention-map-picture').evaluate((picture) => picture.scrollIntoView());
  await page.waitForFunction(() => window.map.size.peek().queryCount === 65_536);
  await untilSampled(page);
  tell('first picture, T = 65,536, width 32', `${(performance.now() - shown).toFixed(0)} ms`);
  const far = [];
  for (let index = 0; index < 10; index++) {
    far.push((await page.evaluate(jump, { query: 6_500 * index, key: 3_000 * index, zoom: 0 })).view);
  }
  tell('jump there until all in view is exact: median', `${percentile(far, 0.5).toFixed(0)} ms`);
  tell('memory then', `${(await megabytes(page)).toFixed(0)} MB`);
} finally {
  await browser.close();
  await site.close();
}
