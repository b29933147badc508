// `npm run size`: what the page, and the element in someone else's page, load until a score can be dragged, and each module of the core with its glue, compressed
// as a good server sends it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, brotliCompressSync } from 'node:zlib';
import { launchChromium } from './chromium.mjs';
import { serveSite, siteFolder } from './serve-site.mjs';

/** Bytes after brotli, of everything requested until a score can be dragged. Fonts don't count: text shows without them. */
const budgets = { page: 150_000, element: 120_000 };
/** Bytes after brotli, of a module with its glue and the script of its threads. */
const moduleBudget = 60_000;
const isFont = ({ path }) => path.endsWith('.woff2');
const readyTimeout = 30_000;

const brotliSize = (body) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length;

/**
 * Loads a page in a browser and returns what it asked for until it was ready.
 *
 * @param {string} [html] served instead of the folder's index.html, and not counted.
 */
async function recordLoad(folder, html) {
  const site = await serveSite({ folder });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    if (html !== undefined) {
      await page.route(site.url, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    }
    const requests = [];
    let isReady = false;
    page.on('request', (request) => {
      const isCounted = !isReady && request.url().startsWith('http');
      if (isCounted && (html === undefined || request.url() !== site.url)) requests.push(request);
    });
    await page.goto(site.url);
    await page.waitForSelector('attention-playground[ready]', { timeout: readyTimeout, state: 'attached' });
    isReady = true;
    return await Promise.all(
      requests.map(async (request) => {
        const response = await request.response();
        const body = await response.body();
        return {
          path: request.url().replace(site.url, '') || 'index.html',
          status: response.status(),
          bytes: body.length,
          brotli: brotliSize(body),
        };
      }),
    );
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Prints what was loaded, and what is wrong with it. */
function judgeLoad(name, loaded, budget) {
  const rows = loaded.sort((a, b) => b.brotli - a.brotli);
  const counted = rows.filter((row) => !isFont(row));
  const total = counted.reduce((sum, { brotli }) => sum + brotli, 0);
  console.log(line(`${name}, until a score can be dragged`, 'bytes', 'brotli'));
  for (const row of rows) console.log(line(isFont(row) ? `${row.path} (font)` : row.path, row.bytes, row.brotli));
  const bytes = counted.reduce((sum, row) => sum + row.bytes, 0);
  console.log(`${line('total, fonts aside', bytes, total)}\n`);
  return [
    ...rows
      .filter(({ status }) => status >= 400 && status !== 304)
      .map(({ path, status }) => `${path} answered with status ${status}.`),
    ...(total > budget ? [`The ${name} loads ${total} bytes, but the budget is ${budget}.`] : []),
  ];
}

/** Every module of dist/wasm with all that it loads; the one with relaxed SIMD has the glue of the plain one. */
function measureModules() {
  const folder = fileURLToPath(new URL('../dist/wasm/', import.meta.url));
  return readdirSync(folder).flatMap((variant) => {
    const glue = join(folder, variant.replace('-relaxed', ''));
    return readdirSync(join(folder, variant))
      .filter((file) => file.endsWith('.wasm'))
      .map((file) => {
        const files = [
          join(folder, variant, file),
          join(glue, file.replace('.wasm', '.mjs')),
          join(glue, 'pool.worker.js'),
        ];
        const bodies = files.filter((path) => existsSync(path)).map((path) => readFileSync(path));
        const sum = (sizeOf) => bodies.reduce((total, body) => total + sizeOf(body), 0);
        return { name: `${variant}/${file}`, bytes: sum(({ length }) => length), brotli: sum(brotliSize) };
      });
  });
}

const line = (name, bytes, brotli) => `${name.padEnd(52)}${String(bytes).padStart(10)}${String(brotli).padStart(10)}`;
const embedFolder = fileURLToPath(new URL('../dist/embed/', import.meta.url));
const course =
  '<!doctype html><link rel="icon" href="data:,"><script type="module" src="attention-playground.js"></script>' +
  '<attention-playground></attention-playground>';
const problems = [
  ...judgeLoad('page', await recordLoad(siteFolder), budgets.page),
  ...judgeLoad('element', await recordLoad(embedFolder, course), budgets.element),
];

const modules = measureModules();
console.log('modules of the core, with their glue');
for (const { name, bytes, brotli } of modules) {
  console.log(line(name, bytes, brotli));
  if (brotli > moduleBudget) problems.push(`${name} is ${brotli} bytes, but the budget is ${moduleBudget}.`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
