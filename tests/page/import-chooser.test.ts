import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { npyFile, safetensorsFile, safetensorsWith, zipFile } from '../unit/io/arrays/write-files.ts';
import { hasRealFiles, realFile } from '../unit/io/real-files.ts';
import { accessibilityFaults } from './axe.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';
import { tasksDuring } from './page-tasks.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open, serve, complaints } = usePages();

interface Chooser {
  readonly element: Locator;
  readonly said: Locator;
  show(): Promise<void>;
}

async function chooserFor(playground: PlaygroundPage, name: string, content: string | Uint8Array): Promise<Chooser> {
  await playground.dropFile(name, content);
  const element = playground.page.locator('attention-import');
  await element.locator('canvas').waitFor();
  return {
    element,
    said: element.getByRole('status'),
    show: () => element.getByRole('button', { name: 'Show it' }).click(),
  };
}

const scores = npyFile({ shape: [2, 3], numbers: [1, 2, 3, 4, 5, -6] });
const masked = zipFile({
  'scores.npy': scores,
  'attention_mask.npy': npyFile({ shape: [3], numbers: [1, 1, 0], type: 'int8' }),
});

describe('a file of arrays', () => {
  it.skipIf(!hasRealFiles)(
    'GPT-2: a layer and head are chosen, drawn, shown, undone, and are in the link',
    async () => {
      const playground = await open();
      const text = realFile('transformer_explainer_gpt2_ex2.json');
      const { attention, tokens } = JSON.parse(text) as { attention: number[][][][]; tokens: string[] };
      const { element, said, show } = await chooserFor(playground, 'gpt2.json', text);
      await eventually(() => said.innerText()).toMatch(/Along axis 4 the numbers add up to 1, so these are weights/);
      await element.getByRole('spinbutton', { name: /^Layer/ }).fill('3');
      const head = element.getByRole('spinbutton', { name: /^Head/ });
      await head.fill('7');
      await head.press('Tab');
      await show();
      await eventually(() => playground.sourceTitles()).toEqual(tokens);
      await playground.stepChoice.selectOption({ index: 5 });
      const shown = (await playground.fullWeights()).map(Number);
      for (const [key, weight] of attention[2][6][5].entries()) expect(shown[key]).toBeCloseTo(weight, 6);
      expect(await element.count(), 'the chooser is done').toBe(0);
      const address = await playground.settledAddress();
      await playground.page.goto('about:blank');
      await playground.page.goto(address);
      await playground.isReady();
      expect((await playground.fullWeights()).map(Number)).toEqual(shown);
    },
  );

  it('B1: the page says which way it reads a mask, shows what is hidden, and lets it be switched', async () => {
    const playground = await open();
    const { element, said, show } = await chooserFor(playground, 'masked.npz', masked);
    await eventually(() => said.innerText()).toMatch(
      /1 is read as “may attend”, 0 as “hidden”: 2 of 6 pairs are hidden, every query sees something/,
    );
    await element.getByRole('radio', { name: '1 or True: hidden' }).check({ force: true });
    await eventually(() => said.innerText()).toMatch(
      /1 is read as “hidden”, 0 as “may attend”: 4 of 6 pairs are hidden/,
    );
    await show();
    await eventually(() => playground.fullWeights()).toEqual(['0', '0', '1']);
    expect(await playground.page.locator('.origin').innerText()).toMatch(/^Scores from your file/);
  });

  it('D1: a float16 mask of −1e9 has become −∞, and the page says so', async () => {
    const playground = await open();
    const header = '{"scores":{"dtype":"F16","shape":[1,2],"data_offsets":[0,4]}}';
    const file = safetensorsWith(header, Uint8Array.of(0, 0x3c, 0, 0xfc));
    const { said, show } = await chooserFor(playground, 'half.safetensors', file);
    await eventually(() => said.innerText()).toMatch(
      /float16, whose numbers end at ±65,504: a mask of −1e9 has become −∞/,
    );
    await show();
    await eventually(() => playground.fullWeights()).toEqual(['1', '0']);
  });

  it('queries and keys of three files become scores; a wrong width is said, and nothing is shown', async () => {
    const playground = await open();
    const { element, said, show } = await chooserFor(
      playground,
      'qk.safetensors',
      safetensorsFile({
        q: { shape: [1, 2], numbers: [Math.SQRT2, 0] },
        k: { shape: [2, 2], numbers: [1, 5, 1, -5] },
        other: { shape: [2, 3], numbers: [1, 2, 3, 4, 5, 6] },
      }),
    );
    const keys = element.getByRole('combobox', { name: /^Keys/ });
    await keys.selectOption({ label: 'other, 2 × 3, float32' });
    await eventually(() => said.innerText()).toMatch(/The queries are 2 wide and the keys 3/);
    expect(await element.getByRole('button', { name: 'Show it' }).isDisabled()).toBe(true);
    await keys.selectOption({ label: 'k, 2 × 2, float32' });
    await element.getByLabel('Words of the columns').fill('ja nein');
    await element.getByLabel('Words of the columns').press('Tab');
    await eventually(() => element.getByRole('button', { name: 'Show it' }).isEnabled()).toBe(true);
    await show();
    await eventually(() => playground.sourceWords()).toEqual(['ja', 'nein']);
    expect(await playground.fullWeights()).toEqual(['0.5', '0.5']);
  });

  it('Show pressed before a choice is answered waits for it, and shows it once', async () => {
    const playground = await open({
      before: (page) =>
        page.addInitScript(() => {
          // Holds what is asked of the reader from `hold` on until `release`.
          const send = Worker.prototype.postMessage;
          let held: (() => void)[] | null = null;
          Worker.prototype.postMessage = function post(this: Worker, ...message: [unknown]): void {
            const isTake = (message[0] as { path?: string[] }).path?.[0] === 'take';
            if (isTake && held) held.push(() => send.apply(this, message));
            else send.apply(this, message);
          } as typeof send;
          const release = (): void => {
            held?.forEach((sendIt) => sendIt());
            held = null;
          };
          Object.assign(window, { hold: () => (held = []), release });
        }),
    });
    const { element } = await chooserFor(playground, 'scores.npy', scores);
    const shown = await element.evaluateHandle((chooser) => {
      const seen = { count: 0 };
      chooser.addEventListener('taken', () => seen.count++);
      return seen;
    });
    await playground.page.evaluate('hold()');
    await element.getByLabel('Words of the columns').fill('eins zwei drei');
    // The click leaves the field, which chooses its words.
    await element.getByRole('button', { name: 'Show it' }).dblclick();
    await playground.page.evaluate('release()');
    await eventually(() => playground.sourceWords()).toEqual(['eins', 'zwei', 'drei']);
    await eventually(() => element.count()).toBe(0);
    expect(await shown.evaluate(({ count }) => count)).toBe(1);
  });

  it('rows that sum to 0.99996 are taken as they are, and said', async () => {
    const playground = await open();
    const { said } = await chooserFor(
      playground,
      'rounded.npy',
      npyFile({ shape: [2, 3], numbers: [0.33332, 0.33332, 0.33332, 0.5, 0.25, 0.25] }),
    );
    await eventually(() => said.innerText()).toMatch(/The rows add up to between 0\.99996\d* and 1\.00000\./);
  });

  it('negative numbers in a table are scores, not a refusal', async () => {
    const playground = await open();
    const { show } = await chooserFor(playground, 'negative.csv', ',a,b\nx,-1,-1\n');
    await show();
    await eventually(() => playground.fullWeights()).toEqual(['0.5', '0.5']);
  });

  it('that holds nothing of attention says so, and what it holds', async () => {
    const playground = await open();
    await playground.dropFile('loss.npy', npyFile({ shape: [], numbers: [0.5] }));
    const element = playground.page.locator('attention-import');
    await eventually(() => element.getByRole('status').innerText()).toMatch(
      /Nothing in this file can be attention[^]*loss, one number, float64/,
    );
    await element.getByRole('button', { name: 'Cancel' }).click();
    await eventually(() => element.count()).toBe(0);
  });

  it('K3: names and words that look like HTML are shown as they are written', async () => {
    const playground = await open();
    const evil = '<img src=x onerror=alert(1)>';
    const { element, show } = await chooserFor(
      playground,
      `${evil}.json`,
      JSON.stringify({
        tokens: [evil, '</s>'],
        [evil]: [
          [1, -1],
          [2, 3],
        ],
      }),
    );
    expect(await element.getByLabel('Array').innerText()).toContain(evil);
    await show();
    await eventually(() => playground.sourceTitles()).toEqual([evil, '</s>']);
    expect(await playground.page.locator('img').count()).toBe(0);
  });

  it('L3: 12 layers of 12 heads of 512 tokens: a picture within seconds, and the page answers meanwhile', async () => {
    const playground = await open();
    // Made in the page: 75 MB of float16 zeros with a first column of ones.
    await playground.page.evaluate(() => {
      const shape = [12, 12, 512, 512];
      const dictionary = `{'descr': '<f2', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`;
      const header = `${dictionary.padEnd(117)}\n`;
      const numbers = new Uint16Array(shape.reduce((product, size) => product * size, 1));
      for (let row = 0; row < numbers.length; row += 512) numbers[row] = 0x3c00;
      const start = new Uint8Array([0x93, 78, 85, 77, 80, 89, 1, 0, header.length, 0]);
      const data = new DataTransfer();
      data.items.add(new File([start, header, numbers], 'attentions.npy'));
      const drop = (): void => {
        const target = document.querySelector('attention-playground')!;
        target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      };
      Object.assign(window, { drop });
    });
    const element = playground.page.locator('attention-import');
    const [longest] = await tasksDuring(playground.page, async () => {
      await playground.page.evaluate('drop()');
      await element.locator('canvas').waitFor();
      await eventually(() => element.getByRole('status').innerText()).toMatch(
        /512 queries; the stage shows at most 300/,
      );
    });
    expect(longest).toBeLessThan(100);
    await element.getByLabel('Queries to').fill('24');
    await element.getByLabel('Queries to').press('Tab');
    await element.getByLabel('Keys to').fill('24');
    await element.getByLabel('Keys to').press('Tab');
    await eventually(() => element.locator('canvas').getAttribute('width')).toBe('24');
  });
});

