import { readFileSync } from 'node:fs';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AttentionPlaygroundElement } from '../../web/elements/playground-api.ts';
import { accessibilityFaults } from './axe.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open, serve } = usePages();

/** No pictures, styles or scripts from data: or blob: addresses. */
const strictPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self'";

async function openExport(playground: PlaygroundPage): Promise<void> {
  await playground.button('Export ▾').click();
  await playground.page.locator('attention-export-picture canvas').waitFor();
}

/** What a button saves. */
async function saved({ page }: PlaygroundPage, format: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save as ${format}`, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The cells of an exported heatmap: where each begins, and how opaque it is. */
const cellsOf = (svg: string) =>
  [...svg.matchAll(/<path d="([^"]+)" fill-opacity="([\d.]+)"/g)].flatMap(([, path, opacity]) =>
    [...path.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/g)].map(([, ...place]) => {
      const [x, y, width, height] = place.map(Number);
      return { x, y, width, height, opacity: Number(opacity) };
    }),
  );

/** Colours of a picture at places, decoded by the browser. */
const pixelsAt = (page: Page, png: Buffer, places: readonly (readonly [x: number, y: number])[]): Promise<number[][]> =>
  page.evaluate(
    async ([base64, points]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true })!;
      context.drawImage(bitmap, 0, 0);
      return [[bitmap.width, bitmap.height], ...points.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data])];
    },
    [png.toString('base64'), places] as const,
  );

describe('the picture', () => {
  it('as PNG and SVG, under a strict policy, has the colours of the heatmap on the page', async () => {
    const site = await serve({ responseHeaders: { 'Content-Security-Policy': strictPolicy } });
    const playground = await open({ site, hash: '#v=1&t=2' });
    await openExport(playground);
    const svg = (await saved(playground, 'SVG')).bytes.toString();
    const png = await saved(playground, 'PNG');
    expect(png.name).toBe('attention-student.png');
    const cells = cellsOf(svg).filter(({ width }) => width > 30);
    expect(cells).toHaveLength(12);
    const corners = cells.map(({ x, y }) => [Math.round(2 * x) + 4, Math.round(2 * y) + 4] as const);
    const [[width], ...colours] = await pixelsAt(playground.page, png.bytes, corners);
    expect(width).toBe(2 * Number(/width="([\d.]+)"/.exec(svg)?.[1]));
    const ink = await playground.heatmapInk();
    const shown = (await playground.heatmap()).flat();
    // The cells of one opacity stand together, so they are put in the order of the page.
    const ordered = cells
      .map((cell, index) => ({ ...cell, colour: colours[index] }))
      .sort((a, b) => a.y - b.y || a.x - b.x);
    for (const [index, { colour }] of ordered.entries()) {
      const share = shown[index] / 255;
      ink.forEach((channel, at) => expect(Math.abs(colour[at] - (255 + (channel - 255) * share))).toBeLessThan(4));
    }
  });

  it('K3: as SVG is well-formed and holds nothing but shapes and texts, whatever the words are', async () => {
    const words = encodeURIComponent('<img/src=x/onerror=alert(1)> </text><script>alert(2)</script> ##ing &lt;');
    const playground = await open({ hash: `#v=1&example=own&source=${words}&target=${words}&t=1` });
    await openExport(playground);
    for (const picture of ['all steps', 'the stage, at this moment']) {
      await playground.page.getByRole('radio', { name: picture }).check({ force: true });
      const svg = (await saved(playground, 'SVG')).bytes.toString();
      const read = await playground.page.evaluate((text) => {
        const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
        return {
          names: [...new Set(Array.from(parsed.querySelectorAll('*'), ({ localName }) => localName))].sort(),
          attributes: Array.from(parsed.querySelectorAll('*'), (element) => element.getAttributeNames()).flat(),
          texts: Array.from(parsed.querySelectorAll('text'), ({ textContent }) => textContent),
          title: parsed.querySelector('title')?.textContent,
        };
      }, svg);
      const known = ['desc', 'g', 'line', 'path', 'rect', 'svg', 'text', 'title'];
      expect(read.names.filter((name) => !known.includes(name))).toEqual([]);
      expect(read.attributes.filter((name) => /^on|href|style|class/.test(name))).toEqual([]);
      expect(read.texts.some((text) => text.startsWith('<img/src=x'))).toBe(true);
      expect(read.texts).toContain('\u2010ing');
      expect(read.title).toMatch(/attention/i);
    }
  });
});

