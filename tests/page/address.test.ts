import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { open } = usePages();

describe('back and forward', () => {
  it('go through steps and examples, and leave the changes where they were made', async () => {
    const playground = await open();
    const { page } = playground;
    await playground.scoreBar('suis', 'am').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(3.1);
    await playground.button('Next step').click();
    await eventually(() => playground.currentStep.first().innerText()).toBe('a');
    await playground.settledAddress();
    await playground.chooseExample(/change places/);
    await eventually(() => playground.sourceWords()).toEqual(['neural', 'machine', 'translation']);
    await playground.settledAddress();

    await page.goBack();
    await eventually(() => playground.sourceWords()).toEqual(['Je', 'suis', 'étudiant']);
    await eventually(() => playground.currentStep.first().innerText()).toBe('a');
    await page.goBack();
    await eventually(() => playground.currentStep.first().innerText()).toBe('am');
    await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(3.1);
    await page.goForward();
    await page.goForward();
    await eventually(() => playground.sourceWords()).toEqual(['neural', 'machine', 'translation']);
    expect(await playground.notices.count()).toBe(0);
  });
});

describe('a broken link opens something and says what is wrong', () => {
  const links = [
    ['#v=99&t=2', /was made by another version \(“99”\)\. The opening example is shown instead/],
    ['#hello', /“#?hello” says nothing that is known here\. The opening example is shown instead/],
    ['#v=1&t=99', /t = “99” became “4”/],
    ['#v=1&t=2&T=warm&score=guess', /T = “warm” became “1”; score = “guess” became “given”/],
    ['#v=1&t=2&scores=1.2.9:3', /scores = “1\.2\.9:3” was left out/],
    ['#v=1&t=2&scores=1.2.2:1e99', /scores = “1\.2\.2:1e99” became “1000000000”/],
    ['#v=1&example=imported&data=AAAA', /The data in this link cannot be read/],
    ['#v=1&example=imported', /Bring the file itself; the opening example is shown instead/],
    ['#v=1&example=own&source=&target=x', /The source sentence has no words/],
    ['#v=1&%E0%A4%A&t=2', /left out/],
  ] as const;

  it.each(links.slice(0, 3))('%s in a new tab', async (hash, sentence) => {
    const playground = await open({ hash });
    await eventually(() => playground.notices.allInnerTexts()).toEqual([expect.stringMatching(sentence)]);
    expect(await playground.sourceWords()).toEqual(['Je', 'suis', 'étudiant']);
  });

  it('each of them typed into the address of an open page', async () => {
    const playground = await open({ hash: '#v=1&example=reordering&t=1' });
    for (const [hash, sentence] of links) {
      await playground.page.evaluate((fragment) => (location.hash = fragment), hash);
      await eventually(() => playground.notices.allInnerTexts(), hash).toEqual([expect.stringMatching(sentence)]);
      await eventually(() => playground.sourceWords()).toEqual(['Je', 'suis', 'étudiant']);
      await playground.notices.getByRole('button', { name: 'Dismiss' }).click();
      await eventually(() => playground.notices.count()).toBe(0);
    }
  });
});

describe('a link', () => {
  it('opens the moment that it was made of', async () => {
    const rested = await open({ hash: '#v=1&t=2' });
    const moment = await open({ hash: '#v=1&t=2&time=0.6' });
    expect(await moment.scrubber.inputValue()).toBe('0.6');
    expect(await moment.opacityOf('.weights .sum')).toBe('0');
    expect(await rested.opacityOf('.weights .sum')).toBe('1');
    expect(await moment.page.locator('attention-flow .visitor').count(), 'the query is on its way').toBe(1);
    expect(await rested.page.locator('attention-flow .visitor').count()).toBe(0);
  });

  it('can be copied, the moment included', async () => {
    const playground = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await playground.scrubber.fill('1.5');
    await playground.button('Link').click();
    await playground.button('Copied').waitFor();
    const link = await playground.page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain('time=1.5');
    const other = await open({ hash: new URL(link).hash });
    expect(await other.scrubber.inputValue()).toBe('1.5');
  });
});

describe('imported weights that are too long for a link', () => {
  it('stay on the page and outlive a reload; the link says what it leaves out, and so does who opens it', async () => {
    const rows = Array.from({ length: 150 }, (_, row) =>
      Array.from({ length: 150 }, (__, column) => Math.abs(Math.sin(row * 150 + column)).toString()).join(','),
    );
    const playground = await open();
    await playground.dropFile('long.csv', rows.join('\n'));
    await eventually(async () => (await playground.heatmap()).length).toBe(150);
    await eventually(() => playground.notices.allInnerTexts()).toEqual([
      expect.stringMatching(/characters long, so it leaves out the imported weights\. On this page nothing is lost/),
    ]);
    const before = await playground.heatmap();
    const link = await playground.settledAddress();
    expect(link.length).toBeLessThan(1_000);
    await playground.page.reload();
    await playground.isReady();
    await eventually(() => playground.heatmap()).toEqual(before);

    const other = await open({ hash: new URL(link).hash });
    await eventually(() => other.notices.allInnerTexts()).toEqual([
      expect.stringContaining('Bring the file itself; the opening example is shown instead.'),
    ]);
  });
});

describe('a reload', () => {
  it('keeps everything that was set', async () => {
    const playground = await open();
    const { page } = playground;
    await playground.button('Next step').click();
    await playground.scoreBar('Je', 'a').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await playground.temperature.fill('2');
    await playground.temperature.press('Enter');
    await page.getByRole('radio', { name: 'top-left' }).check({ force: true });
    await page.getByRole('button', { name: /^Colours/ }).click();
    await playground.stateCell('Je', 1).focus();
    await page.keyboard.press('ArrowUp');
    await eventually(() => playground.valueOf(playground.stateCell('Je', 1))).toBe(-0.5);
    const before = [await playground.weights(), await playground.context(), await playground.heatmap()];
    await playground.settledAddress();
    await page.reload();
    await playground.isReady();
    await eventually(async () => [
      await playground.weights(),
      await playground.context(),
      await playground.heatmap(),
    ]).toEqual(before);
    expect(await page.locator('attention-playground').getAttribute('theme')).toBe('dark');
    expect(await playground.temperature.inputValue()).toBe('2');
    expect(await playground.stepChoice.inputValue()).toBe('2');
  });

  it('keeps imported weights and own words', async () => {
    const playground = await open();
    await playground.dropFile('mine.csv', ',α,"b, c"\nx,1,3\ny,2,2\n');
    await eventually(() => playground.sourceWords()).toEqual(['α', 'b, c']);
    await playground.settledAddress();
    await playground.page.reload();
    await playground.isReady();
    await eventually(() => playground.fullWeights()).toEqual(['0.25', '0.75']);
    expect(await playground.sourceWords()).toEqual(['α', 'b, c']);
    await playground.typeWords("c'est & ça", 'one=two #3');
    await eventually(() => playground.sourceWords()).toEqual(["c'est", '&', 'ça']);
    await playground.settledAddress();
    await playground.page.reload();
    await playground.isReady();
    expect(await playground.sourceWords()).toEqual(["c'est", '&', 'ça']);
    expect(await playground.targetWords()).toEqual(['one=two', '#3']);
  });
});
