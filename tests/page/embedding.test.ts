import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { startedBrowser } from './browser.ts';
import { course } from './course-page.ts';
import { eventually } from './eventually.ts';
import { usePages, type OpenOptions } from './page-fixture.ts';
import type { PlaygroundPage, ShownNumber } from './playground-page.ts';

const { open, openPage } = usePages();
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'embedding-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The page with its dialog. */
class EmbeddingPage {
  constructor(
    readonly playground: PlaygroundPage,
    /** Before it was opened, whose preview has some too. */
    readonly weights: readonly ShownNumber[],
  ) {}

  get dialog(): Locator {
    return this.playground.page.getByRole('dialog', { name: 'Embed this' });
  }

  snippet(): Promise<string> {
    return this.dialog.getByRole('textbox', { name: 'To paste into your page' }).inputValue();
  }

  async choose(way: string): Promise<void> {
    const radio = this.dialog.getByRole('radio', { name: way, exact: true });
    if (await radio.isChecked()) return;
    const before = await this.snippet();
    await radio.check({ force: true });
    await eventually(() => this.snippet()).not.toBe(before);
  }
}

async function openDialog(options: OpenOptions = {}): Promise<EmbeddingPage> {
  const playground = await open(options);
  const weights = await playground.weights();
  await playground.button('Embed').click();
  const page = new EmbeddingPage(playground, weights);
  await page.dialog.waitFor();
  return page;
}

/** Words that would be markup, attributes and scripts, were they not written as text; and a score that was changed. */
const hostile = `<script>alert(1)</script> "><img/src=x/onerror=alert(2)> '/onload='alert(3) &lt; </table>`;
const hash = `#v=1&example=own&source=${encodeURIComponent(hostile)}&target=a+%22b%22+%3Ci%3E&t=2&scores=1.2.1:2.5`;