describe('the animation', () => {
  it('as GIF and as WebM runs from the first score to the context; a cancelled one is none', async () => {
    const playground = await open({ hash: '#v=1&t=2' });
    const { page } = playground;
    await openExport(playground);
    await page.getByRole('combobox', { name: 'Size of PNG and animation' }).selectOption({ index: 0 });
    const gif = await saved(playground, 'GIF');
    expect(gif.name).toBe('attention-student-step.gif');
    const frames = await page.evaluate(async (base64) => {
      const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type: 'image/gif' });
      await decoder.tracks.ready;
      const count = decoder.tracks.selectedTrack!.frameCount;
      const corner = async (): Promise<number[]> => {
        const context = new OffscreenCanvas(1, 1).getContext('2d')!;
        context.drawImage((await decoder.decode({ frameIndex: 0 })).image, 0, 0);
        return [...context.getImageData(0, 0, 1, 1).data];
      };
      const inked = async (frameIndex: number): Promise<number> => {
        const { image } = await decoder.decode({ frameIndex });
        const context = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext('2d')!;
        context.drawImage(image, 0, 0);
        const { data: pixels } = context.getImageData(0, 0, image.displayWidth, image.displayHeight);
        return pixels.filter((value, index) => index % 4 === 0 && value < 200).length;
      };
      return { count, corner: await corner(), first: await inked(0), last: await inked(count - 1) };
    }, gif.bytes.toString('base64'));
    expect(frames.count).toBe(46);
    expect(frames.corner, 'a plain colour stays exactly what it is').toEqual([0xfb, 0xfa, 0xf7, 255]);
    expect(frames.last).toBeGreaterThan(1.3 * frames.first);

    const webm = await saved(playground, 'WebM');
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(webm.bytes)) });
    const track = (await input.getPrimaryVideoTrack())!;
    let packets = 0;
    for await (const packet of new EncodedPacketSink(track).packets()) packets += packet.byteLength > 0 ? 1 : 0;
    expect(packets).toBe(91 + 40);
    expect(await input.computeDuration()).toBeCloseTo(131 / 25, 1);

    await page.getByRole('combobox', { name: 'Size of PNG and animation' }).selectOption({ index: 2 });
    await page.getByRole('button', { name: 'Save as GIF' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await eventually(() => page.locator('attention-export-picture .said').innerText()).toBe('Cancelled.');
  });

  it('is of what was there when it was asked for, whatever is changed meanwhile', async () => {
    const playground = await open({ hash: '#v=1&t=2' });
    const { page } = playground;
    await openExport(playground);
    await page.getByRole('combobox', { name: 'Size of PNG and animation' }).selectOption({ index: 0 });
    const before = await saved(playground, 'GIF');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('attention-playground').evaluate((element) => {
        const parts = (root: ParentNode, name: string): HTMLElement[] => [
          ...root.querySelectorAll<HTMLElement>(name),
          ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? parts(shadowRoot, name) : [])),
        ];
        const all = parts(element.shadowRoot!, 'button, select');
        all.find(({ textContent }) => textContent.trim() === 'Save as GIF')!.click();
        // In the same task, and so before the first frame.
        all.find(({ ariaPressed, className }) => ariaPressed === 'false' && className.includes('word'))!.click();
        const palette = element as AttentionPlaygroundElement;
        palette.palette = 'grey';
      }),
    ]);
    expect(readFileSync(await download.path()).equals(before.bytes)).toBe(true);
    const after = await saved(playground, 'GIF');
    expect(after.bytes.equals(before.bytes), 'what was changed shows').toBe(false);
  });
});

