import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withElement } from './embedded-element.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { open } = usePages();
/** The weights of 0.3, 2.1 and 0.5. */
const opening = ['0.1209036', '0.7314243', '0.147672'];

describe('a score bar under the hand', () => {
  it('follows the mouse, shows what was before, and is one step of undo', async () => {
    const playground = await open();
    await playground.drag(playground.track('suis', 'am'), 0, 30, 'hold');
    const bar = playground.scoreBar('suis', 'am');
    await eventually(() => playground.valueOf(bar), 'while it is held').toBeLessThan(1);
    await playground.ghost('suis', 'am').waitFor();
    const held = await playground.fullWeights();
    expect(held).not.toEqual(opening);

    await playground.page.mouse.up();
    expect(await playground.fullWeights(), 'letting go changes nothing').toEqual(held);
    await playground.button('Undo').click();
    await eventually(() => playground.fullWeights(), 'one undo for the whole drag').toEqual(opening);
    expect(await playground.button('Undo').isDisabled()).toBe(true);
    await playground.button('Redo').click();
    await eventually(() => playground.fullWeights()).toEqual(held);
  });

  it('is put back by Escape, as if it had not been touched', async () => {
    const playground = await open();
    await playground.drag(playground.track('Je', 'am'), 0, -40, 'hold');
    await eventually(() => playground.fullWeights()).not.toEqual(opening);
    await playground.page.keyboard.press('Escape');
    await eventually(() => playground.fullWeights()).toEqual(opening);
    await playground.page.mouse.move(700, 700);
    await playground.page.mouse.up();
    expect(await playground.fullWeights(), 'the hand has let go of it').toEqual(opening);
    expect(await playground.button('Undo').isDisabled()).toBe(true);
  });

  it('follows a finger', async () => {
    const playground = await open({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    const bar = playground.scoreBar('suis', 'am');
    await playground.dragByTouch(playground.track('suis', 'am'), 0, 25);
    await eventually(() => playground.valueOf(bar)).toBeLessThan(1.5);
    const weight = Number((await playground.fullWeights())[1]);
    expect(weight).toBeLessThan(0.6);
    await playground.button('Undo').click();
    await eventually(() => playground.fullWeights()).toEqual(opening);
  });

  it('moves nothing on the page around it, however the text beside it grows and shrinks', async () => {
    const playground = await open({ hash: '#v=1&example=fifty-words' });
    const { page } = playground;
    const arithmetic = playground.arithmetic.locator('section');
    const panelTop = (): Promise<number> =>
      page.locator('attention-engine-panel').evaluate((panel) => panel.getBoundingClientRect().top);
    await playground.drag(playground.track('bateau', 'boat'), 0, 30, 'hold');
    const { x, y } = (await playground.track('bateau', 'boat').boundingBox())!;
    const places = [await panelTop()];
    for (const offset of [60, 20, 80, 40, 55]) {
      const before = await arithmetic.innerText();
      await page.mouse.move(x + 4, y + offset);
      await eventually(() => arithmetic.innerText()).not.toBe(before);
      places.push(await panelTop());
    }
    // A longer formula may push it down, once; nothing pulls it up again.
    expect(places).toEqual([...places].sort((a, b) => a - b));
    await page.mouse.up();
  });

  it('is followed at once by what is in view, and by the rest when the hand lets go', async () => {
    const playground = await open({ viewport: { width: 1440, height: 640 } });
    const readout = playground.page.locator('attention-heatmap .readout');
    const before = await readout.innerText();
    const weights = await playground.fullWeights();
    await playground.drag(playground.track('suis', 'am'), 0, 30, 'hold');
    await eventually(() => playground.fullWeights()).not.toEqual(weights);
    expect(await readout.innerText()).toBe(before);
    await playground.page.mouse.up();
    await eventually(() => readout.innerText()).not.toBe(before);
  });

  it('is grabbed where it stands: a click alone changes nothing', async () => {
    const playground = await open();
    await playground.track('étudiant', 'am').click();
    expect(await playground.fullWeights()).toEqual(opening);
    expect(await playground.button('Undo').isDisabled()).toBe(true);
  });

  it('reaches further than the scale shows, and then the scale follows', async () => {
    const playground = await open();
    const bar = playground.scoreBar('suis', 'am');
    await playground.drag(playground.track('suis', 'am'), 0, -120);
    const first = await playground.valueOf(bar);
    expect(first).toBeGreaterThan(3);
    const range = Number(await bar.getAttribute('aria-valuemax'));
    expect(range).toBeGreaterThan(first);
  });
});

describe('a score by keyboard', () => {
  it('moves by 0.1, with Shift by 1, with Alt by 0.01, exactly', async () => {
    const playground = await open();
    const bar = playground.scoreBar('suis', 'am');
    await bar.focus();
    const steps = [
      ['ArrowUp', 2.2],
      ['ArrowUp', 2.3],
      ['ArrowDown', 2.2],
      ['Shift+ArrowUp', 3.2],
      ['Alt+ArrowDown', 3.19],
      ['Shift+ArrowDown', 2.19],
      ['Alt+ArrowUp', 2.2],
      ['PageDown', 1.2],
    ] as const;
    for (const [key, value] of steps) {
      await bar.press(key);
      await eventually(() => playground.valueOf(bar), key).toBe(value);
    }
    expect(await bar.getAttribute('aria-valuetext')).toBe('1.2');
  });

  it('goes to the neighbour with left and right, and to the ends with Home and End', async () => {
    const playground = await open();
    await playground.scoreBar('suis', 'am').focus();
    for (const [key, word] of [
      ['ArrowRight', 'étudiant'],
      ['ArrowRight', 'étudiant'],
      ['Home', 'Je'],
      ['ArrowRight', 'suis'],
      ['End', 'étudiant'],
      ['ArrowLeft', 'suis'],
    ] as const) {
      await playground.page.keyboard.press(key);
      await eventually(() => playground.focusedName(), key).toBe(`Score of ${word} for am`);
    }
  });

  it('is reset by Delete and by a double click; each is a step of undo', async () => {
    const playground = await open();
    const bar = playground.scoreBar('suis', 'am');
    await bar.focus();
    await bar.press('Shift+ArrowDown');
    await eventually(() => playground.valueOf(bar)).toBe(1.1);
    await bar.press('Delete');
    await eventually(() => playground.fullWeights()).toEqual(opening);
    await bar.press('Control+z');
    await eventually(() => playground.valueOf(bar)).toBe(1.1);
    await playground.track('suis', 'am').dblclick();
    await eventually(() => playground.fullWeights()).toEqual(opening);
    await bar.press('Control+z');
    await bar.press('Control+z');
    await eventually(() => playground.fullWeights()).toEqual(opening);
    await bar.press('Control+Shift+z');
    await eventually(() => playground.valueOf(bar)).toBe(1.1);
  });

  it('is undone by Ctrl+Z in a field that has nothing to undo of its own, and not in one that has', async () => {
    const playground = await open({ hash: '#v=1&t=2&score=dot' });
    const state = (): Promise<string> => withElement(playground.page, (element) => element.getState());
    const before = await state();
    const slider = playground.page.getByRole('slider', { name: 'Temperature' });
    const box = playground.page.getByRole('checkbox', { name: /^Hide padding/ });
    const radio = playground.page.getByRole('radio', { name: 'cosine', exact: true });
    for (const [field, change] of [
      [slider, () => slider.press('ArrowRight')],
      [box, () => box.click()],
      [radio, () => radio.check({ force: true })],
    ] as const) {
      await change();
      await eventually(state).not.toBe(before);
      await field.press('Control+z');
      await eventually(state).toBe(before);
    }
    await playground.page.keyboard.press('Control+Shift+z');
    await eventually(state).not.toBe(before);
    await playground.temperature.press('Control+z');
    expect(await state()).not.toBe(before);
  });

  it('is taken back with all others of its sentence by Reset', async () => {
    const playground = await open();
    for (const word of ['Je', 'étudiant']) {
      await playground.scoreBar(word, 'am').focus();
      await playground.page.keyboard.press('Shift+ArrowUp');
    }
    await eventually(() => playground.valueOf(playground.scoreBar('étudiant', 'am'))).toBe(1.5);
    await playground.button('Reset').click();
    await eventually(() => playground.fullWeights()).toEqual(opening);
    await playground.button('Undo').click();
    await eventually(() => playground.valueOf(playground.scoreBar('Je', 'am'))).toBe(1.3);
  });
});

describe('a score typed', () => {
  it('is taken by Enter and left by Escape; the focus comes back to the bar', async () => {
    const playground = await open();
    const bar = playground.scoreBar('suis', 'am');
    await bar.focus();
    await bar.press('Enter');
    expect(await playground.numberField.inputValue()).toBe('2.1');
    await playground.numberField.fill('-1.25');
    await playground.numberField.press('Enter');
    await eventually(() => playground.valueOf(bar)).toBe(-1.25);
    expect((await playground.scores())[1].text).toBe('−1.25');

    await playground.page.keyboard.press('7');
    expect(await playground.numberField.inputValue(), 'a digit opens the field with itself').toBe('7');
    await playground.numberField.press('Escape');
    await eventually(() => playground.numberField.count()).toBe(0);
    expect(await playground.valueOf(bar)).toBe(-1.25);
    await playground.page.keyboard.press('ArrowUp');
    await eventually(() => playground.valueOf(bar), 'the bar has the focus again').toBe(-1.15);
  });

  it('is taken when the field is left', async () => {
    const playground = await open();
    await playground.scoreBar('Je', 'am').locator('.number').click();
    await playground.numberField.fill('0,5');
    await playground.page.locator('h1').click();
    await eventually(() => playground.valueOf(playground.scoreBar('Je', 'am'))).toBe(0.5);
    await eventually(() => playground.numberField.count()).toBe(0);
  });

  it.each(['ltr', 'rtl'])('is refused below its field, %s', async (direction) => {
    const playground = await open();
    await playground.page.evaluate((dir) => (document.documentElement.dir = dir), direction);
    await playground.scoreBar('suis', 'am').press('Enter');
    await playground.numberField.fill('x');
    await playground.numberField.press('Enter');
    const middle = async (part: Locator): Promise<number> => {
      const box = (await part.boundingBox())!;
      return box.x + box.width / 2;
    };
    await playground.numberProblem.filter({ hasText: 'x' }).waitFor();
    expect(await middle(playground.numberProblem)).toBeCloseTo(await middle(playground.numberField), 0);
  });

  it('stays computed where the field is left as it was opened', async () => {
    const playground = await open({ hash: '#v=1&t=2&score=dot' });
    const state = (): Promise<string> => withElement(playground.page, (element) => element.getState());
    const before = await state();
    await playground.scoreBar('Je', 'am').locator('.number').click();
    await playground.numberField.waitFor();
    await playground.page.locator('h1').click();
    await eventually(() => playground.numberField.count()).toBe(0);
    expect(await state()).toBe(before);
    expect(await playground.button('Undo').isDisabled()).toBe(true);
  });
});
