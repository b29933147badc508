import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasRealFiles, realFile } from '../unit/io/real-files.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { open } = usePages();

/** An alignment in which every target word looks at the source word of the same place. */
const diagonal = (source: readonly string[], target: readonly string[]): string =>
  JSON.stringify({ source, target, weights: target.map((_, t) => source.map((__, i) => (i === t ? 1 : 0.01))) });

/** Bytes that a page holds after the collection of garbage: of scripts, of the document, of arrays and WebAssembly. */
async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

describe('faults that people reported of other products', () => {
  it('A1: a step that sees nothing has zeros, the others keep theirs', async () => {
    const playground = await open();
    await playground.dropFile('row-of-zeros.csv', ',a,b\nx,1,1\ny,0,0\nz,1,3\n');
    await eventually(async () => (await playground.heatmap())[1]).toEqual([0, 0]);
    expect(await playground.fullWeights()).toEqual(['0.5', '0.5']);
    expect((await playground.rowSums(1)).map(({ text }) => text)).toEqual(['0', '0.00']);
    await playground.stepChoice.selectOption({ index: 2 });
    await eventually(() => playground.fullWeights()).toEqual(['0.25', '0.75']);
  });

  it('C1: 2 steps over 5 words see by the corner that the page names', async () => {
    const playground = await open();
    await playground.typeWords('a b c d e', 'x y');
    const seen = async (): Promise<number[]> =>
      (await playground.heatmap()).map((row) => row.filter((opacity) => opacity > 0).length);
    await eventually(seen).toEqual([5, 5]);
    await playground.page.getByRole('radio', { name: 'top-left' }).check({ force: true });
    await eventually(seen).toEqual([1, 2]);
    await playground.page.getByRole('radio', { name: 'bottom-right' }).check({ force: true });
    await eventually(seen).toEqual([4, 5]);
  });

  it('J1: where one word gets everything the entropy is 0, not −0', async () => {
    const playground = await open({ hash: '#v=1&t=2&T=0' });
    const [, entropy] = await playground.rowSums(1);
    expect(entropy.text).toBe('0.00');
    expect(entropy.full).toContain('Entropy 0 nats');
  });

  it('K1: markers of tokenizers are readable, the raw token is told, and tokens that differ by them stay apart', async () => {
    const source = ['Ġthe', 'the', '▁Haus', '##ing', 'Net@@', 'Ċ'];
    const playground = await open();
    await playground.dropFile('tokens.json', diagonal(source, source));
    await eventually(() => playground.sourceWords()).toEqual(['·the', 'the', '␣Haus', '‐ing', 'Net‐', '⏎']);
    expect(await playground.sourceTitles()).toEqual(source);
  });

  it('K3: <s>, </s>, <unk> and a<b<c are shown as they are written', async () => {
    const source = ['<s>', '</s>', '<unk>', 'a<b<c', '&amp;', '<!--'];
    const playground = await open();
    await playground.dropFile('tokens.json', diagonal(source, source));
    await eventually(() => playground.sourceWords()).toEqual(source);
    expect(await playground.targetWords()).toEqual(source);
    expect(await playground.scoreBars.first().getAttribute('aria-label')).toBe('Score of <s> for <s>');
    await playground.showTable();
    expect((await playground.tableColumn('Source word')).slice(0, 6)).toEqual(source);
  });

  it.each([
    ['Chinese', '今天我们一起去看了一部非常好看的电影然后在附近的小餐馆吃了晚饭又沿着河边慢慢走回家里休息睡'],
    ['English', 'supercalifragilistic expialidocious notwithstanding'],
  ])('K5: 40 %s words: every label can be reached', async (_language, text) => {
    const parts = text.includes(' ') ? text.split(' ') : [...text];
    const words = Array.from({ length: 40 }, (_, index) => parts[index % parts.length]);
    const playground = await open({ viewport: { width: 800, height: 900 } });
    await playground.dropFile('forty.json', diagonal(words, words));
    await eventually(async () => (await playground.sourceWords()).length).toBe(40);
    expect(await playground.sourceTitles()).toEqual(words);
    for (const index of [0, 13, 26, 39]) {
      const place = await playground.placeOfSourceWord(index);
      expect(place.width, `word ${index + 1}`).toBeGreaterThan(8);
      expect(place.isOnTop, `word ${index + 1} is what one sees and hits at its place`).toBe(true);
    }
  });

  it('L1: rows are named by target words, columns by source words, in picture, tooltip and table', async () => {
    const source = ['s1', 's2', 's3', 's4', 's5'];
    const target = ['t1', 't2', 't3'];
    const playground = await open();
    await playground.dropFile('3x5.json', diagonal(source, target));
    await eventually(() => playground.sourceWords()).toEqual(source);
    expect(await playground.heatmapRowNames()).toEqual(target);
    expect(await playground.heatmapGrid.getAttribute('aria-label')).toContain('3 steps by 5 source words');
    expect(await playground.readout.innerText()).toMatch(/^t1 → s1:/);
    await playground.showTable();
    const all = playground.page.getByRole('table').nth(1);
    expect(await all.getByRole('rowheader').allInnerTexts()).toEqual(target);
    expect((await all.getByRole('columnheader').allInnerTexts()).slice(0, 5)).toEqual(source);
  });

  it('M1: 12 heads of 64 positions for 12 words are one message with both numbers, and the padding is left out', async () => {
    const head = JSON.stringify(Array(64).fill([1, ...Array<number>(63).fill(0)]));
    const tokens = Array.from({ length: 12 }, (_, index) => `w${index}`);
    const playground = await open();
    const content = `{"tokens": ${JSON.stringify(tokens)}, "weights": [${Array(12).fill(head).join(',')}]}`;
    await playground.dropFile('heads.json', content);
    const chooser = playground.page.locator('attention-import');
    await eventually(() => chooser.getByRole('status').innerText()).toMatch(
      /64 queries, but 12 words: the first 12 are shown, the rest is taken for padding/,
    );
    await chooser.getByRole('button', { name: 'Show it' }).click();
    await eventually(() => playground.sourceWords()).toEqual(tokens);
  });

  it.skipIf(!hasRealFiles)('M1: one row and column more than words are read as the end of the sentence', async () => {
    const playground = await open();
    await playground.dropFile('nematus_alignments.txt', realFile('nematus_alignments.txt'));
    await eventually(() => playground.report.innerText()).toMatch(/Read 3 sentences \(nematus\)/);
    expect(await playground.report.innerText()).toMatch(/one more of rows than there are words/);
    await eventually(async () => (await playground.sourceWords()).at(-1)).toBe('<EOS>');
    expect(await playground.sourceWords()).toContain('Net‐');
  });

  it('O3: twenty reloads leave the page as good as new, and its memory as it was', async () => {
    const playground = await open();
    const reload = async (times: number): Promise<number> => {
      for (let time = 0; time < times; time += 1) {
        await playground.page.reload();
        await playground.page.locator('attention-playground[ready]').waitFor();
      }
      return memoryOf(playground.page);
    };
    const settled = await reload(5);
    expect(await reload(15)).toBeLessThan(1.25 * settled);
    await eventually(() => playground.engineLine('WebAssembly, SIMD')).toMatch(/1 thread/);
    expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
  });

  it('O3: fifty scores changed in a text of 100 words leave the memory as it was', async () => {
    const playground = await open();
    const words = Array.from({ length: 100 }, (_, index) => `w${index}`).join(' ');
    await playground.typeWords(words, words);
    const bar = playground.page.getByRole('slider', { name: /^Score of w7 for w0/ });
    const change = async (times: number): Promise<number> => {
      for (let time = 0; time < times; time += 1) await bar.press(time % 2 === 0 ? 'ArrowUp' : 'ArrowDown');
      return memoryOf(playground.page);
    };
    const settled = await change(10);
    expect(await change(50)).toBeLessThan(1.25 * settled);
  });

  it('U2: a byte-order mark, semicolons and decimal commas are read', async () => {
    const playground = await open();
    await playground.dropFile('excel.csv', '\uFEFF;"a, ""b""";é\r\n😀;0,25;0,75\r\n');
    await eventually(() => playground.sourceWords()).toEqual(['a, "b"', 'é']);
    expect(await playground.targetWords()).toEqual(['😀']);
    expect(await playground.fullWeights()).toEqual(['0.25', '0.75']);
  });
});

describe('a narrow window', () => {
  it.each([320, 360, 768])('of %d px scrolls up and down only', async (width) => {
    const playground = await open({ viewport: { width, height: 740 }, hash: '#v=1&example=fifty-words&t=30' });
    const widths = await playground.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1]);
  });
});