describe('where a page is restricted', () => {
  it('N1: without isolation a file is read all the same', async () => {
    const playground = await open({ site: await serve({ headers: false }) });
    const { show } = await chooserFor(playground, 'scores.npy', scores);
    await show();
    await eventually(() => playground.scores()).toHaveLength(3);
  });

  it('a page that may not start workers reads on its own thread', async () => {
    const playground = await open({
      before: (page) =>
        page.addInitScript(() => {
          // As a sandbox without an origin of its own does.
          window.Worker = function refuse(): never {
            throw new DOMException('refused', 'SecurityError');
          } as unknown as typeof Worker;
        }),
    });
    const { show } = await chooserFor(playground, 'scores.npy', scores);
    await show();
    await eventually(() => playground.scores()).toHaveLength(3);
  });

  it('nothing of it is loaded before a file is brought, and its worker ends with it', async () => {
    const asked: string[] = [];
    const playground = await open({
      before: (page) => {
        page.on('request', (request) => asked.push(request.url()));
        return Promise.resolve();
      },
    });
    const isPart = (url: string): boolean => /import-reader|attention-import|opened-file|import-worker/.test(url);
    expect(asked.filter(isPart)).toEqual([]);
    const { element } = await chooserFor(playground, 'scores.npy', scores);
    const readers = (): number => playground.page.workers().filter((worker) => worker.url().includes('import')).length;
    expect(readers()).toBe(1);
    await element.getByRole('button', { name: 'Cancel' }).click();
    await eventually(() => Promise.resolve(readers())).toBe(0);
  });
});

