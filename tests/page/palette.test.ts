import { expect, it } from 'vitest';
import { palettes } from '../../web/elements/styles/palettes.ts';
import type { PaletteName } from '../../web/state/settings.ts';
import { student } from '../../web/model/examples/student.ts';
import { hexOf, type Colour } from '../../web/views/colour.ts';
import { weightOpacity } from '../../web/views/heatmap-image.ts';
import { inkAt, weightInk } from '../../web/views/weight-ink.ts';
import { course } from './course-page.ts';
import { withElement } from './embedded-element.ts';
import { eventually } from './eventually.ts';
import { expectedTrace } from './expected-attention.ts';
import { usePages } from './page-fixture.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open } = usePages();
const { weights } = await expectedTrace(student.sentences[0], student.parameters);
const largest = weightOpacity(Math.max(...weights));

const inkOf = (name: PaletteName, theme: 'light' | 'dark', opacity = largest): Colour =>
  inkAt(weightInk(palettes[name][theme].faint, palettes[name][theme].full), opacity);

/** A canvas keeps colours multiplied by their opacity, which costs half a step of 255. */
async function expectInk(playground: PlaygroundPage, wanted: Colour): Promise<void> {
  await eventually(async () =>
    (await playground.heatmapInk()).every((part, index) => Math.abs(part - wanted[index]) <= 1),
  ).toBe(true);
}

it('the attribute inks the heatmap and its pictures in light and dark; a page’s own ink comes before that of the default', async () => {
  const site = await course('<attention-playground palette="cividis" theme="light"></attention-playground>');
  const playground = await open({ site });
  const { page } = playground;
  await expectInk(playground, inkOf('cividis', 'light'));
  const svg = await withElement(page, async (element) => (await element.toPicture()).text());
  // An SVG rounds opacities to 255 steps.
  expect(svg).toContain(`fill="${hexOf(inkOf('cividis', 'light', Math.round(largest * 255) / 255))}"`);
  const picture = page.locator('attention-playground');
  const pixelsOf = (): Promise<string[]> =>
    picture.evaluate(async (element) => {
      const blob = await (element as HTMLElementTagNameMap['attention-playground']).toPicture({
        type: 'image/png',
        picture: 'step',
      });
      const image = await createImageBitmap(blob);
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const colours = new Set<string>();
      for (let at = 0; at < data.length; at += 4) colours.add(data.subarray(at, at + 3).join(' '));
      return [...colours];
    });
  const hasHue = (colours: readonly string[]): boolean =>
    colours.some((colour) => {
      const [red, , blue] = colour.split(' ').map(Number);
      return Math.abs(red - blue) > 40;
    });
  expect(hasHue(await pixelsOf())).toBe(true);

  await withElement(page, (element) => (element.palette = 'grey'));
  await expectInk(playground, inkOf('grey', 'light'));
  expect(hasHue(await pixelsOf()), 'prints in black and white').toBe(false);
  await withElement(page, (element) => (element.theme = 'dark'));
  await expectInk(playground, inkOf('grey', 'dark'));
  await withElement(page, (element) => (element.palette = 'cividis'));
  await expectInk(playground, inkOf('cividis', 'dark'));

  await withElement(page, (element) => {
    element.style.setProperty('--weight', '#123456');
    element.palette = null;
  });
  await expectInk(playground, [0x12, 0x34, 0x56]);
  expect(await withElement(page, (element) => element.palette)).toBe('indigo');
});

it('is chosen beside the legend, by keyboard, and stands in the address', async () => {
  const playground = await open();
  const { page } = playground;
  const choice = page.getByRole('combobox', { name: 'Palette of the weights' });
  await choice.focus();
  await page.keyboard.press('End');
  await expectInk(playground, inkOf('grey', 'light'));
  expect(await playground.settledAddress()).toContain('palette=grey');
  await page.reload();
  await playground.isReady();
  await expectInk(playground, inkOf('grey', 'light'));
  expect(await choice.inputValue()).toBe('grey');
  await choice.selectOption('indigo');
  await expectInk(playground, inkOf('indigo', 'light'));
  expect(await playground.settledAddress()).not.toContain('palette');
});
