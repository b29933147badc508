import { describe, expect, it } from 'vitest';
import { launchChromium } from '../../tools/chromium.mjs';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import { PlaygroundPage } from './playground-page.ts';

const { open, serve, complaints } = usePages();
const names = {
  reference: 'Reference (TypeScript)',
  simd: 'WebAssembly, SIMD',
  threads: 'WebAssembly, threads',
  gpu: 'WebGPU',
};

describe('the engines', () => {
  it('the page says which one runs, and every one gives the same numbers', async () => {
    const playground = await open();
    await eventually(() => playground.engineLine(names.simd)).toMatch(/^WebAssembly, SIMD, 1 thread, [\d.]+ ms$/);
    const before = [await playground.weights(), await playground.context(), await playground.heatmap()];
    for (const [label, line] of [
      [names.threads, /^WebAssembly, threads, \d+ threads?, [\d.]+ ms$/],
      [names.reference, /^Reference \(TypeScript\), 1 thread, [\d.]+ ms$/],
    ] as const) {
      await playground.chooseEngine(label);
      await eventually(() => playground.engineLine(label)).toMatch(line);
      expect([await playground.weights(), await playground.context(), await playground.heatmap()]).toEqual(before);
    }
    await playground.scoreBar('suis', 'am').focus();
    await playground.page.keyboard.press('Delete');
    expect(await playground.fullWeights()).toEqual(before[0].map((weight) => (weight as { full: string }).full));
  });

  it('threads compute a changed score as the others do', async () => {
    const changed: string[][] = [];
    for (const [engine, label] of [
      ['wasmThreads', names.threads],
      ['wasmSimd', names.simd],
      ['reference', names.reference],
    ] as const) {
      const playground = await open({ hash: `#v=1&t=2&score=additive&engine=${engine}` });
      await eventually(() => playground.engineLine(label)).toMatch(/ threads?, [\d.]+ ms$/);
      await playground.stateCell('suis', 1).focus();
      await playground.page.keyboard.press('Shift+ArrowDown');
      await eventually(() => playground.valueOf(playground.stateCell('suis', 1))).toBeCloseTo(0.2, 10);
      await eventually(async () => (await playground.fullWeights()).length).toBe(3);
      await playground.page.waitForTimeout(100);
      changed.push([...(await playground.fullWeights()), ...(await playground.context())]);
    }
    expect(changed[0]).toEqual(changed[2]);
    expect(changed[1]).toEqual(changed[2]);
  });

  it('N1: without isolation it works with one thread and says where there would be more', async () => {
    const playground = await open({ site: await serve({ headers: false }) });
    expect(await playground.page.evaluate(() => crossOriginIsolated)).toBe(false);
    await eventually(() => playground.engineLine(names.simd)).toMatch(/, 1 thread, /);
    expect(await playground.engineLine(names.threads)).toMatch(
      /^WebAssembly, threads: available\s+In a hidden frame that a service worker isolates, as this page is not/,
    );
    expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
  });

  it.each(['application/octet-stream', 'text/plain'])('P1: starts although the server calls .wasm %s', async (type) => {
    const headersFor = (path: string): Record<string, string> | undefined =>
      path.endsWith('.wasm') ? { 'Content-Type': type } : undefined;
    const playground = await open({ site: await serve({ headersFor }) });
    await eventually(() => playground.engineLine(names.simd)).toMatch(/, 1 thread, /);
  });

  it('R1: a GPU that is asked for where there is no adapter is stood in for, and the page says why', async () => {
    const playground = await open({ hash: '#v=1&t=2&engine=webgpu' });
    await eventually(() => playground.engineLine(names.gpu)).toMatch(
      /^WebGPU: not available\s+The browser found no graphics processor that it may use\.$/,
    );
    await eventually(() => playground.engineLine(names.threads)).toMatch(/ threads?, /);
    expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
  });

  it('a browser without WebGPU says so, and nothing of the engine is loaded', async () => {
    const loaded: string[] = [];
    const playground = await open({
      hash: '#v=1&t=2&engine=webgpu',
      before: async (page) => {
        page.on('request', (request) => loaded.push(request.url()));
        await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'gpu'));
      },
    });
    await eventually(() => playground.engineLine(names.gpu)).toMatch(
      /^WebGPU: not available\s+This browser has no WebGPU\.$/,
    );
    expect(loaded.filter((url) => /webgpu|calibration/.test(url))).toEqual([]);
  });

  it('with a GPU the page names it, and every number is as before', async () => {
    const browser = await launchChromium({ hasGpu: true });
    const site = await serve({});
    try {
      const page = await browser.newPage();
      await page.goto(`${site.url}#v=1&t=2&engine=webgpu`);
      const playground = new PlaygroundPage(page);
      await playground.isReady();
      await eventually(() => playground.engineLine(names.gpu)).toMatch(
        /^WebGPU, \d+ threads?, [\d.]+ ms\s+On \S.*CPU\.$/,
      );
      expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
    } finally {
      await browser.close();
    }
  });

  it('P3: under a sub-path everything is found, workers too', async () => {
    const site = await serve({ subPath: '/some/sub/path/' });
    const playground = await open({ site, hash: '#v=1&t=2&engine=wasmThreads' });
    await eventually(() => playground.engineLine(names.threads)).toMatch(/ threads?, /);
    expect(new URL(playground.page.url()).pathname).toBe('/some/sub/path/');
  });

  it('a core that cannot be loaded leaves the reference engine, and the reason', async () => {
    const playground = await open({ before: (page) => page.route('**/*.wasm', (route) => route.abort()) });
    await eventually(() => playground.engineLine(names.reference)).toMatch(/, 1 thread, /);
    expect(await playground.engineLine(names.simd)).toMatch(/not available\s+It could not be loaded\./);
    expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
    expect(complaints.splice(0).every((complaint) => /\.wasm|ERR_FAILED/.test(complaint))).toBe(true);
  });
});

