import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open } = usePages();

describe('axe finds nothing', () => {
  const hasNoFaults = async ({ page }: PlaygroundPage): Promise<void> =>
    expect(await accessibilityFaults(page)).toEqual([]);

  it.each(['light', 'dark'] as const)('in the opening, %s', async (colorScheme) => {
    await hasNoFaults(await open({ colorScheme }));
  });

  it('with the examples open, dark', async () => {
    const playground = await open({ colorScheme: 'dark' });
    await playground.button(/^Examples/).click();
    await playground.page.locator('attention-examples rect').first().waitFor();
    await hasNoFaults(playground);
  });

  it('with the input open and a refusal in it', async () => {
    const playground = await open();
    await playground.dropFile('bad.csv', '1,2\n3\n');
    await playground.report.waitFor();
    await hasNoFaults(playground);
  });

  it('in the tables', async () => {
    const playground = await open();
    await playground.showTable();
    await hasNoFaults(playground);
  });

  it('with fifty words', async () => {
    await hasNoFaults(await open({ hash: '#v=1&example=fifty-words&t=30' }));
  });

  it('on 360 px, additive, in the middle of the animation', async () => {
    await hasNoFaults(await open({ viewport: { width: 360, height: 740 }, hash: '#v=1&t=2&score=additive&time=1.9' }));
  });

  it('with a notice, a changed score, an open field and a refusal below it', async () => {
    const playground = await open({ hash: '#v=1&t=99&T=0&causal=bottomRight' });
    await playground.scoreBar('suis', 'student').press('ArrowUp');
    await playground.scoreBar('Je', 'student').press('Enter');
    await playground.numberField.fill('x');
    await playground.numberField.press('Enter');
    await playground.numberProblem.waitFor();
    await hasNoFaults(playground);
  });
});

describe('the keyboard', () => {
  /** The names of what Tab comes to, one after another, until it leaves the page. */
  async function tabStops(playground: PlaygroundPage): Promise<string[]> {
    const names: string[] = [];
    for (let presses = 0; presses < 120; presses += 1) {
      await playground.page.keyboard.press('Tab');
      const name = await playground.focusedName();
      if (name === '') break;
      names.push(name);
    }
    return names;
  }

  it('reaches every control, each group by one stop', async () => {
    const playground = await open({ hash: '#v=1&t=2&score=bilinear' });
    // Something to undo, so that the button takes part.
    await playground.scoreBar('suis', 'am').press('ArrowUp');
    await playground.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await playground.page.locator('h1').click();
    const stops = await tabStops(playground);
    for (const name of [
      /^Examples/,
      /^Your own input/,
      /^Undo$/,
      /^Reset$/,
      /^Table$/,
      /^Link$/,
      /^Colours/,
      /^bilinear$/,
      /^W, row 1, column 1$/,
      /^Temperature$/,
      /^T$/,
      /Hide padding/,
      /^off$/,
      /^Previous step$/,
      /^Step$/,
      /^Next step$/,
      /^am$/,
      /^suis$/,
      /^Decoder state of am, cell 1$/,
      /^Encoder state of suis, cell 1$/,
      /^Encoder state of suis, cell 2$/,
      /^Score of suis for am$/,
      /^Palette of the weights$/,
      /^Step 2, am$/,
      /^am to suis: weight/,
      /^Previous phase$/,
      /^Play$/,
      /^Next phase$/,
      /^Moment$/,
      /^Speed$/,
      /^Query s₂ of am$/,
      /^State h₂ of suis$/,
      /^Engine$/,
    ]) {
      expect(
        stops.filter((stop) => name.test(stop)),
        `${name} among ${stops.join(' | ')}`,
      ).toHaveLength(1);
    }
  });

  it('opens, uses and closes the drawers; the focus is never lost', async () => {
    const playground = await open();
    const { page } = playground;
    const examples = playground.button(/^Examples/);
    await examples.press('Enter');
    await eventually(() => examples.getAttribute('aria-expanded')).toBe('true');
    await page
      .locator('attention-examples')
      .getByRole('button', { name: /change places/ })
      .press('Enter');
    await eventually(() => playground.sourceWords()).toEqual(['neural', 'machine', 'translation']);
    expect(await examples.getAttribute('aria-expanded')).toBe('false');
    await eventually(() => playground.focusedName(), 'the focus is back at the button').toMatch(/^Examples/);

    const input = playground.button(/^Your own input/);
    await input.press('Enter');
    await page.getByLabel('Source sentence').fill('eins zwei');
    await page.getByLabel('Target sentence').fill('one');
    await page.getByLabel('Target sentence').press('Enter');
    await eventually(() => playground.sourceWords()).toEqual(['eins', 'zwei']);
    await page.keyboard.press('Escape');
    await eventually(() => input.getAttribute('aria-expanded'), 'Escape closes the drawer').toBe('false');
    await eventually(() => playground.focusedName()).toMatch(/^Your own input/);
  });
});

describe('the tables', () => {
  it('show the numbers of the picture', async () => {
    const playground = await open({ hash: '#v=1&example=one-to-many&t=2' });
    const picture = {
      scores: (await playground.scores()).map(({ full }) => full),
      exponentials: (await playground.exponentials()).map(({ full }) => full),
      weights: await playground.fullWeights(),
      words: await playground.sourceWords(),
    };
    await playground.showTable();
    const column = async (name: string): Promise<string[]> => (await playground.tableColumn(name)).slice(0, 4);
    expect({
      scores: await column('Score'),
      exponentials: await column('Exponential'),
      weights: await column('Weight'),
      words: await column('Source word'),
    }).toEqual(picture);
    await playground.button('Table').click();
    await eventually(() => playground.fullWeights()).toEqual(picture.weights);
  });
});
