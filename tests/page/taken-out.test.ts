import type { LitElement } from 'lit';
import { describe, expect, it } from 'vitest';
import { course } from './course-page.ts';
import { withElement } from './embedded-element.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { open } = usePages();

const stageParts = ['stage', 'words', 'flow', 'heatmap', 'transport'].map((part) => `attention-${part}`);

describe('what is taken out of the page', () => {
  it('parts of the stage are not drawn any more', async () => {
    const playground = await open();
    const { page } = playground;
    await page.evaluate((names) => {
      const drawnOutside: string[] = [];
      Object.assign(window, { drawnOutside });
      for (const name of names) {
        const prototype = customElements.get(name)?.prototype as { render(this: LitElement): unknown };
        const { render } = prototype;
        prototype.render = function () {
          if (!this.isConnected) drawnOutside.push(name);
          return render.call(this);
        };
      }
    }, stageParts);
    for (let times = 0; times < 3; times++) {
      // What is pointed at is drawn again before the rest, and so comes after the whole playground the next time.
      await playground.scoreBar('suis', 'am').hover();
      await playground.showTable();
      await playground.button('Table').click();
      await playground.isReady();
    }
    await playground.temperature.fill('2');
    await playground.temperature.press('Enter');
    await eventually(async () => (await playground.weights()).map(({ text }) => text)).toEqual([
      '0.22',
      '0.54',
      '0.24',
    ]);
    expect(await page.evaluate(() => Reflect.get(window, 'drawnOutside') as string[])).toEqual([]);
  });

  it('the element is drawn anew when it is put back', async () => {
    const playground = await open({ site: await course('<attention-playground></attention-playground>') });
    await withElement(playground.page, async (element) => {
      element.temperature = 0;
      element.remove();
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
      document.body.append(element);
    });
    await eventually(async () => (await playground.weights()).map(({ text }) => text)).toEqual(['0', '1.00', '0']);
  });
});