describe('a content security policy', () => {
  const strict =
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  const withPolicy = (policy: string) => serve({ responseHeaders: { 'Content-Security-Policy': policy } });

  it("P5: the strictest one needs no more than 'wasm-unsafe-eval', in every part of the page", async () => {
    const site = await withPolicy(`${strict}; script-src 'self' 'wasm-unsafe-eval'`);
    const playground = await open({ site });
    await eventually(() => playground.engineLine(names.simd)).toMatch(/, 1 thread, /);
    await playground.chooseEngine(names.threads);
    await eventually(() => playground.engineLine(names.threads)).toMatch(/ threads?, /);
    await playground.button(/^Examples/).click();
    await playground.chooseScoreFunction('additive');
    await playground.scrubber.fill('1.8');
    await playground.stateCell('suis', 1).press('Enter');
    await playground.numberField.press('Escape');
    await playground.typeWords('zwei Wörter', 'two words');
    await playground.dropFile('mine.csv', ',a,b\nx,1,3\n');
    await eventually(() => playground.fullWeights()).toHaveLength(2);
    await playground.showTable();
  });

  it('P5: without it the reference engine runs, and the page says what the policy would need', async () => {
    const playground = await open({ site: await withPolicy(`${strict}; script-src 'self'`) });
    await eventually(() => playground.engineLine(names.reference)).toMatch(/, 1 thread, /);
    for (const name of [names.simd, names.threads]) {
      expect(await playground.engineLine(name)).toMatch(
        /not available\s+The page’s content security policy forbids WebAssembly; it needs ’wasm-unsafe-eval’\./,
      );
    }
    expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
    // The browser itself reports the one attempt.
    expect(complaints.splice(0).filter((complaint) => !/wasm-unsafe-eval|WebAssembly/i.test(complaint))).toEqual([]);
  });
});
