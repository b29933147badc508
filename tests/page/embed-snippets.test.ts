import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startedBrowser } from './browser.ts';
import { course } from './course-page.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { open, openPage } = usePages();

describe('the snippets of docs/embedding.md', () => {
  const docs = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const snippet = (name: string): string => {
    const match = new RegExp(`<!-- snippet: ${name} -->\\s*\`\`\`html\\n(.*?)\`\`\``, 's').exec(docs);
    if (!match) throw new Error(`docs/embedding.md has no snippet "${name}".`);
    return match[1];
  };
  const fromEmbed = (name: string) => (embedUrl: string) =>
    snippet(name).replace('embed/attention-playground.js', `${embedUrl}attention-playground.js`);
  const fromSite = (name: string, siteUrl: string): string =>
    snippet(name).replaceAll('https://playground.example/', siteUrl);
  const noHead = { head: () => '' };

  it('element: one script tag', async () => {
    const playground = await open({ site: await course(fromEmbed('element'), noHead) });
    expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
    expect(await playground.page.locator('attention-engine-panel').count()).toBe(0);
    // The table that stands in it says the same.
    const cells = await playground.page.locator('attention-playground > table td').allTextContents();
    expect(cells).toEqual(['0.12', '0.73', '0.15']);
  });

  it('script: the page follows the weights', async () => {
    const playground = await open({ site: await course(fromEmbed('script'), noHead) });
    await playground.scoreBar('chat', 'the').focus();
    await playground.page.keyboard.press('Shift+ArrowUp');
    const exponentials = [2, 1.5, 0.1].map(Math.exp);
    const sum = exponentials.reduce((total, value) => total + value, 0);
    const said = ['le', 'chat', 'noir'].map((word, index) => `${word} ${(exponentials[index] / sum).toFixed(2)}`);
    await eventually(() => playground.page.locator('#said').innerText()).toBe(said.join(', '));
  });

  it('frame: the site with its state in the address', async () => {
    const { site } = await startedBrowser();
    const page = await openPage((await course(fromSite('frame', site.url), noHead)).url);
    const frame = page.frameLocator('iframe');
    await frame.locator('attention-playground[ready]').waitFor();
    await eventually(() => frame.locator('attention-words [aria-current=step]').innerText()).toBe('automatique');
    expect(await frame.locator('attention-map-section').count()).toBe(0);
  });

  it('frame-script: the page talks to the frame', async () => {
    const { site } = await startedBrowser();
    const page = await openPage(
      (await course((embedUrl) => fromSite('frame-script', site.url).replace(`${site.url}embed/`, embedUrl), noHead))
        .url,
    );
    await page.frameLocator('iframe').locator('attention-playground[ready]').waitFor();
    await page.getByRole('button', { name: 'Equal scores' }).click();
    await eventually(() => page.locator('#said').innerText()).toBe('0.33 0.33 0.33');
    const needed = page.frameLocator('iframe').locator('attention-playground');
    const height = await needed.evaluate((element) => Math.ceil(element.getBoundingClientRect().height));
    expect(await page.locator('iframe').evaluate((frame) => frame.clientHeight)).toBe(height);
  });

  it('file: a link to the file beside the page', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lecture-'));
    try {
      copyFileSync(
        fileURLToPath(new URL('../../dist/attention-playground.html', import.meta.url)),
        join(folder, 'attention-playground.html'),
      );
      writeFileSync(join(folder, 'lecture.html'), `<!doctype html>${snippet('file')}`);
      const page = await openPage(pathToFileURL(join(folder, 'lecture.html')).href);
      await page.getByRole('link', { name: 'Where do the words go?' }).click();
      await page.locator('attention-playground[ready]').waitFor();
      expect(await page.locator('attention-words [aria-current=step]').innerText()).toBe('automatique');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('the tables name every attribute that the element observes', async () => {
    const { page } = await open({ site: await course('<attention-playground></attention-playground>') });
    const observed = await page.evaluate(
      () =>
        (customElements.get('attention-playground') as unknown as { observedAttributes: string[] }).observedAttributes,
    );
    expect(observed.filter((name) => !docs.includes(`| \`${name}\` `))).toEqual([]);
  });
});
