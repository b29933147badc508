import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneFileWith } from '../../web/io/embedding/one-file.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import { PlaygroundPage } from './playground-page.ts';

const { openPage, complaints } = usePages();
const built = fileURLToPath(new URL('../../dist/attention-playground.html', import.meta.url));
/** A folder with nothing else in it, and with a name as people have them. */
let folder = '';
beforeAll(() => {
  if (!existsSync(built)) throw new Error(`There is no ${built}. Build it first: npm run build.`);
  folder = mkdtempSync(join(tmpdir(), 'Vorträge & Übungen '));
  copyFileSync(built, join(folder, 'attention-playground.html'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** By a double click: from the disk, and what it asks for. */
async function openFile(hash = '', name = 'attention-playground.html'): Promise<[PlaygroundPage, string[]]> {
  const asked: string[] = [];
  const page = await openPage(`${pathToFileURL(join(folder, name)).href}${hash}`, {
    before: async (tab) => tab.on('request', (request) => asked.push(request.url())),
  });
  const playground = new PlaygroundPage(page);
  await playground.isReady();
  return [playground, asked];
}

const beyondItself = (asked: readonly string[]): string[] =>
  asked.filter((url) => !url.startsWith('blob:null/') && !url.endsWith('/attention-playground.html'));
const section = (page: Page, title: RegExp): Promise<void> => page.getByText(title).first().click();

describe('the one file, from a disk', () => {
  it('is small enough for a mail', () => {
    expect(statSync(built).size).toBeLessThan(600_000);
  });

  it('opens by a double click: scores are dragged, computed by the core, and kept in the address', async () => {
    const [playground, asked] = await openFile();
    const bar = playground.scoreBar('suis', 'am');
    await bar.press('Shift+ArrowUp');
    await eventually(() => playground.valueOf(bar)).toBe(3.1);
    await eventually(async () => (await playground.weights()).map(({ text }) => text)).toEqual([
      '0.05',
      '0.88',
      '0.07',
    ]);
    expect(await playground.engineLine('WebAssembly, SIMD')).toMatch(/, 1 thread, /);
    expect(await playground.engineLine('WebAssembly, threads')).toMatch(/not cross-origin isolated/);
    const address = await playground.settledAddress();
    expect(address).toMatch(/attention-playground\.html#v=1&t=2&scores=1\.2\.2:3\.1$/);
    await playground.page.reload();
    await playground.isReady();
    expect(await playground.valueOf(bar)).toBe(3.1);
    expect(beyondItself(asked)).toEqual([]);
  });

  it('holds every part that the site loads later, and their workers', async () => {
    const [playground, asked] = await openFile('#v=1&t=2&score=additive');
    const { page } = playground;
    await playground.chooseEngine('Reference (TypeScript)');
    await eventually(() => playground.engineLine('Reference (TypeScript)')).toMatch(/, 1 thread, /);
    await playground.chooseEngine('Automatic');
    await section(page, /What a long text costs/);
    await page.locator('attention-patterns attention-pattern canvas').first().waitFor();
    await section(page, /Long texts: the map/);
    await page.locator('attention-map canvas').first().waitFor();
    await section(page, /How fast is it here/);
    const profile = page.locator('attention-profile-section');
    await profile.getByRole('button', { name: 'Measure', exact: true }).click();
    await eventually(() => profile.locator('table').first().locator('tbody tr').count()).toBeGreaterThan(0);
    expect(page.workers().length).toBeGreaterThan(0);
    await profile.getByRole('button', { name: 'Stop' }).click();
    // What is not in it is not offered either.
    expect(await profile.getByText('relaxed SIMD').count()).toBe(0);
    await playground.dropFile('mine.csv', ',a,b\nx,1,3\n');
    await eventually(() => playground.fullWeights()).toHaveLength(2);
    await playground.button('Export ▾').click();
    for (const format of ['PNG', 'GIF']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save as ${format}`, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
    }
    await playground.button('Embed').click();
    await page.getByRole('textbox', { name: 'To paste into your page' }).waitFor();
    expect(beyondItself(asked)).toEqual([]);
  });

  it('was made for a state: opens with it, and with a later one of its address', async () => {
    const state = `v=1&example=own&source=${encodeURIComponent('a "b" <script>alert(1)</script> &amp; \'c\'')}&target=x&t=1`;
    writeFileSync(join(folder, 'mine.html'), oneFileWith(readFileSync(built, 'utf8'), state)!);
    const [playground] = await openFile('', 'mine.html');
    expect(await playground.targetWords()).toEqual(['x']);
    expect((await playground.sourceTitles()).join(' ')).toBe(`a " b " <script>alert(1)</script> &amp ; 'c'`);
    const [other] = await openFile('#v=1&example=reordering&t=2', 'mine.html');
    expect((await other.targetWords())[0]).toBe('traduction');
  });

  it('its own policy lets nothing out', async () => {
    const [{ page }] = await openFile();
    const outcome = await page.evaluate(() =>
      fetch('http://localhost:9/').then(
        () => 'went out',
        () => 'was kept in',
      ),
    );
    expect(outcome).toBe('was kept in');
    expect(complaints.splice(0).join()).toContain('Content Security Policy');
  });

  it('a browser that can not unpack it is told so', async () => {
    const page = await openPage(pathToFileURL(built).href, {
      before: (tab) => tab.addInitScript(() => Reflect.deleteProperty(globalThis, 'DecompressionStream')),
    });
    await page.getByText(/could not start.*Firefox 113/s).waitFor();
    expect(complaints.splice(0)).toHaveLength(1);
  });
});

describe('the one file in a frame', () => {
  it('keeps to the manners of embed.html: tells its height, writes no address', async () => {
    writeFileSync(
      join(folder, 'course.html'),
      `<!doctype html><iframe src="attention-playground.html#v=1&t=3" style="width:100%"></iframe>
      <script>addEventListener('message', ({ data }) => (window.height = data.detail?.height ?? window.height));</script>`,
    );
    const page = await openPage(pathToFileURL(join(folder, 'course.html')).href);
    const frame = page.frameLocator('iframe');
    await frame.locator('attention-playground[ready]').waitFor();
    expect(await frame.locator('attention-playground[keeps-address]').count()).toBe(0);
    await eventually(() => page.evaluate(() => Reflect.get(window, 'height') as number)).toBeGreaterThan(900);
    expect(await frame.locator('attention-words [aria-current=step]').innerText()).toBe('a');
  });
});
