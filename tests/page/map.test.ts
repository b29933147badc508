import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { VectorAttention } from '../../web/model/map-problem.ts';
import { mapOfText } from '../../web/model/map-text.ts';
import { weightsOf } from '../unit/state/map-fixtures.ts';
import { accessibilityFaults } from './axe.ts';
import { eventually } from './eventually.ts';
import { holdFiles } from './held-files.ts';
import { usePages } from './page-fixture.ts';
import { tasksDuring } from './page-tasks.ts';
import type { PlaygroundPage } from './playground-page.ts';

const { open } = usePages();

/** The section below the stage, opened; `state` says how far the picture is. */
async function openMap({ page }: PlaygroundPage) {
  const section = page.locator('attention-map-section');
  await section.locator('summary').first().click();
  const picture = section.locator('attention-map-picture');
  const cell = picture.getByRole('gridcell');
  const state = section.locator('attention-map-legend .state');
  await cell.waitFor();
  const stateName = (): Promise<string | null> => state.getAttribute('data-state');
  const place = async (): Promise<readonly [row: number, column: number]> => {
    const row = await picture.locator('[role=row]').getAttribute('aria-rowindex');
    return [Number(row), Number(await cell.getAttribute('aria-colindex'))];
  };
  return {
    section,
    picture,
    cell,
    stateName,
    place,
    readout: picture.locator('.readout'),
    table: section.locator('attention-map-table'),
    find: section.getByRole('textbox', { name: 'Word to find' }),
    status: section.locator('attention-map-find [role=status]'),
    report: section.locator('attention-map-source .report'),
    button: (name: string) => section.getByRole('button', { name, exact: true }),
    isExact: () => eventually(stateName).toBe('exact'),
  };
}

type OpenedMap = Awaited<ReturnType<typeof openMap>>;

const words = 'the keeper lit the lantern while the gull crossed the harbour and the tide left'.split(' ');
/** 600 words with repeats, in an order without a pattern. */
const text = Array.from({ length: 600 }, (_, index) => words[(index * index + 3 * index) % words.length]).join(' ');

async function showText({ button, section, report }: OpenedMap, content: string, isCausal = true): Promise<void> {
  await button('Your text').click();
  await section.getByRole('textbox', { name: 'Your text' }).fill(content);
  await section.getByRole('checkbox').setChecked(isCausal);
  await button('Show').click();
  await report.waitFor();
}

const fileOf = (name: string, content: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
});

async function showFile({ button, section, report }: OpenedMap, name: string, content: string): Promise<void> {
  await button('A file').click();
  await section.locator('input[type=file]').setInputFiles(fileOf(name, content));
  await report.waitFor();
}

/** The cells of the table with all their digits, by query and key counted from 0. */
async function shownWeights({ table }: OpenedMap): Promise<{ query: number; key: number; weight: number }[]> {
  const read = await table.locator('table').evaluate((element) => {
    const numberOf = (cell: Element): number =>
      Number(cell.querySelector('.number')!.textContent.replaceAll(',', '')) - 1;
    const keys = [...element.querySelectorAll('thead th')].slice(1).map(numberOf);
    return [...element.querySelectorAll('tbody tr')].flatMap((row) => {
      const query = numberOf(row.querySelector('th')!);
      return [...row.querySelectorAll('td')].map((cell, column) => ({
        query,
        key: keys[column],
        text: cell.title.replace('−', '-').replace('−', '-'),
      }));
    });
  });
  return read.map(({ query, key, text: shown }) => ({ query, key, weight: Number(shown) }));
}