describe('the chooser', () => {
  it.each([
    { colorScheme: 'light', viewport: { width: 1440, height: 1000 } },
    { colorScheme: 'dark', viewport: { width: 768, height: 1000 } },
    { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  ] as const)('$colorScheme on $viewport.width px: axe finds nothing, and nothing sticks out', async (look) => {
    const playground = await open(look);
    await chooserFor(playground, 'masked.npz', masked);
    expect(await accessibilityFaults(playground.page)).toEqual([]);
    expect(await playground.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });

  it('can be used by the keyboard alone', async () => {
    const playground = await open();
    const { element, said } = await chooserFor(playground, 'masked.npz', masked);
    await element.getByRole('radio', { name: '1 or True: may attend' }).focus();
    await playground.page.keyboard.press('ArrowRight');
    await eventually(() => said.innerText()).toMatch(/1 is read as “hidden”/);
    await element.getByRole('button', { name: 'Show it' }).press('Enter');
    await eventually(() => playground.fullWeights()).toEqual(['0', '0', '1']);
  });
});

describe('a built page elsewhere', () => {
  it('P3: under a sub-path the chooser and its worker are found', async () => {
    const playground = await open({ site: await serve({ subPath: '/some/sub/path/' }) });
    const { show } = await chooserFor(playground, 'scores.npy', scores);
    expect(playground.page.workers().some((worker) => worker.url().includes('/some/sub/path/'))).toBe(true);
    await show();
    await eventually(() => playground.scores()).toHaveLength(3);
  });

  it("P5: a strict policy needs no more than 'wasm-unsafe-eval' for files either", async () => {
    const policy =
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
    const site = await serve({ responseHeaders: { 'Content-Security-Policy': policy } });
    const playground = await open({ site });
    const { show } = await chooserFor(playground, 'masked.npz', masked);
    await show();
    await eventually(() => playground.fullWeights()).toHaveLength(3);
  });

  it('P5: a policy that forbids workers leaves the page to read by itself', async () => {
    const policy =
      "default-src 'self'; style-src 'self'; worker-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
    const site = await serve({ responseHeaders: { 'Content-Security-Policy': policy } });
    const playground = await open({ site });
    const { show } = await chooserFor(playground, 'scores.npy', scores);
    await show();
    await eventually(() => playground.scores()).toHaveLength(3);
    // The browser itself reports the worker that it refused.
    expect(complaints.splice(0).filter((complaint) => !/worker-src|Worker/.test(complaint))).toEqual([]);
  });
});
