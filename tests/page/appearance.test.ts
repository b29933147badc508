import { describe, expect, it } from 'vitest';
import { course } from './course-page.ts';
import { withElement } from './embedded-element.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open } = usePages();

const ground = ({ page }: PlaygroundPage): Promise<string> =>
  page.locator('attention-playground').evaluate((element) => getComputedStyle(element).backgroundColor);

describe('light and dark', () => {
  it('the page follows the system, then the person; the heatmap is drawn anew in the ink of the theme', async () => {
    const playground = await open();
    const { page } = playground;
    const [lightGround, lightInk] = [await ground(playground), await playground.heatmapInk()];
    await page.emulateMedia({ colorScheme: 'dark' });
    await eventually(() => playground.heatmapInk(), 'ink of the dark system').not.toEqual(lightInk);
    const [darkGround, darkInk] = [await ground(playground), await playground.heatmapInk()];
    expect(darkGround).not.toBe(lightGround);

    const theme = playground.button(/^Colours/);
    await theme.click();
    await eventually(() => theme.getAttribute('aria-label')).toBe('Colours: Dark');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await ground(playground), 'the person has the last word').toBe(darkGround);
    await theme.click();
    await eventually(() => theme.getAttribute('aria-label')).toBe('Colours: Light');
    await eventually(() => playground.heatmapInk()).toEqual(lightInk);
    expect(darkInk).not.toEqual(lightInk);
  });

  it('the map has the colours of the theme, whichever part of the page is drawn first', async () => {
    const playground = await open();
    const map = playground.page.locator('attention-map-section');
    await map.locator('summary').first().click();
    await map.getByRole('button', { name: 'A file' }).click();
    const head = Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (__, key) => Number(row === key)));
    await map.locator('input[type=file]').setInputFiles({
      name: 'heads.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ weights: [[head, head]] })),
    });
    await map.getByText('8 queries × 8 keys, 2 heads').waitFor();
    await map.locator('attention-map-heads').scrollIntoViewIfNeeded();
    // No weight, so the ground alone: the upper right corner of each head.
    const corners = (): Promise<string[]> =>
      map.locator('attention-map-heads canvas').evaluateAll((heads) =>
        heads.map((canvas) => {
          const copy = new OffscreenCanvas(64, 64).getContext('2d')!;
          copy.drawImage(canvas as HTMLCanvasElement, 0, 0);
          return copy.getImageData(63, 0, 1, 1).data.join(' ');
        }),
      );
    const white = '255 255 255 255';
    await eventually(corners).toEqual([white, white]);
    // The page alone is drawn again, and so comes after the map the next time.
    const examples = playground.button(/^Examples/);
    for (const isOpen of ['true', 'false']) {
      await examples.press('Enter');
      await eventually(() => examples.getAttribute('aria-expanded')).toBe(isOpen);
    }
    await playground.button(/^Colours/).press('Enter');
    await map.locator('attention-map-heads').scrollIntoViewIfNeeded();
    await eventually(corners).not.toContain(white);
  });

  it('a theme or a palette that is refused or taken away leaves the look that is set', async () => {
    const site = await course('<attention-playground theme="dark"></attention-playground>');
    const { page } = await open({ site, colorScheme: 'dark' });
    const looks = await withElement(page, (element) => {
      const look = (): string => {
        const style = getComputedStyle(element);
        return `${style.backgroundColor} ${style.getPropertyValue('--weight')}`;
      };
      const set = look();
      element.theme = 'purple' as 'dark';
      element.palette = 'rainbow' as 'grey';
      const refused = look();
      element.theme = null;
      element.theme = null;
      element.palette = null;
      // In a dark system the default is as dark.
      return { set, refused, takenAway: look() };
    });
    expect(looks).toEqual({ set: looks.set, refused: looks.set, takenAway: looks.set });
  });
});

describe('what a teacher leaves out', () => {
  it('is not on the page, and everything else works', async () => {
    const parts = ['examples', 'input', 'controls', 'transport', 'arithmetic', 'plane', 'engine'];
    const playground = await open({ hash: `#v=1&t=2&hide=${parts.join(',')}` });
    for (const name of ['controls', 'transport', 'arithmetic', 'plane', 'engine-panel']) {
      expect(await playground.page.locator(`attention-${name}`).count(), name).toBe(0);
    }
    for (const name of [/^Examples/, /^Your own input/]) expect(await playground.button(name).count()).toBe(0);
    await playground.scoreBar('suis', 'am').press('Shift+ArrowDown');
    await eventually(async () => (await playground.weights()).map(({ text }) => text)).toEqual([
      '0.22',
      '0.50',
      '0.27',
    ]);
  });

  it.each(['input', 'header'])('%s: nothing that is dropped opens it', async (part) => {
    const playground = await open({ hash: `#v=1&t=2&hide=${part}` });
    const stage = playground.page.locator('attention-stage');
    expect(await playground.isDropTaken(stage, ',a,b\nx,1,3\n')).toBe(false);
    expect(await playground.page.locator('#drawer').isVisible()).toBe(false);
  });

  it('can be one part alone', async () => {
    const playground = await open({ hash: '#v=1&t=2&hide=plane' });
    expect(await playground.page.locator('attention-plane').count()).toBe(0);
    expect(await playground.page.locator('attention-arithmetic').count()).toBe(1);
  });
});

describe('what the pointer rests on', () => {
  it('is lit in the flow, the arithmetic and the plane at once', async () => {
    const playground = await open();
    await playground.page.locator('attention-flow .exponentials .column').nth(0).hover();
    await eventually(() => playground.sentenceSaid()).toMatch(/^Je takes/);
    await eventually(() => playground.litColumns()).toEqual(['0']);
    await playground
      .handle(/State h₃ of étudiant/)
      .locator('.touch')
      .hover();
    await eventually(() => playground.sentenceSaid()).toMatch(/^étudiant takes/);
    await eventually(() => playground.litColumns()).toEqual(['2']);
    await playground.page.mouse.move(5, 5);
    await eventually(() => playground.litColumns(), 'then the largest again').toEqual(['1']);
  });

  it('a click on a word pins it, a second one lets it go', async () => {
    const playground = await open();
    const word = playground.page.locator('attention-words').getByRole('button', { name: 'Je', exact: true });
    await word.click();
    await playground.page.mouse.move(5, 5);
    await eventually(() => word.getAttribute('aria-pressed')).toBe('true');
    await eventually(() => playground.sentenceSaid()).toMatch(/^Je takes/);
    expect(await playground.settledAddress()).toContain('key=1');
    await word.click();
    await eventually(() => word.getAttribute('aria-pressed')).toBe('false');
  });
});
