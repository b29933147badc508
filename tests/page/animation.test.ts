import { describe, expect, it } from 'vitest';
import { withElement } from './embedded-element.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import { allText } from './page-text.ts';

const { open } = usePages();

describe('the animation', () => {
  it('plays to its end and rests there, and can be paused on the way', async () => {
    const playground = await open();
    const speed = playground.page.getByRole('combobox', { name: 'Speed' });
    await speed.selectOption({ label: '0.5×' });
    await playground.button('Play').click();
    await playground.button('Pause').waitFor();
    await eventually(() => playground.seconds()).toBeGreaterThan(0.3);
    await playground.button('Pause').click();
    await playground.button('Play').waitFor();
    const paused = await playground.seconds();
    expect(paused).toBeLessThan(3.6);
    await playground.page.waitForTimeout(200);
    expect(await playground.seconds(), 'paused means paused').toBe(paused);

    await speed.selectOption({ label: '2×' });
    await playground.button('Play').click();
    await eventually(() => playground.seconds()).toBe(3.6);
    await playground.button('Play').waitFor();
    expect(await playground.momentSaid()).toBe('all shown, 3.6 s');
  });

  it('names the speed that a link asks for, and lets it be left', async () => {
    const playground = await open({ hash: '#v=1&t=2&speed=4' });
    const speed = playground.page.getByRole('combobox', { name: 'Speed' });
    const shown = (): Promise<string> => speed.evaluate((select) => (select as HTMLSelectElement).value);
    const set = (): Promise<string | undefined> =>
      withElement(playground.page, (element) => /speed=([\d.]+)/.exec(element.getState())?.[1]);
    expect(await shown()).toBe('4');
    for (const label of ['0.25×', '0.5×']) {
      await speed.selectOption({ label });
      await eventually(() => speed.locator('option').count()).toBe(4);
      expect(`${await shown()}×`).toBe(label);
      expect(`${await set()}×`).toBe(label);
    }
  });

  it('goes from phase to phase by its buttons', async () => {
    const playground = await open();
    for (const [button, moment] of [
      ['Previous phase', 'context, 2.4 s'],
      ['Previous phase', 'softmax, 1.2 s'],
      ['Previous phase', 'score, 0.0 s'],
      ['Previous phase', 'score, 0.0 s'],
      ['Next phase', 'softmax, 1.2 s'],
      ['Next phase', 'context, 2.4 s'],
      ['Next phase', 'all shown, 3.6 s'],
    ]) {
      await playground.button(button).click();
      await eventually(() => playground.momentSaid(), button).toBe(moment);
    }
  });

  it('is a function of time: the same moment is the same page, whatever came between', async () => {
    const playground = await open();
    const shownAt = async (seconds: string): Promise<string[]> => {
      await playground.scrubber.fill(seconds);
      // The slider is there at once; the page follows with its next picture.
      await eventually(() => playground.momentSaid()).toContain(`, ${Number(seconds).toFixed(1)} s`);
      return (await allText(playground.page)).filter((text) => !text.endsWith(' ms'));
    };
    const moments = ['0.3', '0.9', '1.5', '2', '2.3', '2.8', '3.3', '3.6'];
    const first = new Map<string, string[]>();
    for (const moment of moments) first.set(moment, await shownAt(moment));
    for (const moment of moments.toReversed()) expect(await shownAt(moment), moment).toEqual(first.get(moment));
    expect(new Set([...first.values()].map((texts) => texts.join('\n'))).size, 'all moments differ').toBe(
      moments.length,
    );
  });

  it('does not start over while a score is changed, nor move it', async () => {
    const playground = await open({ hash: '#v=1&t=2&time=2.2' });
    await playground.scoreBar('suis', 'am').focus();
    await playground.page.keyboard.press('ArrowUp');
    await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(2.2);
    expect(await playground.seconds()).toBe(2.2);
  });

  it('shows whole phases and no movement where the person asked for less motion', async () => {
    const playground = await open({ reducedMotion: 'reduce', hash: '#v=1&t=2&speed=4' });
    const seen = playground.page.evaluate(async () => {
      const moments = new Set<string>();
      const slider = (): Element | null | undefined =>
        document
          .querySelector('attention-playground')
          ?.shadowRoot?.querySelector('attention-transport')
          ?.shadowRoot?.querySelector('input[type=range]');
      const until = performance.now() + 1_800;
      while (performance.now() < until) {
        moments.add(slider()?.getAttribute('aria-valuetext') ?? '');
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return [...moments];
    });
    await playground.button('Play').click();
    const moments = await seen;
    expect(moments).toContain('softmax, 2.4 s');
    const whole = ['score, 1.2 s', 'softmax, 2.4 s', 'all shown, 3.6 s'];
    expect(moments.filter((moment) => !whole.includes(moment))).toEqual([]);
  });
});