describe('what is pasted into a page of another origin comes up with the same weights', () => {
  const noHead = { head: () => '' };
  /** The full digits, so that not only their roundings agree. */
  const weightsIn = (holder: Locator): Promise<(string | null)[]> =>
    holder
      .locator('attention-flow .weights .column .number')
      .evaluateAll((all) => all.map((element) => element.getAttribute('title')));

  interface Made {
    readonly weights: readonly ShownNumber[];
    readonly words: readonly (string | null)[];
    readonly snippets: Readonly<Record<string, string>>;
  }
  let made: Made | undefined;

  /** All snippets for one state, made once. */
  async function makeAll(): Promise<Made> {
    if (made) return made;
    const embedding = await openDialog({ hash });
    const { weights } = embedding;
    const words = (await embedding.playground.sourceTitles()).slice(0, weights.length);
    const snippets: Record<string, string> = {};
    for (const way of ['Script tag', 'Frame', 'One file', 'Bundler']) {
      await embedding.choose(way);
      snippets[way] = await embedding.snippet();
    }
    return (made = { weights, words, snippets });
  }
  const full = ({ weights }: Made): string[] => weights.map((weight) => weight.full);

  it('Script tag', async () => {
    const all = await makeAll();
    expect(all.weights.length).toBeGreaterThan(4);
    const page = await openPage((await course(all.snippets['Script tag'], noHead)).url);
    await page.locator('attention-playground[ready]').waitFor();
    expect(await weightsIn(page.locator('body'))).toEqual(full(all));
    expect(await page.locator('img, attention-playground script').count()).toBe(0);
  });

  it('Frame, which follows its content', async () => {
    const all = await makeAll();
    const page = await openPage((await course(all.snippets.Frame, noHead)).url);
    const frame = page.frameLocator('iframe');
    await frame.locator('attention-playground[ready]').waitFor();
    expect(await weightsIn(frame.locator('body'))).toEqual(full(all));
    await eventually(() => page.locator('iframe').evaluate((element) => element.clientHeight)).toBeGreaterThan(1000);
  });

  it('One file, linked from the page beside it', async () => {
    const all = await makeAll();
    const file = fileURLToPath(new URL('../../dist/attention-playground.html', import.meta.url));
    copyFileSync(file, join(folder, 'attention-playground.html'));
    writeFileSync(join(folder, 'course.html'), `<!doctype html><meta charset="utf-8">${all.snippets['One file']}`);
    const page = await openPage(pathToFileURL(join(folder, 'course.html')).href);
    await page.getByRole('link').click();
    await page.locator('attention-playground[ready]').waitFor();
    expect(await weightsIn(page.locator('body'))).toEqual(full(all));
  });

  it('Bundler, in a script of the page', async () => {
    const all = await makeAll();
    const { site } = await startedBrowser();
    const imports = { 'attention-playground/embed': `${site.url}embed/attention-playground.js` };
    const body =
      `<script type="importmap">${JSON.stringify({ imports })}</script>` +
      `<script type="module">${all.snippets.Bundler}</script>`;
    const page = await openPage((await course(body, noHead)).url);
    await page.locator('attention-playground[ready]').waitFor();
    expect(await weightsIn(page.locator('body'))).toEqual(full(all));
  });

  it('the picture and the table in the element are those weights too, without scripts and for words that would be markup', async () => {
    const { weights, words, snippets } = await makeAll();
    const url = (await course(snippets['Script tag'], noHead)).url;
    const page = await openPage(url, { javaScriptEnabled: false });
    expect(await page.locator('td').allInnerTexts()).toEqual(weights.map(({ text }) => text));
    expect(await page.locator('th').allTextContents()).toEqual(words);
    const inPicture = await page.locator('svg text').allTextContents();
    expect(inPicture).toEqual(expect.arrayContaining(weights.map(({ text }) => text)));
    expect(await page.locator('svg').isVisible()).toBe(true);
    expect(await page.locator('caption').innerText()).toBe('Attention weights at step 2, “"”');
  });

  it('a file is downloaded that opens with this state', async () => {
    const embedding = await openDialog({ hash, acceptDownloads: true });
    const expected = embedding.weights.map(({ full }) => full);
    await embedding.choose('One file');
    const [download] = await Promise.all([
      embedding.playground.page.waitForEvent('download'),
      embedding.dialog.getByRole('button', { name: 'Download the file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('attention-playground.html');
    await download.saveAs(join(folder, 'downloaded.html'));
    const page = await openPage(pathToFileURL(join(folder, 'downloaded.html')).href);
    await page.locator('attention-playground[ready]').waitFor();
    expect(await weightsIn(page.locator('body'))).toEqual(expected);
    expect(await page.locator('attention-map-section').count()).toBe(0);
  });
});

describe('the dialog', () => {
  it('is loaded when it is opened', async () => {
    const loaded: string[] = [];
    const playground = await open({
      before: async (page) => page.on('request', (request) => loaded.push(request.url())),
    });
    expect(loaded.filter((url) => url.includes('embedding'))).toEqual([]);
    await playground.button('Embed').click();
    await eventually(async () => loaded.filter((url) => url.includes('embedding')).length).toBe(1);
  });

  it('what is chosen stands in the snippet and in the preview', async () => {
    const embedding = await openDialog({ hash: '#v=1&example=reordering&t=2&theme=dark' });
    const { dialog } = embedding;
    const preview = dialog.getByRole('group', { name: 'Preview' });
    await preview.locator('attention-playground[ready]').waitFor();
    expect(await preview.locator('attention-plane').count()).toBe(1);
    await dialog.getByRole('checkbox', { name: 'Plane' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Map' }).check();
    await dialog.getByRole('combobox', { name: 'Opens at' }).selectOption('Step 3: neuronale');
    await dialog.getByRole('combobox', { name: 'Colours' }).selectOption('Light');
    await dialog.getByRole('checkbox', { name: /^Read-only/ }).check();
    await eventually(() => embedding.snippet()).toMatch(/readonly/);
    const written = await embedding.snippet();
    expect(written).toContain('state="v=1&amp;example=reordering&amp;t=3"');
    expect(written).toContain('hide="plane,engine,patterns,profile"');
    expect(written).toMatch(/theme="light"\s+readonly/);
    expect(written).toContain('step 3, “neuronale”');
    await eventually(() => preview.locator('attention-plane').count()).toBe(0);
    expect(await preview.locator('attention-map-section').count()).toBe(1);
    expect(await preview.locator('attention-words [aria-current=step]').innerText()).toBe('neuronale');

    await embedding.choose('Frame');
    expect(await embedding.snippet()).toContain(
      't=3&amp;theme=light&amp;hide=plane,engine,patterns,profile&amp;readonly=on"',
    );
    const frame = preview.frameLocator('iframe');
    await eventually(() => frame.locator('attention-words [aria-current=step]').innerText()).toBe('neuronale');
    await dialog.getByRole('combobox', { name: 'Height' }).selectOption('Fixed');
    await dialog.getByRole('textbox', { name: 'Height in pixels' }).fill('640');
    await eventually(() => embedding.snippet()).toMatch(/height="640"[^]*><\/iframe>$/);
    await dialog.getByRole('textbox', { name: 'Height in pixels' }).fill('<b>');
    await dialog.getByText('“<b>” is no height: expected a whole number from 100 to 10000.').waitFor();
    await eventually(() => embedding.snippet()).toBe('');
    await dialog.getByRole('textbox', { name: 'Height in pixels' }).fill('700');

    const base = dialog.getByRole('textbox', { name: 'Where this site lies' });
    await base.fill('https://example.org/"quoted"/index.html');
    await eventually(() => embedding.snippet()).toContain('src="https://example.org/&quot;quoted&quot;/embed.html#v=1');
    await base.fill('javascript:alert(1)');
    await dialog.getByText(/“javascript:alert\(1\)” is no address of a site/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Copy' }).isDisabled()).toBe(true);
  });

  it('copies, and says so; where it may not, the text is marked', async () => {
    const embedding = await openDialog({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = embedding.playground;
    await embedding.dialog.getByRole('button', { name: 'Copy' }).click();
    await embedding.dialog.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await embedding.snippet());
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    });
    await embedding.dialog.getByRole('button', { name: 'Copy' }).click();
    await embedding.dialog.getByText(/Ctrl\+C/).waitFor();
    expect(await embedding.playground.focusedName()).toMatch(/^(To paste|)/);
  });

  it('what happens in the preview stays there', async () => {
    const { playground, dialog } = await openDialog();
    const preview = dialog.getByRole('group', { name: 'Preview' });
    const bar = preview.getByRole('slider', { name: 'Score of suis for am', exact: true });
    await bar.press('Shift+ArrowUp');
    await eventually(() => playground.valueOf(bar)).toBe(3.1);
    await bar.press('Control+z');
    await eventually(() => playground.valueOf(bar)).toBe(2.1);
    await bar.press('Enter');
    await eventually(() => playground.page.locator('number-editor input').count()).toBe(1);
    await playground.page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await playground.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await playground.valueOf(playground.scoreBar('suis', 'am').first())).toBe(2.1);
    expect(await playground.page.getByRole('button', { name: 'Undo' }).first().isDisabled()).toBe(true);
    expect(await playground.focusedName()).toBe('Embed');
    // Closed, nothing follows the page behind it; opened again, it shows what that shows now.
    await eventually(() => playground.page.locator('attention-playground').count()).toBe(1);
    await playground.scoreBar('suis', 'am').press('ArrowUp');
    await playground.button('Embed').click();
    await eventually(() => dialog.getByRole('textbox', { name: 'To paste into your page' }).inputValue()).toContain(
      'scores=1.2.2:2.2',
    );
  });

  it('wide and narrow, light and dark, either direction: no accessibility faults, nothing beyond the edge', async () => {
    const { playground, dialog } = await openDialog({ hasTouch: true });
    const { page } = playground;
    for (const [width, colorScheme, dir] of [
      [1440, 'light', 'ltr'],
      [360, 'dark', 'rtl'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate((direction) => (document.documentElement.dir = direction), dir);
      await dialog.getByRole('group', { name: 'Preview' }).scrollIntoViewIfNeeded();
      await dialog.locator('attention-playground[ready]').waitFor();
      const part = ['attention-playground', 'attention-embedding', 'dialog'];
      expect(await accessibilityFaults(page, part)).toEqual([]);
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    }
    const small = await dialog
      .locator(
        '.choosing input:not([type=radio]), .choosing select, .choosing .pills label, .bar button, .heading button',
      )
      .evaluateAll((all) =>
        all
          .map((element) => (element.closest('label.check') ?? element).getBoundingClientRect().height)
          .filter((height) => height < 44),
      );
    expect(small).toEqual([]);
  });
});
