import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { open } = usePages();
const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index + 1}`).join(' ');
const markup = '<img src=x onerror=alert(1)>';

describe('sentences of any length', () => {
  it('none: a sentence says so, and what was there stays', async () => {
    const playground = await open();
    const before = await playground.fullWeights();
    await playground.typeWords('   ', 'hello');
    await eventually(() => playground.notices.allInnerTexts()).toEqual([
      expect.stringContaining('The source sentence has no words. Type at least one.'),
    ]);
    await playground.typeWords('hello', '');
    await eventually(() => playground.notices.allInnerTexts()).toEqual([
      expect.stringContaining('The target sentence has no words. Type at least one.'),
    ]);
    expect(await playground.fullWeights()).toEqual(before);
  });

  it('one word each: it gets everything', async () => {
    const playground = await open();
    await playground.typeWords('Hallo', 'hello');
    await eventually(() => playground.sourceWords()).toEqual(['Hallo']);
    await eventually(() => playground.fullWeights()).toEqual(['1']);
    const [sum, entropy] = await playground.rowSums(0);
    expect([sum.text, entropy.text]).toEqual(['1', '0.00']);
    for (const name of ['dot', 'scaled dot', 'bilinear', 'additive', 'cosine']) {
      await playground.chooseScoreFunction(name);
      await eventually(() => playground.fullWeights(), name).toEqual(['1']);
    }
  });

  it('300 words: the page goes on answering', async () => {
    const playground = await open();
    await playground.typeWords(words(300), words(300));
    await eventually(async () => (await playground.heatmap()).length).toBe(300);
    const { page } = playground;
    // What a person waits for, from the key to the picture; the limit is far beyond it, since the machine may be busy.
    const start = Date.now();
    await playground.heatmapCell.focus();
    for (let row = 1; row <= 5; row += 1) {
      await page.keyboard.press('ArrowDown');
      await eventually(() => playground.stepChoice.inputValue()).toBe(String(row));
    }
    expect(Date.now() - start).toBeLessThan(10_000);
    expect((await playground.heatmap())[299].some((opacity) => opacity > 0)).toBe(true);
  });

  it('301 words: refused with both numbers', async () => {
    const playground = await open();
    await playground.typeWords(words(301), 'one');
    await eventually(() => playground.notices.allInnerTexts()).toEqual([
      expect.stringContaining('The source sentence has 301 words; at most 300 can be shown.'),
    ]);
    expect(await playground.sourceWords()).toEqual(['Je', 'suis', 'étudiant']);
  });
});

describe('markup as a word is shown as it is written and does nothing', () => {
  it('typed', async () => {
    const playground = await open();
    await playground.typeWords(markup, '<script>alert(1)</script> <b>bold</b>');
    await eventually(() => playground.sourceWords()).toEqual(['<img', 'src=x', 'onerror=alert(1)>']);
    expect(await playground.targetWords()).toEqual(['<script>alert(1)</script>', '<b>bold</b>']);
  });

  it.each([
    ['CSV', 'words.csv', `,"${markup}",b\r\n"${markup}",0.75,0.25\r\nb,0.5,0.5\r\n`],
    [
      'JSON',
      'words.json',
      JSON.stringify({
        source: [markup, 'b'],
        target: [markup, 'b'],
        weights: [
          [3, 1],
          [1, 1],
        ],
      }),
    ],
  ])('from %s, in every view', async (_format, name, text) => {
    const playground = await open();
    await playground.dropFile(name, text);
    await eventually(() => playground.sourceWords()).toEqual([markup, 'b']);
    await eventually(() => playground.fullWeights()).toEqual(['0.75', '0.25']);
    expect(await playground.targetWords()).toEqual([markup, 'b']);
    expect(await playground.sentenceSaid()).toBe(`${markup} takes 75 % of the attention of ${markup}.`);
    expect(await playground.scoreBars.first().getAttribute('aria-label')).toBe(`Score of ${markup} for ${markup}`);
    expect(await playground.readout.innerText()).toContain(markup);
    await playground.showTable();
    await eventually(() => playground.tableColumn('Source word')).toEqual([markup, 'b', 'Sum']);
    // Anything that ran would be a complaint: a dialog, a request for x that is answered by 404.
    expect(await playground.page.locator('img, script:not([src])').count()).toBe(0);
  });
});

describe('a step that sees nothing', () => {
  it('causal, bottom-right, with more steps than words: zeros, and a word about it', async () => {
    const playground = await open();
    await playground.page.getByRole('radio', { name: 'bottom-right' }).check({ force: true });
    await playground.button('Previous step').click();
    await eventually(() => playground.fullWeights()).toEqual(['0', '0', '0']);
    expect(await playground.context()).toEqual(['0', '0']);
    expect((await playground.heatmap())[0]).toEqual([0, 0, 0]);
    const [sum, entropy] = await playground.rowSums(0);
    expect([sum.text, entropy.text]).toEqual(['0', '0.00']);
    expect(await playground.page.locator('attention-flow [role=status]').innerText()).toContain(
      'This step sees no word',
    );
    await playground.page.getByRole('radio', { name: 'top-left' }).check({ force: true });
    await eventually(() => playground.fullWeights()).toEqual(['1', '0', '0']);
  });

  it('an imported row of zeros: zeros, until a score is typed', async () => {
    const playground = await open();
    await playground.dropFile('zeros.csv', ',a,b\nx,0,0\ny,1,3\n');
    await eventually(() => playground.fullWeights()).toEqual(['0', '0']);
    expect(await playground.scoreBar('a', 'x').getAttribute('aria-valuetext')).toMatch(/minus infinity/);
    await playground.scoreBar('a', 'x').focus();
    await playground.page.keyboard.press('ArrowUp');
    await eventually(() => playground.fullWeights()).toEqual(['1', '0']);
    await playground.page.keyboard.press('Delete');
    await eventually(() => playground.fullWeights()).toEqual(['0', '0']);
  });
});
