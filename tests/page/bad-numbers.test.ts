import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { open } = usePages();

describe('a score that is typed', () => {
  it('and is no number of use is refused in a sentence; it stays in the field, and the score as it was', async () => {
    const playground = await open();
    const bar = playground.scoreBar('suis', 'am');
    const before = await playground.fullWeights();
    for (const [text, sentence] of [
      ['', /Type a number/],
      ['NaN', /“NaN” is not a finite number/],
      ['Infinity', /“Infinity” is not a finite number/],
      ['-Infinity', /“-Infinity” is not a finite number\. To hide a word, use a mask/],
      ['−∞', /“−∞” is not a finite number/],
      ['1e400', /“1e400” is not a finite number/],
      ['1e10', /1e10 is too large/],
      ['-1e10', /-1e10 is too large/],
      ['two', /“two” is not a number/],
      ['1.2.3', /“1\.2\.3” is not a number/],
      ['0x10', /“0x10” is not a number/],
      ['<b>1</b>', /“<b>1<\/b>” is not a number/],
    ] as const) {
      await bar.focus();
      await bar.press('Enter');
      await playground.numberField.fill(text);
      await playground.numberField.press('Enter');
      await eventually(() => playground.numberProblem.innerText(), `typed: ${text}`).toMatch(sentence);
      expect(await playground.numberField.inputValue()).toBe(text);
      await playground.numberField.press('Escape');
      expect(await playground.valueOf(bar)).toBe(2.1);
    }
    expect(await playground.fullWeights()).toEqual(before);
    expect(await playground.button('Undo').isDisabled()).toBe(true);
  });

  it('is read with a decimal comma, a minus sign, spaces; the largest numbers give weights too', async () => {
    const playground = await open();
    const bar = playground.scoreBar('suis', 'am');
    for (const [text, value] of [
      ['0,5', 0.5],
      [' 0.75 ', 0.75],
      ['−0,5', -0.5],
      ['1e9', 1e9],
      ['-1e9', -1e9],
      ['1e-300', 1e-300],
      ['-0', 0],
    ] as const) {
      await bar.focus();
      await bar.press('Enter');
      await playground.numberField.fill(text);
      await playground.numberField.press('Enter');
      await eventually(() => playground.valueOf(bar), `typed: ${text}`).toBe(value);
      const weights = (await playground.fullWeights()).map(Number);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
      if (Math.abs(value) === 1e9) expect(weights[1]).toBe(value > 0 ? 1 : 0);
    }
  });
});

describe('a temperature that is typed', () => {
  it('and has no meaning is refused in a sentence; it stays in the field, and the numbers as they were', async () => {
    const playground = await open();
    const before = await playground.fullWeights();
    for (const [text, sentence] of [
      ['', /Type a number/],
      ['-1', /A temperature of -1 would turn the order round/],
      ['NaN', /“NaN” is not a finite number/],
      ['warm', /“warm” is not a number/],
      ['1e10', /1e10 is too large/],
      ['1e30', /1e30 is too large/],
    ] as const) {
      await playground.temperature.fill(text);
      await playground.temperature.press('Enter');
      await eventually(() => playground.temperatureProblem.innerText(), `typed: ${text}`).toMatch(sentence);
      expect(await playground.temperature.inputValue()).toBe(text);
    }
    expect(await playground.fullWeights()).toEqual(before);
  });

  it('is taken from 0 up, with a decimal comma too', async () => {
    const playground = await open();
    for (const [text, weights] of [
      ['0', ['0', '1', '0']],
      ['1', ['0.1209', '0.7314', '0.1477']],
      ['1e-30', ['0', '1', '0']],
      ['0,5', ['0.0256', '0.9363', '0.0382']],
      ['1e6', ['0.3333', '0.3333', '0.3333']],
    ] as const) {
      await playground.temperature.fill(text);
      await playground.temperature.press('Enter');
      const rounded = async (): Promise<string[]> =>
        (await playground.fullWeights()).map((weight) => String(Number(Number(weight).toFixed(4))));
      await eventually(rounded, `typed: ${text}`).toEqual(weights);
      expect(await playground.temperatureProblem.innerText()).toBe('');
    }
    await playground.button('Undo').click();
    await eventually(() => playground.temperature.inputValue()).toBe('0.5');
  });

  it('is said to have been changed where it is larger than can be taken', async () => {
    const playground = await open();
    await playground.temperature.fill('1e9');
    await playground.temperature.press('Enter');
    await eventually(() => playground.notices.allInnerTexts()).toEqual([
      expect.stringContaining('1000000000 is out of range; 1000000 is used.'),
    ]);
    await eventually(() => playground.temperature.inputValue()).toBe('1000000');
  });

  it('is 0 at the end of the slider, where the largest score takes all', async () => {
    const playground = await open();
    const slider = playground.page.getByRole('slider', { name: 'Temperature' });
    await slider.focus();
    await slider.press('Home');
    await eventually(() => playground.fullWeights()).toEqual(['0', '1', '0']);
    expect(await playground.temperature.inputValue()).toBe('0');
  });
});
