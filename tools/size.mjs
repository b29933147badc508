// `npm run size`: what the page loads until a score can be dragged, and each module of the core with its glue, compressed
// as a good server sends it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, brotliCompressSync } from 'node:zlib';
import { launchChromium } from './chromium.mjs';
import { serveSite } from './serve-site.mjs';

/** Bytes after brotli, of everything requested until the page says it is ready. Fonts don't count: text shows without them. */
const budget = 150_000;
/** Bytes after brotli, of a module with its glue and the script of its threads. */
const moduleBudget = 60_000;
const isFont = ({ path }) => path.endsWith('.woff2');
const readyTimeout = 30_000;

const brotliSize = (body) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length;

/** Loads the site in a browser and returns what it asked for until it was ready. */
async function recordLoad() {
  const site = await serveSite();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const requests = [];
    let isReady = false;
    page.on('request', (request) => {
      if (!isReady && request.url().startsWith('http')) requests.push(request);
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

const rows = (await recordLoad()).sort((a, b) => b.brotli - a.brotli);
const counted = rows.filter((row) => !isFont(row));
const total = counted.reduce((sum, { brotli }) => sum + brotli, 0);
const line = (name, bytes, brotli) => `${name.padEnd(52)}${String(bytes).padStart(10)}${String(brotli).padStart(10)}`;
console.log(line('loaded until a score can be dragged', 'bytes', 'brotli'));
for (const row of rows) console.log(line(isFont(row) ? `${row.path} (font)` : row.path, row.bytes, row.brotli));
console.log(
  line(
    'total, fonts aside',
    counted.reduce((sum, { bytes }) => sum + bytes, 0),
    total,
  ),
);

const modules = measureModules();
console.log('\nmodules of the core, with their glue');
for (const { name, bytes, brotli } of modules) console.log(line(name, bytes, brotli));

const missing = rows.filter(({ status }) => status >= 400 && status !== 304);
for (const { path, status } of missing) console.error(`${path} answered with status ${status}.`);
if (total > budget) console.error(`The page loads ${total} bytes, but the budget is ${budget}.`);
const tooLarge = modules.filter(({ brotli }) => brotli > moduleBudget);
for (const { name, brotli } of tooLarge)
  console.error(`${name} is ${brotli} bytes, but the budget is ${moduleBudget}.`);
if (total > budget || missing.length > 0 || tooLarge.length > 0) process.exitCode = 1;
