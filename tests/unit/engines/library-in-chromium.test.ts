import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../../tools/chromium.mjs';
import { serveSite } from '../../../tools/serve-site.mjs';
import type { EngineEntry } from '../../../web/lib.ts';

const library = fileURLToPath(new URL('../../../dist/lib/', import.meta.url));
const isBuilt = existsSync(`${library}index.js`);
if (!isBuilt)
  console.warn('dist/lib is not there (node tools/build.mjs makes it): the library is not tried in Chromium.');

type Served = NonNullable<Parameters<typeof serveSite>[0]>;

/** As strict as a page can be that runs WebAssembly. */
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

interface Result {
  readonly runs: string;
  readonly threadCount: number;
  readonly cores: number;
  readonly context: number;
  readonly threads: EngineEntry;
  readonly simd: EngineEntry;
}

/** What the page runs. As text, since Vitest would rewrite the import of a function. */
const tryThreads = (url: string): string => `(async () => {
  const { createEngineSelection } = await import(${JSON.stringify(url)});
  const input = {
    queryCount: 1,
    keyCount: 3,
    valueDim: 1,
    values: Float64Array.of(10, 20, 30),
    score: { scoreFunction: 'given', scores: Float64Array.of(0.3, 2.1, 0.5) },
  };
  const selection = createEngineSelection({ prefer: 'wasmThreads', threadCount: 64 });
  const engine = await selection.engineFor(input);
  const trace = await engine.trace(input);
  const entry = (wanted) => selection.report.engines.find(({ name }) => name === wanted);
  const result = {
    runs: engine.name,
    threadCount: engine.threadCount,
    cores: navigator.hardwareConcurrency,
    context: trace.context[0],
    threads: entry('wasmThreads'),
    simd: entry('wasmSimd'),
  };
  selection.dispose();
  return result;
})()`;

/** Long enough for a timer to tick. */
const runLong = (url: string): string => `(async () => {
  const { createEngine } = await import(${JSON.stringify(url)});
  const engine = await createEngine();
  const tensor = { shape: [2000, 32], data: new Float32Array(64000).fill(0.5) };
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  await engine.run('fusedAttention', { queries: tensor, keys: tensor, values: tensor });
  clearInterval(timer);
  return { name: engine.name, isTicking: ticks > 2 };
})()`;

describe.skipIf(!isBuilt)('the library in Chromium', { timeout: 30_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  /** Asks for threads on a page that is served as `served` says. */
  async function askForThreads(served: Served) {
    const site = await serveSite({ folder: library, ...served });
    const page = await browser.newPage();
    const missing: string[] = [];
    page.on('response', (response) => response.status() >= 400 && missing.push(response.url()));
    try {
      // Any file will do: the page only has to have the library's origin and headers.
      await page.goto(`${site.url}index.js`);
      const result: Result = await page.evaluate(tryThreads(`${site.url}index.js`));
      return { ...result, missing };
    } finally {
      await page.close();
      await site.close();
    }
  }

  it('runs threads where the page is isolated, as many as there are cores', async () => {
    const result = await askForThreads({});
    expect(result).toMatchObject({ runs: 'wasmThreads', threadCount: result.cores, missing: [] });
    expect(result.context).toBeCloseTo(20.267683972654313, 12);
  });

  it('needs no unsafe-eval, and works under a sub-path', async () => {
    const result = await askForThreads({
      subPath: '/courses/attention/',
      responseHeaders: { 'Content-Security-Policy': policy },
    });
    expect(result).toMatchObject({ runs: 'wasmThreads', missing: [] });
  });

  it('N1: runs one thread where the page is not isolated, and says why', async () => {
    const result = await askForThreads({ headers: false });
    expect(result).toMatchObject({ runs: 'wasmSimd', threads: { state: 'unavailable', reason: 'notIsolated' } });
    expect(result.context).toBeCloseTo(20.267683972654313, 12);
  });

  it('answers what takes long from a worker where the page is not isolated too', async () => {
    const site = await serveSite({ folder: library, headers: false });
    const page = await browser.newPage();
    try {
      await page.goto(`${site.url}index.js`);
      expect(await page.evaluate(runLong(`${site.url}index.js`))).toMatchObject({ name: 'wasmSimd', isTicking: true });
      expect(page.workers()).toHaveLength(1);
    } finally {
      await page.close();
      await site.close();
    }
  });

  it('P1: starts when the server does not know what .wasm is', async () => {
    const headersFor = (path: string) =>
      path.endsWith('.wasm') ? { 'Content-Type': 'application/octet-stream' } : undefined;
    expect(await askForThreads({ headersFor })).toMatchObject({ runs: 'wasmThreads' });
  });

  it('P5: without wasm-unsafe-eval it computes on the reference engine, and says why', async () => {
    const result = await askForThreads({
      responseHeaders: { 'Content-Security-Policy': policy.replace("'wasm-unsafe-eval'", '') },
    });
    expect(result).toMatchObject({ runs: 'reference', simd: { state: 'unavailable', reason: 'blockedByPolicy' } });
    expect(result.context).toBeCloseTo(20.267683972654313, 12);
  });

  it('falls back to one thread when the pool’s worker cannot be loaded', async () => {
    const headersFor = (path: string) =>
      path.endsWith('pool.worker.js') ? { 'Content-Type': 'text/plain' } : undefined;
    const result = await askForThreads({ headersFor, responseHeaders: { 'X-Content-Type-Options': 'nosniff' } });
    expect(result).toMatchObject({ runs: 'wasmSimd', threads: { state: 'unavailable' } });
  });
});
