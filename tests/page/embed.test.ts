import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AttentionPlaygroundElement } from '../../web/elements/playground-api.ts';
import { accessibilityFaults } from './axe.ts';
import { startedBrowser } from './browser.ts';
import { course } from './course-page.ts';
import { withElement } from './embedded-element.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { open, complaints } = usePages();

describe('the element in a page of another origin', () => {
  it('needs one script tag and no headers, and says why it has one thread', async () => {
    const playground = await open({ site: await course('<attention-playground></attention-playground>') });
    expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
    await eventually(() => playground.engineLine('WebAssembly, SIMD')).toMatch(/, 1 thread, /);
    expect(await playground.engineLine('WebAssembly, threads')).toMatch(/not cross-origin isolated/);
  });

  it('a strict policy that names its origin is enough', async () => {
    const policy =
      "default-src 'none'; script-src EMBED 'wasm-unsafe-eval'; connect-src EMBED; worker-src EMBED blob:; img-src data:";
    const site = await course('<attention-playground></attention-playground>', {
      responseHeaders: { 'Content-Security-Policy': policy },
    });
    const playground = await open({ site });
    await eventually(() => playground.engineLine('WebAssembly, SIMD')).toMatch(/, 1 thread, /);
    await playground.chooseScoreFunction('additive');
    await playground.scrubber.fill('1.8');
    await playground.stateCell('suis', 1).press('Enter');
    await playground.numberField.press('Escape');
    await playground.typeWords('zwei Wörter', 'two words');
    await playground.dropFile('mine.csv', ',a,b\nx,1,3\n');
    await eventually(() => playground.fullWeights()).toHaveLength(2);
    await playground.page.getByText('Long texts: the map').click();
    await playground.page.locator('attention-map canvas').first().waitFor();
    // The map's first picture, which waits to be seen, is made by a worker.
    await playground.page.locator('attention-map-picture').evaluate((picture) => picture.scrollIntoView());
    const state = playground.page.locator('attention-map-legend .state');
    await eventually(() => state.getAttribute('data-state')).toMatch(/sample|exact/);
  });

  it('its workers start although they come from another origin', async () => {
    const playground = await open({ site: await course('<attention-playground></attention-playground>') });
    await playground.page.getByText(/How fast is it here/).click();
    const section = playground.page.locator('attention-profile-section');
    await section.getByRole('button', { name: 'Measure', exact: true }).click();
    await eventually(async () => playground.page.workers().length).toBeGreaterThan(0);
    await eventually(() => section.locator('table').first().locator('tbody tr').count()).toBeGreaterThan(0);
    await section.getByRole('button', { name: 'Stop' }).click();
  });
});

describe('what stands in the element', () => {
  const withTable = '<attention-playground><table id="still"><tr><td>0.73</td></tr></table></attention-playground>';

  it('is shown until the playground is ready, and in print', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const site = await course(withTable);
    let tab: Page | undefined;
    const opened = open({
      site,
      before: (page) => {
        tab = page;
        return page.route('**/*.wasm', (route) => held.then(() => route.continue()));
      },
    });
    await eventually(async () => (await tab?.locator('#still').isVisible()) ?? false).toBe(true);
    const page = tab!;
    const still = page.locator('#still');
    // The class is there, the core is not.
    await page.waitForFunction(() => customElements.get('attention-playground') !== undefined);
    expect(await still.isVisible()).toBe(true);
    expect(await page.locator('attention-playground[ready]').count()).toBe(0);
    letGo();
    await opened;
    expect(await still.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await still.isVisible()).toBe(true);
    expect(await page.locator('attention-flow').isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
  });

  it('is all there is without scripts', async () => {
    const site = await course(withTable);
    const { browser } = await startedBrowser();
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await page.goto(site.url);
    expect(await page.locator('#still').isVisible()).toBe(true);
    await page.context().close();
  });
});

describe('many elements on one page', () => {
  const twenty = Array.from(
    { length: 20 },
    (_, index) => `<h2>${index}</h2><attention-playground></attention-playground>`,
  );

  it('load one core, begin when they come near, and share no state', async () => {
    const wasm: string[] = [];
    const site = await course(twenty.join(''));
    const playground = await open({
      site,
      before: async (page) =>
        page.on('request', (request) => request.url().endsWith('.wasm') && wasm.push(request.url())),
    });
    const { page } = playground;
    const elements = page.locator('attention-playground');
    expect(await elements.last().getAttribute('ready')).toBeNull();
    for (let index = 0; index < 20; index++) {
      await elements.nth(index).evaluate((element) => element.scrollIntoView());
      await page.locator('attention-playground[ready]').nth(index).waitFor();
    }
    expect(wasm).toHaveLength(1);
    const bar = elements.last().getByRole('slider', { name: 'Score of suis for am', exact: true });
    await bar.focus();
    await page.keyboard.press('ArrowUp');
    await eventually(() => playground.valueOf(bar)).toBe(2.2);
    const scores = await elements.evaluateAll((all) =>
      all.map((each) => (each as AttentionPlaygroundElement).scores?.[1]),
    );
    expect(scores).toEqual([...Array<number>(19).fill(2.1), 2.2]);
    // The core goes on for the others when one of them leaves, and comes again after the last.
    await elements.last().evaluate((element) => element.remove());
    await withElement(page, (element) => (element.scoreFunction = 'dot'));
    await eventually(() => withElement(page, (element) => element.scores)).not.toBeNull();
    await page.evaluate(() => {
      document.querySelectorAll('attention-playground').forEach((element) => element.remove());
      document.body.append(document.createElement('attention-playground'));
    });
    await page.locator('attention-playground[ready]').waitFor();
  });

  it('each with the engine that it was given', async () => {
    const site = await course(
      '<attention-playground hide="plane"></attention-playground><attention-playground engine="reference"></attention-playground>',
    );
    const { page } = await open({ site });
    const line = (index: number): Promise<string> =>
      page.locator('attention-playground').nth(index).locator('attention-engine-panel li.running').innerText();
    await page.locator('attention-playground[ready]').nth(1).waitFor();
    await eventually(() => line(0)).toMatch(/^WebAssembly, SIMD, /);
    await eventually(() => line(1)).toMatch(/^Reference/);
  });
});