describe('numbers', () => {
  it('each file comes back through the page\u2019s own input to the same words and weights', async () => {
    const hash = '#v=1&example=padded-batch&t=2';
    const playground = await open({ hash });
    const { page } = playground;
    const before = { words: await playground.sourceTitles(), weights: await playground.fullWeights() };
    await openExport(playground);
    const files = [];
    for (const format of ['CSV', 'JSON', '.npz']) files.push(await saved(playground, format));
    await page.getByRole('combobox', { name: 'Array' }).selectOption('scores');
    files.push(await saved(playground, 'CSV'), await saved(playground, '.npy'));
    expect(files.map(({ name }) => name)).toEqual([
      'attention-padded-batch-weights.csv',
      'attention-padded-batch.json',
      'attention-padded-batch.npz',
      'attention-padded-batch-scores.csv',
      'attention-padded-batch-scores.npy',
    ]);
    for (const { name, bytes } of files.slice(0, 3)) {
      await playground.dropFile(name, new Uint8Array(bytes));
      const show = page.locator('attention-import').getByRole('button', { name: 'Show it' });
      if (!name.endsWith('.csv')) await show.click();
      await eventually(() => page.locator('.origin').innerText(), name).toMatch(/^Weights from your file/);
      await playground.stepChoice.selectOption({ index: 1 });
      await eventually(() => playground.fullWeights(), name).toEqual(before.weights);
      expect(await playground.sourceTitles(), name).toEqual(before.words);
      await playground.button('Undo').click();
      await eventually(() => page.locator('.origin').innerText()).not.toMatch(/^Weights from your file/);
    }
    for (const { name, bytes } of files.slice(3)) {
      await playground.dropFile(name, new Uint8Array(bytes));
      await page.locator('attention-import').getByRole('button', { name: 'Show it' }).click();
      await eventually(() => page.locator('.origin').innerText(), name).toMatch(/^Scores from your file/);
      await playground.button('Undo').click();
    }
  });
});

describe('code', () => {
  it('is shown for each library, saved as it is shown, and follows what is set', async () => {
    const playground = await open({ hash: '#v=1&t=2&score=scaledDot' });
    const { page } = playground;
    await openExport(playground);
    const code = page.locator('attention-export-numbers pre');
    expect(await code.innerText()).toContain('scores = queries @ keys.T / keys.shape[1] ** 0.5');
    await page.getByRole('radio', { name: 'JAX' }).check({ force: true });
    await eventually(() => code.innerText()).toContain('import jax.numpy as jnp');
    const script = await saved(playground, '.py');
    expect(script.name).toBe('attention-student-jax.py');
    expect(script.bytes.toString().trim()).toBe((await code.innerText()).trim());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const part = page.locator('attention-export-numbers');
    await page.getByRole('button', { name: 'Copy code' }).click();
    await eventually(() => part.locator('.said').innerText()).toBe('Copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(script.bytes.toString());
    await page.context().clearPermissions();
    await playground.chooseScoreFunction('additive');
    await eventually(() => code.innerText()).toContain('jnp.tanh');
  });
});

describe('the link', () => {
  it('and every copy of the state hold the moment that is shown', async () => {
    const playground = await open({ hash: '#v=1&t=2&time=2&speed=0.25' });
    const { page } = playground;
    await openExport(playground);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = async (button: string): Promise<string> => {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await playground.button(button).click();
      await eventually(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await playground.scrubber.fill('1');
    const link = page.locator('attention-export-numbers').getByRole('textbox');
    await eventually(() => link.inputValue(), 'at rest it is shown, too').toMatch(/\btime=1(?![.\d])/);
    await eventually(() => page.locator('attention-export-numbers pre').innerText()).toMatch(/\btime=1(?![.\d])/);

    await playground.button('Play').click();
    await eventually(() => playground.seconds()).toBeGreaterThan(1.1);
    expect(await copied('Copy link')).not.toMatch(/\btime=[12](?![.\d])/);
    expect(await copied('Copy code')).not.toMatch(/\btime=[12](?![.\d])/);
    expect((await saved(playground, 'JSON')).bytes.toString()).not.toMatch(/\btime=[12](?![.\d])/);
    await page.context().clearPermissions();
  });
});

describe('the panel', () => {
  it('is used by keyboard, has no accessibility faults, and gives the focus back', async () => {
    const playground = await open({ hash: '#v=1&t=2' });
    await openExport(playground);
    expect(await accessibilityFaults(playground.page)).toEqual([]);
    await playground.page.getByRole('radio', { name: 'all steps' }).focus();
    await playground.page.keyboard.press('ArrowRight');
    const preview = playground.page.locator('attention-export-picture canvas');
    await eventually(() => preview.getAttribute('aria-label')).toMatch(
      /^Preview\. Attention weights of step 2, am\. Step 2, am: suis 0\.73, étudiant 0\.15, Je 0\.12\./,
    );
    await playground.page.keyboard.press('Escape');
    await eventually(() => playground.focusedName()).toBe('Export ▾');
    await eventually(() => preview.count()).toBe(0);
  });
});
