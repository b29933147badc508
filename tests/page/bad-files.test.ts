import { describe, expect, it } from 'vitest';
import type { AttentionInputPanel } from '../../web/elements/attention-input.ts';
import { eventually } from './eventually.ts';
import { holdFiles } from './held-files.ts';
import { usePages } from './page-fixture.ts';

const { open } = usePages();

describe('a file that cannot be read', () => {
  it('is refused in one sentence, and nothing is lost', async () => {
    const playground = await open();
    const before = await playground.fullWeights();
    const said = playground.page.locator('attention-input .report p, attention-notices li span');
    const twoRows = [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ];
    for (const [name, content, sentence] of [
      ['empty.csv', '', /There is nothing to read/],
      ['ragged.csv', '1,2,3\n4,5\n', /Row 2 has 2 cells where the first row has 3/],
      ['text-cell.csv', '0.1,0.9\n0.2,much\n', /Row 2, column 2 holds “much” where a number is expected/],
      ['nan.csv', ',a,b\nx,nan,2\n', /Row 1, column 1 is NaN\. A weight must be a finite number/],
      [
        'sizes.json',
        JSON.stringify({ source: ['a', 'b'], target: ['x'], weights: twoRows }),
        /2 rows and 4 columns, but there are 1 target and 2 source words/,
      ],
      ['uneven-heads.json', '[[[1, 2]], [[1]]]', /the list 2\.1 has 1 entries where the first of its kind has 2/],
      ['python.json', '{"weights": [[NaN]]}', /Row 1, column 1 is NaN/],
      ['broken.json', '{"weights": [[1,', /begins like JSON but is not/],
      ['prose.txt', 'Once upon a time there was a table.', /neither a table of numbers nor JSON/],
      [
        'binary.npy',
        Uint8Array.from([147, 78, 85, 77, 80, 89, 0, 1, 0, 255]),
        /The header of this \.npy file cannot be read/,
      ],
      ['keras.h5', Uint8Array.from([137, 72, 68, 70, 13, 10, 26, 10]), /is a HDF5 \(Keras, h5py\) file/],
      ['cut.npz', Uint8Array.from([80, 75, 3, 4, 20, 0]), /The header of this \.npz file cannot be read/],
    ] as const) {
      await playground.dropFile(name, content);
      await eventually(() => said.allInnerTexts(), name).toEqual([expect.stringMatching(sentence)]);
      expect(await playground.fullWeights()).toEqual(before);
    }
    expect(await playground.sourceWords()).toEqual(['Je', 'suis', 'étudiant']);
  });

  it('a huge one is refused by its size, before it is read', async () => {
    const playground = await open();
    await playground.dropDigits('huge.csv', 33 * 1024 * 1024);
    await eventually(() => playground.report.innerText()).toMatch(/This is 33\.0 MB; at most 32\.0 MB can be read/);
  });

  it('a good one after a bad one takes the complaint away', async () => {
    const playground = await open();
    await playground.dropFile('bad.csv', '1,2\n3\n');
    await eventually(() => playground.report.innerText()).toMatch(/Row 2/);
    await playground.dropFile('good.csv', ',a,b\nx,1,3\n');
    await eventually(() => playground.report.innerText()).toMatch(/Read 1 sentence/);
    await eventually(() => playground.fullWeights()).toEqual(['0.25', '0.75']);
  });

  it('a bad one after a good one is not said to have been read', async () => {
    const playground = await open();
    await playground.dropFile('good.csv', ',a,b\nx,1,3\n');
    await eventually(() => playground.report.innerText()).toMatch(/Read 1 sentence/);
    await playground.dropFile('bad.csv', '1,2\n3\n');
    await eventually(() => playground.report.innerText()).toMatch(/^Row 2/);
    expect(await playground.sourceWords()).toEqual(['a', 'b']);
  });
});

describe('a file that is still being read', () => {
  it('does not take the place of words that are shown meanwhile', async () => {
    const playground = await open();
    const { page } = playground;
    await playground.openInput();
    const release = await holdFiles(page);
    const isRead = page
      .locator('attention-input')
      .evaluate((panel) => (panel as AttentionInputPanel).bring([new File([',a,b\nx,1,3\n'], 'slow.csv')]));
    await eventually(() => playground.report.innerText()).toContain('slow.csv');
    await playground.typeWords('one two', 'three');
    await eventually(() => playground.sourceWords()).toEqual(['one', 'two']);
    await release();
    await isRead;
    await playground.isReady();
    expect(await playground.settledAddress()).toContain('one');
    expect(await playground.sourceWords()).toEqual(['one', 'two']);
    expect(await playground.report.count()).toBe(0);
  });
});

describe('other ways to bring a file', () => {
  it('text dragged from another window', async () => {
    const playground = await open();
    await playground.dropText(',a,b\nx,1,3\n');
    await eventually(() => playground.fullWeights()).toEqual(['0.25', '0.75']);
  });

  it('text dragged into a field of the page is the field\u2019s; a file is read there, too', async () => {
    const playground = await open();
    const before = await playground.fullWeights();
    await playground.openInput();
    const field = playground.page.getByLabel('Source sentence');
    expect(await playground.isDropTaken(field, 'some words')).toBe(false);
    expect(await playground.report.count()).toBe(0);
    expect(await playground.fullWeights()).toEqual(before);
    expect(await playground.isDropTaken(field, new Uint8Array(Buffer.from(',a,b\nx,1,3\n')))).toBe(true);
    await eventually(() => playground.fullWeights()).toEqual(['0.25', '0.75']);
  });

  it('pasted, and by the file chooser', async () => {
    const playground = await open();
    await playground.openInput();
    await playground.page.getByLabel('Or paste it here').fill('a;b\n0,25;0,75\n');
    await playground.button('Read it').click();
    await eventually(() => playground.report.innerText()).toMatch(/decimal comma/);
    await eventually(() => playground.fullWeights()).toEqual(['0.25', '0.75']);

    await playground.page.getByLabel('Choose a file').setInputFiles({
      name: 'two.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({
          tokens: ['a', 'b'],
          weights: [
            [1, 1],
            [1, 4],
          ],
        }),
      ),
    });
    await eventually(() => playground.fullWeights()).toEqual(['0.5', '0.5']);
    await playground.button('Undo').click();
    await eventually(() => playground.fullWeights(), 'an import is a step of undo').toEqual(['0.25', '0.75']);
    await playground.button('Undo').click();
    await eventually(() => playground.sourceWords()).toEqual(['Je', 'suis', 'étudiant']);
  });
});