describe('manners in someone else\u2019s page', () => {
  const long = (element: string): string =>
    `<div style="height:1500px"><input></div>${element}<div style="height:3000px"></div>`;

  it('the animation waits while the element is out of view', async () => {
    const playground = await open({ site: await course(`<attention-playground></attention-playground>${long('')}`) });
    const { page } = playground;
    await withElement(page, (element) => {
      element.seek(0);
      element.play();
    });
    await page.evaluate(() => scrollTo(0, 1e6));
    const time = (): Promise<string> =>
      withElement(page, (element) => /&time=([\d.]+)/.exec(element.getState())?.[1] ?? 'end');
    await eventually(async () => (await time()) === (await page.waitForTimeout(150).then(time))).toBe(true);
    expect(await time()).not.toBe('end');
    await page.evaluate(() => scrollTo(0, 0));
    await eventually(time).toBe('end');
  });

  it('the address, the wheel and shortcuts outside the element stay those of the page', async () => {
    const site = await course(long('<attention-playground></attention-playground>'), {});
    let tab: Page | undefined;
    const opening = open({ site, hash: '#chapter-3', before: async (page) => void (tab = page) });
    await eventually(async () => (await tab?.locator('attention-playground').count()) ?? 0).toBe(1);
    await tab!.locator('attention-playground').evaluate((element) => element.scrollIntoView());
    const playground = await opening;
    const { page } = playground;
    const entries = await page.evaluate(() => history.length);
    await playground.scoreBar('suis', 'am').focus();
    await page.keyboard.press('ArrowUp');
    await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(2.2);
    await page.waitForTimeout(500);
    expect(new URL(page.url()).hash).toBe('#chapter-3');
    expect(await page.evaluate(() => history.length)).toBe(entries);

    await page.locator('h2').count();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(100);
    expect(await playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(2.2);
    await playground.scoreBar('suis', 'am').focus();
    await page.keyboard.press('Control+z');
    await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(2.1);

    const before = await page.evaluate(() => scrollY);
    await playground.scoreBar('suis', 'am').hover();
    await page.mouse.wheel(0, 120);
    await eventually(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
    expect(complaints).toEqual([]);
  });

  it('the page hears only of keys that nothing in the element uses', async () => {
    const keepKeys = '<script>keys = []; document.addEventListener("keydown", ({ key }) => keys.push(key));</script>';
    const playground = await open({ site: await course(`<attention-playground></attention-playground>${keepKeys}`) });
    const { keyboard } = playground.page;
    const heard = (): Promise<unknown> => playground.page.evaluate('keys.splice(0)');
    await playground.scrubber.focus();
    await keyboard.press('ArrowLeft');
    expect(await heard(), 'it moves the slider').toEqual([]);
    await eventually(() => playground.seconds()).toBeLessThan(3.6);
    await keyboard.press('Control+k');
    expect(await heard()).toEqual(['Control', 'k']);

    await playground.openInput();
    const words = playground.page.getByLabel('Source sentence');
    await words.fill('');
    for (const key of ['n', 'o', ' ']) await words.press(key);
    expect(await heard(), 'they are typed').toEqual([]);
    expect(await words.inputValue()).toBe('no ');
    await words.press('Tab');
    expect(await heard()).toEqual(['Tab']);
    await words.press('Escape');
    expect(await heard(), 'it closes the drawer').toEqual([]);

    await eventually(() => playground.focusedName()).toBe('Your own input ▾');
    for (const key of ['ArrowRight', 'Escape', 'Enter']) await keyboard.press(key);
    expect(await heard(), 'a button uses one of them').toEqual(['ArrowRight', 'Escape']);
    await words.waitFor();
  });

  it.each(['', 'readonly'])('no accessibility faults beside the landmarks of the page: %s', async (attributes) => {
    const site = await course(
      `<header>Lecture 7</header><main><h1>Attention</h1><attention-playground ${attributes}></attention-playground></main>`,
    );
    expect(await accessibilityFaults((await open({ site })).page)).toEqual([]);
  });

  it('in a narrow column it lays itself out for that column', async () => {
    const site = await course('<div style="width:420px"><attention-playground></attention-playground></div>');
    const { page } = await open({ site });
    const boxes = await page
      .locator('attention-playground')
      .evaluate((element) =>
        ['.stage', 'aside'].map(
          (part) => element.shadowRoot!.querySelector(part)!.getBoundingClientRect().toJSON() as DOMRect,
        ),
      );
    expect(boxes[1].top).toBeGreaterThanOrEqual(boxes[0].bottom);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(440);
  });
});
