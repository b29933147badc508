import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AttentionPlaygroundElement, PictureOptions } from '../../web/elements/playground-api.ts';
import { course } from './course-page.ts';
import { usePages } from './page-fixture.ts';

const { open } = usePages();

const picture = (page: Page, options: PictureOptions): Promise<{ type: string; size: number; text: string }> =>
  page.locator('attention-playground').evaluate(async (element, given) => {
    const blob = await (element as AttentionPlaygroundElement).toPicture(given);
    return { type: blob.type, size: blob.size, text: given.type === 'image/png' ? '' : await blob.text() };
  }, options);

const refusal = (page: Page, options: unknown): Promise<string> =>
  page.locator('attention-playground').evaluate(async (element, given) => {
    try {
      await (element as AttentionPlaygroundElement).toPicture(given as PictureOptions);
      return 'a picture';
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
  }, options);

describe('toPicture, from a page of another origin', () => {
  it('gives what is set: as SVG and PNG, in either theme, at any moment; a strict policy lets it', async () => {
    const policy =
      "default-src 'none'; script-src EMBED 'wasm-unsafe-eval'; connect-src EMBED; worker-src EMBED blob:; img-src data:";
    const site = await course('<attention-playground readonly hide="header" step="2"></attention-playground>', {
      responseHeaders: { 'Content-Security-Policy': policy },
    });
    const { page } = await open({ site });
    const svg = await picture(page, {});
    expect(svg.type).toBe('image/svg+xml');
    expect(svg.text).toContain('>étudiant</text>');
    expect(svg.text).toContain('>0.73</text>');
    expect(svg.text).toContain('fill="#fbfaf7"');
    expect((await picture(page, { theme: 'dark' })).text).toContain('fill="#15151a"');
    const plain = (await picture(page, { background: 'plain', picture: 'step', width: 1000 })).text;
    expect(plain).toContain('width="1000"');
    expect(plain).not.toContain('#fbfaf7');
    const [first, last] = [
      await picture(page, { picture: 'stage', time: 0 }),
      await picture(page, { picture: 'stage' }),
    ];
    expect(first.text).not.toContain('>0.73</text>');
    expect(last.text).toContain('>0.73</text>');
    const png = await picture(page, { type: 'image/png', width: 800 });
    expect(png.type).toBe('image/png');
    expect(png.size).toBeGreaterThan(2000);
  });

  it('waits for the numbers of what has just been set, and takes the colours that the page gave', async () => {
    const site = await course(
      '<style>attention-playground { --weight: #123456 }</style><attention-playground></attention-playground>',
    );
    const { page } = await open({ site });
    const text = await page.locator('attention-playground').evaluate(async (element) => {
      const playground = element as AttentionPlaygroundElement;
      playground.scores = [1, 1, 1];
      return (await playground.toPicture({ picture: 'step', theme: 'dark' })).text();
    });
    expect(text.match(/>0\.33</g)).toHaveLength(3);
    expect(text).toContain('<g fill="#123456"');
  });

  it('begins by itself far below the fold', async () => {
    const site = await course(
      '<attention-playground></attention-playground><p style="height:6000px"></p><div id="below"></div>',
    );
    const { page } = await open({ site });
    const text = await page.locator('#below').evaluate(async (place) => {
      const element = document.createElement('attention-playground');
      place.append(element);
      element.tokens = { source: 'le chat', target: 'the cat' };
      return (await element.toPicture()).text();
    });
    expect(text).toContain('>chat</text>');
  });

  it('what can be no picture is refused with a sentence', async () => {
    const { page } = await open({ site: await course('<attention-playground></attention-playground>') });
    const begin = 'RangeError: toPicture:';
    for (const [options, sentence] of [
      [{ type: 'image/gif' }, `${begin} type is “image/gif”, but it must be image/svg+xml, image/png.`],
      [{ picture: 'map' }, `${begin} picture is “map”, but it must be heatmap, step, stage.`],
      [{ width: 1e6 }, `${begin} width is 1000000, but it must be a number from 1 to 8192.`],
      [{ width: '2' }, `${begin} width is “2”, but it must be a number from 1 to 8192.`],
      [{ time: -1 }, `${begin} time is -1, but it must be a number from 0 to 3.6.`],
    ] as const) {
      expect(await refusal(page, options)).toBe(sentence);
    }
    const outside = await page.evaluate(() =>
      document
        .createElement('attention-playground')
        .toPicture()
        .catch((error: unknown) => (error as Error).message),
    );
    expect(outside).toBe('toPicture: the element is not in a page.');
  });

  it('Export stands in the header of the element, also of a readonly one, and can be left out', async () => {
    const site = await course('<attention-playground readonly></attention-playground>');
    const playground = await open({ site });
    await playground.button('Export ▾').click();
    await playground.page.locator('attention-export-picture canvas').waitFor();
    const link = playground.page.getByRole('textbox', { name: 'Link' });
    expect(await link.inputValue(), 'the state, since the address is not ours').toMatch(/^v=1&/);
    await playground.page.locator('attention-playground').evaluate((element) => element.setAttribute('hide', 'export'));
    await playground.button('Export ▾').waitFor({ state: 'detached' });
  });
});