describe('the map of long texts', { timeout: 120_000 }, () => {
  it('loads nothing before it is opened', async () => {
    const asked: string[] = [];
    const before = (page: Page): Promise<unknown> => {
      page.on('request', (request) => asked.push(request.url()));
      return Promise.resolve();
    };
    const playground = await open({ before });
    expect(asked.filter((url) => url.includes('attention-map'))).toEqual([]);
    await openMap(playground);
    expect(asked.filter((url) => url.includes('attention-map')).length).toBeGreaterThan(0);
  });

  it('opens with 16,384 tokens as a sample, and comes to be exact while the page answers', async () => {
    const playground = await open();
    const [longest] = await tasksDuring(playground.page, async () => {
      const map = await openMap(playground);
      await map.picture.evaluate((picture) => picture.scrollIntoView());
      await eventually(map.stateName).toBe('sample');
      const ink = (): Promise<number> =>
        map.picture.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!;
          copy.drawImage(canvas, 0, 0);
          return new Set(new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
        });
      expect(await ink()).toBeGreaterThan(50);
      await expect.poll(map.stateName, { timeout: 60_000 }).toBe('exact');
    });
    // The vectors of the example are made in a tenth of a second.
    expect(longest).toBeLessThan(250);
  });

  it.each([true, false])('shows at full zoom the softmax by its formula (causal: %s)', async (isCausal) => {
    const map = await openMap(await open());
    await showText(map, text, isCausal);
    await map.cell.focus();
    await map.cell.press('Enter');
    await map.isExact();
    await map.button('Table').click();
    const problem = mapOfText(text, isCausal);
    if ('code' in problem) throw new Error(problem.code);
    const attention = problem.heads[0].attention() as VectorAttention;
    const weights = weightsOf(attention, { queryCount: 600, keyCount: 600 });
    const shown = await shownWeights(map);
    expect(shown).toHaveLength(16 * 12);
    for (const { query, key, weight } of shown) {
      const expected = weights[query * 600 + key];
      expect(Math.abs(weight - expected), `${query} → ${key}`).toBeLessThanOrEqual(2e-5 * expected);
    }
    // The same in the line that tells of the cell under the cursor.
    const [row, column] = await map.place();
    const told = /weight ([\d.e−]+)/.exec(await map.readout.innerText())?.[1].replace('−', '-');
    expect(Number(told)).toBe(shown.find(({ query, key }) => query === row - 1 && key === column - 1)!.weight);
    expect(await map.cell.getAttribute('aria-label')).toContain('weight');
  });

  it('is used by the keyboard alone', async () => {
    const map = await openMap(await open());
    await showText(map, `${text} ${text} ${text}`);
    await map.cell.focus();
    await map.cell.press('Enter');
    const [row, column] = await map.place();
    await map.cell.press('ArrowRight');
    await map.cell.press('ArrowDown');
    await eventually(map.place).toEqual([row + 1, column + 1]);
    await map.cell.press('Shift+ArrowLeft');
    await eventually(map.place).toEqual([row + 1, column - 9]);
    await map.cell.press('End');
    await eventually(map.place).toEqual([row + 1, 1_800]);
    await map.cell.press('Control+Home');
    await eventually(map.place).toEqual([1, 1]);
    await map.cell.press('PageDown');
    await eventually(async () => (await map.place())[0]).toBeGreaterThan(5);
    await eventually(() => map.readout.innerText()).toMatch(/^query \d+ “\S+” → key 1 “the”/);
    for (let i = 0; i < 12; i++) await map.cell.press('-');
    await eventually(() => map.readout.innerText()).toMatch(/^queries [\d,]+–[\d,]+ × keys 1–/);
    await map.cell.press('+');
    await map.cell.press('0');
    await map.isExact();
  });

  it('zooms by the wheel only with Ctrl, and says so', async () => {
    const playground = await open();
    const map = await openMap(playground);
    await showText(map, text);
    await map.picture.scrollIntoViewIfNeeded();
    await map.picture.locator('.area').hover();
    const hint = map.picture.getByText('Hold Ctrl or ⌘');
    expect(await hint.isVisible()).toBe(false);
    await playground.page.mouse.wheel(0, -200);
    await eventually(() => hint.isVisible()).toBe(true);
    await map.picture.locator('.area').hover();
    await playground.page.keyboard.down('Control');
    for (let i = 0; i < 12; i++) await playground.page.mouse.wheel(0, -240);
    await playground.page.keyboard.up('Control');
    await map.section.getByText('A cell is one pair.').waitFor();
  });

  it('follows a hand, and a click moves the cursor', async () => {
    const playground = await open();
    const map = await openMap(playground);
    await showText(map, text);
    await map.cell.focus();
    await map.cell.press('Enter');
    const area = map.picture.locator('.area');
    await area.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await area.boundingBox())!;
    const [oldRow] = await map.place();
    await playground.page.mouse.click(x + width / 2, y + height / 2 + 70);
    await eventually(async () => (await map.place())[0]).not.toBe(oldRow);
    await playground.page.mouse.click(x + width / 2, y + height / 2);
    await eventually(async () => (await map.place())[0]).toBe(oldRow);
    const [row, column] = await map.place();
    await playground.page.mouse.move(x + width / 2, y + height / 2);
    await playground.page.mouse.down();
    await playground.page.mouse.move(x + width / 2 - 128, y + height / 2 - 64, { steps: 4 });
    await playground.page.mouse.up();
    await playground.page.waitForTimeout(100);
    expect(await map.place(), 'a drag is no click').toEqual([row, column]);
    await playground.page.mouse.click(x + width / 2, y + height / 2);
    await eventually(map.place).toEqual([row + 1, column + 2]);
  });

  it('finds a word, goes to the next and the one before, and to where it looks', async () => {
    const map = await openMap(await open());
    await showText(map, text);
    const places = text.split(' ').flatMap((word, index) => (word === 'lantern' ? [index + 1] : []));
    await map.find.fill('LANTERN');
    await eventually(() => map.status.innerText()).toBe(`${places.length} places`);
    await map.find.press('Enter');
    await eventually(() => map.status.innerText()).toMatch(new RegExp(`^\\d+ of ${places.length}$`));
    await eventually(async () => places.includes((await map.place())[0])).toBe(true);
    const [first] = await map.place();
    await map.button('Next place').click();
    await eventually(async () => (await map.place())[0]).toBe(places[(places.indexOf(first) + 1) % places.length]);
    await map.button('Previous place').click();
    await eventually(async () => (await map.place())[0]).toBe(first);
    expect(text.split(' ')[(await map.place())[1] - 1], 'a word finds itself').toBe('lantern');
    await map.find.fill('nowhere');
    await eventually(() => map.status.innerText()).toBe('No place has “nowhere”.');
    expect(await map.button('Next place').isDisabled()).toBe(true);
  });

  it('ranks the strongest links, and goes there', async () => {
    const map = await openMap(await open());
    await showText(map, text, false);
    await map.button('Find the strongest links').click();
    const links = map.section.locator('attention-map-links li button');
    await eventually(() => links.count()).toBeGreaterThan(10);
    await map.section.getByText('All rows looked through.').waitFor();
    const told = await links.first().innerText();
    const [, query, key] = /^([\d,]+) \S+ → ([\d,]+)/.exec(told)!.map((part) => Number(part.replaceAll(',', '')));
    await links.first().click();
    await eventually(map.place).toEqual([query, key]);
  });

  it('opens heads of a file as small maps, and its weights are the numbers of the file', async () => {
    const map = await openMap(await open());
    const head = (factor: number): number[][] =>
      Array.from({ length: 40 }, (_, t) => Array.from({ length: 30 }, (_, i) => ((t * 30 + i + 1) * factor) / 4096));
    await showFile(map, 'heads.json', JSON.stringify({ weights: [[head(0.5), head(1)]], keyTokens: undefined }));
    expect(await map.report.innerText()).toBe('Shown: 40 queries × 30 keys, 2 heads.');
    await map.button('Table').click();
    await map.section.getByRole('button', { name: /^Layer 1, head 2/ }).click();
    await eventually(async () => (await shownWeights(map))[0].weight > 0).toBe(true);
    for (const { query, key, weight } of await shownWeights(map)) {
      const expected = (query * 30 + key + 1) / 4096;
      // Seven digits are written.
      expect(Math.abs(weight - expected)).toBeLessThanOrEqual(1e-6 * expected);
    }
  });

  it('is drawn also where the pointer rests beyond the end of a smaller one that opens', async () => {
    const map = await openMap(await open());
    await map.button('A file').click();
    await map.picture.locator('.area').hover();
    const weights = Array.from({ length: 40 }, () => Array<number>(30).fill(1 / 30));
    await map.section.locator('input[type=file]').setInputFiles(fileOf('small.json', JSON.stringify({ weights })));
    await eventually(() => map.picture.getByRole('grid').getAttribute('aria-rowcount')).toBe('40');
    await eventually(() => map.readout.innerText()).toMatch(/^query \d\d? /);
  });

  it('stays with what was chosen while a file was being read', async () => {
    const playground = await open();
    const { page } = playground;
    const map = await openMap(playground);
    const release = await holdFiles(page);
    await map.button('A file').click();
    await map.section.locator('input[type=file]').setInputFiles(fileOf('slow.json', '{"weights": [[0.5, 0.5]]}'));
    await showText(map, text);
    const isRead = new Promise<unknown>((resolve) =>
      page.on('worker', (worker) => worker.url().includes('import') && worker.on('close', resolve)),
    );
    await release();
    await isRead;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await map.report.innerText()).toMatch(/^Shown: 600 queries/);
  });

  it('files that are no attention are refused in a sentence each, and the map stays', async () => {
    const map = await openMap(await open());
    for (const [content, sentence] of [
      ['{"queries": [[1, 2]], "keys": [[1, 2, 3]]}', /different widths/],
      ['{"queries": [[1, 2]]}', /neither weights nor both/],
      ['{"weights": [[0.5, 0.5], [1]]}', /weights at 2 has 1 entries where the first has 2/],
      ['{"weights": [[0.5, "x"]]}', /weights at 1, 2 holds “x”/],
      ['{"weights": [[0.5, -1]]}', /Row 1, column 2 of head 1 is “-1”/],
      ['{"weights": [[0.5, 0.5]], "tokens": ["a"]}', /1 query tokens? for|1 key tokens for 2 keys/],
      ['{"weights": [[NaN]]}', /“NaN” or “Infinity”/],
      ['a,b\n1', /row/i],
    ] as const) {
      await showFile(map, 'file.txt', content);
      await eventually(() => map.report.innerText(), content).toMatch(sentence);
      expect(await map.picture.getByRole('grid').getAttribute('aria-label')).toMatch(/16,384/);
    }
  });

  it('K3: tokens that look like HTML are shown as written', async () => {
    const map = await openMap(await open());
    await showText(map, `a <img src=x onerror=alert(1)> b `.repeat(40));
    await map.button('Table').click();
    await map.cell.focus();
    await map.cell.press('Enter');
    await eventually(() => map.table.locator('table').innerText()).toContain('onerror=alert');
  });

  it.each([
    { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    { colorScheme: 'light', viewport: { width: 768, height: 1024 } },
  ] as const)('$colorScheme on $viewport.width px: axe finds nothing and nothing sticks out', async (look) => {
    const playground = await open(look);
    const map = await openMap(playground);
    await showText(map, text);
    await map.button('Table').click();
    await map.button('Find the strongest links').click();
    await map.section.getByText('All rows looked through.').waitFor();
    expect(await accessibilityFaults(playground.page)).toEqual([]);
    expect(await playground.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });

  it('is opened and closed fifty times without growing', { timeout: 300_000 }, async () => {
    const playground = await open({ viewport: { width: 1200, height: 800 } });
    const { page } = playground;
    const session = await page.context().newCDPSession(page);
    const used = async (): Promise<{ heap: number; nodes: number; workers: number }> => {
      await session.send('HeapProfiler.collectGarbage');
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { nodes } = await session.send('Memory.getDOMCounters');
      return { heap: usedSize, nodes, workers: page.workers().length };
    };
    const summary = page.locator('attention-map-section summary').first();
    const openAndClose = async (): Promise<void> => {
      await summary.click();
      await page.locator('attention-map-picture').getByRole('gridcell').waitFor();
      await summary.click();
      await page.locator('attention-map-picture').waitFor({ state: 'detached' });
    };
    for (let i = 0; i < 10; i++) await openAndClose();
    const before = await used();
    for (let i = 0; i < 40; i++) await openAndClose();
    await eventually(async () => (await used()).heap - before.heap).toBeLessThan(4e6);
    const after = await used();
    expect(after.nodes - before.nodes).toBeLessThan(200);
    expect(after.workers).toBeLessThanOrEqual(before.workers + 2);
  });

  it('is in the link: opened at a place, moved, closed and gone back to', async () => {
    const playground = await open({ hash: '#v=1&map=3,9001,4001,3,mean,linear' });
    const { page } = playground;
    const section = page.locator('attention-map-section');
    await section.locator('attention-map-picture [role=gridcell]').waitFor();
    const address = (): Promise<string | null> =>
      page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('map'));
    await eventually(() => section.getByLabel('A cell shows').inputValue()).toBe('mean');
    await section.getByRole('button', { name: 'Zoom in' }).click();
    await eventually(address).toBe('3,9001,4001,4,mean,linear');
    await section.locator('summary').first().click();
    await eventually(address).toBe(null);
    await page.evaluate(() => (location.hash = 'v=1&map=1,1,1,whole,max,logarithmic'));
    await section.locator('attention-map-picture [role=gridcell]').waitFor();
    await eventually(() => section.getByLabel('A cell shows').inputValue()).toBe('max');
  });

  it('stays closed where it comes to rest just after it was closed', async () => {
    const playground = await open();
    const { page } = playground;
    const { section, picture, button } = await openMap(playground);
    const address = (): Promise<string> => page.evaluate(() => location.hash);
    await eventually(address).toContain('map=');
    const details = await section.locator('details').first().elementHandle();
    await button('Zoom in').evaluate(async (zoomIn: HTMLButtonElement, opened) => {
      // No frame comes, so the map is still there when it writes down what it shows, 300 ms after it moved.
      const { requestAnimationFrame } = window;
      const held: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (callback) => held.push(callback);
      zoomIn.click();
      (opened as HTMLDetailsElement).open = false;
      // The address is written 320 ms after the last time, at most.
      await new Promise((resolve) => setTimeout(resolve, 300 + 320 + 100));
      window.requestAnimationFrame = requestAnimationFrame;
      for (const callback of held) requestAnimationFrame(callback);
    }, details);
    await picture.waitFor({ state: 'detached' });
    expect(await address()).not.toContain('map=');
  });
});
