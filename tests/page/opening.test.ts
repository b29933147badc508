import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open } = usePages();
const texts = (numbers: readonly { readonly text: string }[]): string[] => numbers.map(({ text }) => text);

describe('the opening', () => {
  it('shows step 2 of the worked example, number by number', async () => {
    const playground = await open();
    expect(await playground.currentStep.first().innerText()).toBe('am');
    expect(texts(await playground.scores())).toEqual(['0.3', '2.1', '0.5']);
    expect(texts(await playground.exponentials())).toEqual(['1.350', '8.166', '1.649']);
    expect(texts(await playground.exponentialSum())).toEqual(['Σ 11.165']);
    expect(texts(await playground.weights())).toEqual(['0.12', '0.73', '0.15']);

    const [je, suis, etudiant] = [0.3, 2.1, 0.5].map(Math.exp);
    const sum = je + suis + etudiant;
    const context = [(je * -0.6 + suis * 1.2 + etudiant * 0.9) / sum, (je * 0.9 + suis * 0.9 + etudiant * -0.4) / sum];
    expect(await playground.context()).toEqual(context.map((value) => String(Number(value.toPrecision(7)))));
  });

  it('works out the largest weight in the open', async () => {
    const playground = await open();
    const formulas = await playground.arithmetic.locator('math').allTextContents();
    const written = formulas.join('').replace(/\s/g, '');
    expect(written).toContain('exp(2.1)=8.166');
    expect(written).toContain('=exp(2.1)11.165=8.16611.165=0.73');
    expect(written).toContain('=0.12h1+0.73h2+0.15h3=(0.94,0.71)');
    expect(await playground.sentenceSaid()).toBe('suis takes 73 % of the attention of am.');
  });
});

describe('the examples', () => {
  /** The word that each step looks at most, read off the heatmap. */
  const largestPerRow = async (playground: PlaygroundPage): Promise<number[]> =>
    (await playground.heatmap()).map((row) => row.indexOf(Math.max(...row)));

  it('fifty words: step 30 gives 0.6 to word 25 and 0.3 to word 26, almost nothing to the others', async () => {
    const playground = await open();
    await playground.chooseExample(/Fifty words/);
    await eventually(() => playground.stepChoice.inputValue()).toBe('29');
    await playground.showTable();
    await eventually(async () => (await playground.tableColumn('Weight')).length).toBe(51);
    const weights = (await playground.tableColumn('Weight')).slice(0, 50).map(Number);
    expect(weights[24]).toBeCloseTo(0.6, 3);
    expect(weights[25]).toBeCloseTo(0.3, 3);
    weights.forEach((weight, word) => {
      if (word !== 24 && word !== 25) expect(weight, `word ${word + 1}`).toBeLessThan(0.003);
    });
  });

  it('words that change places: the alignment runs along the other diagonal', async () => {
    const playground = await open();
    await playground.chooseExample(/change places/);
    await eventually(() => largestPerRow(playground)).toEqual([2, 1, 0]);
    expect(await playground.sourceWords()).toEqual(['neural', 'machine', 'translation']);
  });

  it('one to many: hit, with, a and pie all look at entarté', async () => {
    const playground = await open();
    await playground.chooseExample(/four answers/);
    await eventually(() => largestPerRow(playground)).toEqual([0, 3, 2, 3, 3, 3]);
    expect(await playground.targetWords()).toEqual(['he', 'hit', 'me', 'with', 'a', 'pie']);
  });

  it('a padded batch: padding gets nothing until its mask is taken off', async () => {
    const playground = await open();
    await playground.chooseExample(/padded batch/);
    await eventually(() => playground.sourceWords()).toEqual(['il', 'pleut', '<pad>', '<pad>']);
    await eventually(async () => (await playground.heatmap()).map((row) => row.slice(2))).toEqual(
      Array(4).fill([0, 0]),
    );
    const masked = await playground.fullWeights();
    expect(masked.slice(2)).toEqual(['0', '0']);
    await playground.page.getByRole('checkbox', { name: /Hide padding/ }).uncheck();
    await eventually(async () => Number((await playground.fullWeights())[2])).toBeGreaterThan(0.1);
    await playground.page.getByRole('checkbox', { name: /Hide padding/ }).check();
    await eventually(() => playground.fullWeights()).toEqual(masked);
  });
});
