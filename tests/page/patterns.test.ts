import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open } = usePages();

async function opened(hash = '#v=1'): Promise<PlaygroundPage> {
  const playground = await open({ hash });
  await playground.page.locator('attention-patterns-section summary').click();
  await playground.page.locator('attention-pattern canvas').nth(3).waitFor();
  return playground;
}

describe('what a long text costs', () => {
  it('shows the scores that each pattern leaves of those in view', async () => {
    const { page } = await opened('#v=1&example=fifty-words');
    const section = page.locator('attention-patterns-section');
    await section.getByText('50 × 50 = 2,500 scores').waitFor();
    await section
      .getByRole('img', { name: /^Full: 2,500 of 2,500 pairs take part; they hold 100 % of the weight/ })
      .waitFor();
    const radius = section.getByRole('slider', { name: /^Window/ });
    await radius.fill('3');
    await section.getByRole('img', { name: /^Window: 338 of 2,500 pairs/ }).waitFor();
    const row = section.getByRole('row', { name: /^Window/ });
    await expect(row.getByRole('cell').allInnerTexts()).resolves.toContain('458,740');
  });

  it('goes over a row in one pass and ends at the log-sum-exp of the trace', async () => {
    const { page } = await opened();
    const pass = page.locator('attention-one-pass');
    const position = pass.getByRole('slider', { name: 'Keys that have gone by' });
    await position.fill('2');
    await pass.getByText('A larger score: the sum so far shrinks.').waitFor();
    await pass.getByText('1.165', { exact: false }).first().waitFor();
    await position.fill('3');
    await pass.getByText('log-sum-exp = m + ln s = 2.412761').waitFor();
    await pass.getByRole('button', { name: 'As a table' }).click();
    await eventually(() => pass.getByRole('row').count()).toBe(4);
    await pass.getByRole('button', { name: 'Play' }).click();
    await pass.getByRole('button', { name: 'Pause' }).waitFor();
    await pass.getByRole('button', { name: 'Play' }).waitFor();
    await eventually(() => position.inputValue()).toBe('3');
  });

  it('has nothing that axe objects to', async () => {
    const { page } = await opened();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
