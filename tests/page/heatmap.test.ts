import { describe, expect, it } from 'vitest';
import { student } from '../../web/model/examples/student.ts';
import { formatFull } from '../../web/views/format-number.ts';
import { eventually } from './eventually.ts';
import { expectedTrace, shownRow } from './expected-attention.ts';
import { usePages } from './page-fixture.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open } = usePages();
const [sentence] = student.sentences;
const trace = await expectedTrace(sentence, student.parameters);

/** Where a cell's middle lies in the window. */
async function cellAt(playground: PlaygroundPage, row: number, key: number): Promise<[x: number, y: number]> {
  await playground.heatmapGrid.evaluate((grid) => grid.scrollIntoView({ block: 'center' }));
  const box = (await playground.heatmapGrid.boundingBox())!;
  return [box.x + (box.width * (key + 0.5)) / trace.keyCount, box.y + (box.height * (row + 0.5)) / trace.queryCount];
}

async function expectStep(playground: PlaygroundPage, row: number, key: number): Promise<void> {
  await eventually(() => playground.stepChoice.inputValue()).toBe(String(row));
  await eventually(() => playground.fullWeights()).toEqual(shownRow(trace, row).weights);
  const at = row * trace.keyCount + key;
  const [target, source] = [sentence.target[row].text, sentence.source[key].text];
  const [weight, score] = [formatFull(trace.weights[at]), formatFull(trace.scores[at])];
  await eventually(() => playground.readout.innerText()).toBe(`${target} → ${source}: α ${weight}, e ${score}`);
  expect(await playground.heatmapCell.getAttribute('aria-label')).toBe(
    `${target} to ${source}: weight ${weight}, score ${score}`,
  );
  expect(await playground.sentenceSaid()).toMatch(new RegExp(`^${source} takes .* of ${target}\\.$`));
}

describe('the heatmap', () => {
  it('holds the weight of every pair, with sums and entropies beside it', async () => {
    const playground = await open();
    const rows = Array.from({ length: trace.queryCount }, (_, row) => shownRow(trace, row));
    expect(await playground.heatmap()).toEqual(rows.map(({ opacities }) => opacities));
    for (const [row, expected] of rows.entries()) {
      const [sum, entropy] = await playground.rowSums(row);
      expect([sum.text, sum.full]).toEqual(['1', expected.weightSum]);
      expect(entropy.full).toContain(`Entropy ${expected.entropy} nats, of at most 1.099`);
    }
  });

  it('chooses row and word by a click', async () => {
    const playground = await open();
    await playground.page.mouse.click(...(await cellAt(playground, 3, 2)));
    await playground.page.mouse.move(5, 5);
    await expectStep(playground, 3, 2);
    await playground.page.mouse.click(...(await cellAt(playground, 0, 1)));
    await playground.page.mouse.move(5, 5);
    await expectStep(playground, 0, 1);
  });

  it('chooses row and word by a touch', async () => {
    const playground = await open({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    await playground.page.touchscreen.tap(...(await cellAt(playground, 2, 0)));
    await expectStep(playground, 2, 0);
  });

  it('chooses a row by its name', async () => {
    const playground = await open();
    const name = playground.button('Step 4, student');
    await name.click();
    await eventually(() => playground.currentStep.first().innerText()).toBe('student');
    await name.press('ArrowUp');
    await eventually(() => playground.currentStep.first().innerText()).toBe('a');
  });

  it('is walked through by keys, and stops at its edges', async () => {
    const playground = await open();
    await playground.heatmapCell.focus();
    for (const [key, row, column] of [
      ['ArrowDown', 2, 0],
      ['ArrowRight', 2, 1],
      ['End', 2, 2],
      ['ArrowRight', 2, 2],
      ['PageDown', 3, 2],
      ['ArrowDown', 3, 2],
      ['Home', 3, 0],
      ['PageUp', 0, 0],
      ['ArrowLeft', 0, 0],
    ] as const) {
      if (key === 'ArrowDown' && row === 2) await playground.page.keyboard.press('Home');
      await playground.page.keyboard.press(key);
      await expectStep(playground, row, column);
    }
  });

  it('lights row and word under the pointer without choosing them', async () => {
    const playground = await open();
    await playground.page.mouse.move(...(await cellAt(playground, 3, 0)));
    await eventually(() => playground.readout.innerText()).toMatch(/^student → Je: α 0\./);
    expect(await playground.stepChoice.inputValue()).toBe('1');
    expect(await playground.sentenceSaid()).toMatch(/^Je takes/);
  });
});
