import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AttentionPlaygroundElement, PlaygroundError } from '../../web/elements/playground-api.ts';
import { accessibilityFaults } from './axe.ts';
import { startedBrowser } from './browser.ts';
import { useCourses } from './course-page.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { open, serve, complaints } = usePages();
const course = useCourses();

/** Runs in the page, with its first element. */
const withElement = <T>(page: Page, use: (element: AttentionPlaygroundElement) => T): Promise<T> =>
  page
    .locator('attention-playground')
    .first()
    .evaluate(use as (element: Element) => T);

/** What the element tells, from before its class is there. */
const recordEvents = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const told: [string, unknown][] = [];
    Reflect.set(window, 'told', told);
    for (const type of ['step-change', 'score-change', 'weights-change', 'error']) {
      document.addEventListener(type, (event) => {
        if (event instanceof CustomEvent) told.push([type, event.detail]);
      });
    }
  });

const told = (page: Page, type: string): Promise<Record<string, unknown>[]> =>
  page.evaluate(
    (wanted) =>
      (Reflect.get(window, 'told') as [string, Record<string, unknown>][])
        .filter(([name]) => name === wanted)
        .map(([, detail]) => detail),
    type,
  );

describe('the element in a page of another origin', () => {
  it('needs one script tag and no headers, and says why it has one thread', async () => {
    const playground = await open({ site: await course('<attention-playground></attention-playground>') });
    expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
    await eventually(() => playground.engineLine('WebAssembly, SIMD')).toMatch(/, 1 thread, /);
    expect(await playground.engineLine('WebAssembly, threads')).toMatch(/not cross-origin isolated/);
  });

  it('a strict policy that names its origin is enough', async () => {
    const policy =
      "default-src 'none'; script-src EMBED 'wasm-unsafe-eval'; connect-src EMBED; worker-src blob:; img-src data:";
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

describe('attributes and properties', () => {
  const attributes =
    'tokens="le chat noir ||| the black cat" step="2" score-function="dot" temperature="0.5" mask="padding top-left" ' +
    'view="table" theme="dark" engine="reference" hide="map,profile" lang="en" readonly';

  it('what the attributes say is shown, and read as properties', async () => {
    const { page } = await open({ site: await course(`<attention-playground ${attributes}></attention-playground>`) });
    expect(
      await withElement(page, (element) => {
        const { example, tokens, step, scoreFunction, temperature, mask, view, theme, engine, hide, readOnly } =
          element;
        return { example, tokens, step, scoreFunction, temperature, mask, view, theme, engine, hide, readOnly };
      }),
    ).toEqual({
      example: 'own',
      tokens: { source: ['le', 'chat', 'noir'], target: ['the', 'black', 'cat'] },
      step: 2,
      scoreFunction: 'dot',
      temperature: 0.5,
      mask: 'padding top-left',
      view: 'table',
      theme: 'dark',
      engine: 'reference',
      hide: ['map', 'profile'],
      readOnly: true,
    });
  });

  it('what is set as a property stands in the attribute and is shown', async () => {
    const playground = await open({ site: await course('<attention-playground></attention-playground>') });
    const { page } = playground;
    const html = await withElement(page, (element) => {
      element.example = 'reordering';
      element.step = 2;
      element.scores = [1, 2, 3];
      element.temperature = 2;
      element.mask = 'none';
      element.hide = ['plane', 'engine'];
      return (element.cloneNode() as Element).outerHTML;
    });
    for (const written of ['example="reordering"', 'step="2"', 'scores="[1,2,3]"', 'temperature="2"', 'mask="none"']) {
      expect(html).toContain(written);
    }
    await eventually(async () => (await playground.scores()).map(({ text }) => text)).toEqual(['1', '2', '3']);
    await eventually(() => page.locator('attention-plane').count()).toBe(0);
    await withElement(page, (element) => (element.scores = null));
    await eventually(async () => (await playground.scores()).map(({ text }) => text)).not.toEqual(['1', '2', '3']);
    expect(await withElement(page, (element) => element.hasAttribute('scores'))).toBe(false);
  });

  it('properties that were set before the script came are taken', async () => {
    const site = await course(
      '<attention-playground id="early"></attention-playground>' +
        '<script>document.querySelector("#early").step = 3; document.querySelector("#early").scores = [3, 1, 2];</script>',
    );
    const playground = await open({ site });
    expect((await playground.scores()).map(({ text }) => text)).toEqual(['3', '1', '2']);
    expect(await withElement(playground.page, (element) => element.step)).toBe(3);
  });

  it('scores of all steps, a query and keys take the place of those of the example', async () => {
    const playground = await open({
      site: await course('<attention-playground example="student" score-function="dot"></attention-playground>'),
    });
    const { page } = playground;
    const query = await withElement(page, (element) => element.query);
    expect(query).toHaveLength(2);
    await withElement(page, (element) => {
      element.keys = element.keys!.map((row, index) => row.map((_, column) => (column === index ? 1 : 0)));
    });
    // The dot product with a unit vector is one coordinate of the query.
    await eventually(() => withElement(page, (element) => element.scores)).toEqual([...query!, 0]);
    await withElement(page, (element) => (element.query = element.query!.map(() => 2)));
    await eventually(() => withElement(page, (element) => element.scores)).toEqual([2, 2, 0]);
  });

  it.each([
    ['step', '99', /step is “99”.*from 1 to 4/],
    ['step', '1.5', /whole number/],
    ['temperature', '-1', /temperature is “-1”.*from 0 to 1,000,000/],
    ['temperature', 'hot', /number/],
    ['scores', '[1,2]', /scores is “\[1,2\]”.*JSON array of 3 numbers/],
    ['scores', '[1,2,"3"]', /3 numbers/],
    ['scores', '[1,2,1e99]', /from −1,000,000,000/],
    ['scores', '[[1,2,3]]', /4 arrays of 3 numbers/],
    ['scores', '1,2,3', /JSON/],
    ['keys', '[[1],[2],[3]]', /keys is .*3 arrays of/],
    ['query', '[]', /query is “\[\]”.*JSON array of/],
    ['example', 'nothing', /example is “nothing”.*student/],
    ['example', 'own', /example is “own”/],
    ['tokens', 'no target', /\|\|\|/],
    ['tokens', ' ||| b', /source sentence has no words/],
    ['score-function', 'cosmic', /dot/],
    ['mask', 'padding none', /top-left/],
    ['engine', 'abacus', /wasmSimd/],
    ['theme', 'purple', /light/],
    ['hide', '<b>', /commas/],
    ['readonly', 'perhaps', /on, off/],
  ])('%s="%s" is told and changes nothing', async (attribute, text, message) => {
    const site = await course(`<attention-playground></attention-playground>`);
    const { page } = await open({ site, before: recordEvents });
    const before = await withElement(page, (element) => element.getState());
    await page
      .locator('attention-playground')
      .evaluate((element, [name, value]) => element.setAttribute(name, value), [attribute, text] as const);
    await eventually(() => told(page, 'error')).toHaveLength(1);
    const [error] = (await told(page, 'error')) as unknown as PlaygroundError[];
    expect(error).toMatchObject({ code: 'attributeRefused', attribute, given: text });
    expect(error.message).toMatch(message);
    await eventually(() => page.locator('attention-notices li').innerText()).toContain(error.message);
    expect(await withElement(page, (element) => element.getState())).toBe(before);
  });

  it('a bad attribute that stands there from the start is told too, to those who listened', async () => {
    const site = await course('<attention-playground temperature="hot" step="3"></attention-playground>');
    const { page } = await open({ site, before: recordEvents });
    await eventually(() => told(page, 'error')).toMatchObject([{ attribute: 'temperature', given: 'hot' }]);
    expect(await withElement(page, (element) => [element.temperature, element.step])).toEqual([1, 3]);
  });

  it('readonly: numbers stay, what one looks at is free', async () => {
    const playground = await open({ site: await course('<attention-playground readonly></attention-playground>') });
    const bar = playground.scoreBar('suis', 'am');
    await playground.drag(playground.track('suis', 'am'), 0, -40);
    await bar.focus();
    for (const key of ['ArrowUp', 'Enter', 'Delete', '5']) await playground.page.keyboard.press(key);
    expect(await playground.valueOf(bar)).toBe(2.1);
    expect(await bar.getAttribute('aria-readonly')).toBe('true');
    expect(await playground.numberField.count()).toBe(0);
    await playground.page.locator('attention-words .targets .word').nth(3).click();
    await eventually(() => withElement(playground.page, (element) => element.step)).toBe(4);
    await withElement(playground.page, (element) => (element.scores = [5, 5, 5]));
    await eventually(async () => (await playground.scores()).map(({ text }) => text)).toEqual(['5', '5', '5']);
  });
});

describe('events', () => {
  it('say what has changed, and leave the element through the page', async () => {
    const playground = await open({
      site: await course('<main><attention-playground></attention-playground></main>'),
      before: recordEvents,
    });
    const { page } = playground;
    for (const type of ['step-change', 'score-change', 'weights-change']) expect(await told(page, type)).toEqual([]);
    await playground.scoreBar('suis', 'am').focus();
    await page.keyboard.press('ArrowUp');
    await eventually(() => told(page, 'score-change')).toEqual([
      { step: 2, target: 'am', scoreFunction: 'given', source: ['Je', 'suis', 'étudiant'], scores: [0.3, 2.2, 0.5] },
    ]);
    const [change] = (await told(page, 'weights-change')) as { weights: number[]; step: number; context: number[] }[];
    expect(change).toMatchObject({ step: 2, target: 'am' });
    const exponentials = [0.3, 2.2, 0.5].map(Math.exp);
    const sum = exponentials.reduce((total, value) => total + value, 0);
    change.weights.forEach((weight, index) => expect(weight).toBeCloseTo(exponentials[index] / sum, 12));
    await withElement(page, (element) => (element.step = 1));
    await eventually(() => told(page, 'step-change')).toEqual([{ step: 1, target: 'I' }]);
    expect(await told(page, 'error')).toEqual([]);
  });
});

describe('state', () => {
  it('goes from one element into another, and back to the same text', async () => {
    const playground = await open({ site: await course('<attention-playground></attention-playground>') });
    const states = await withElement(playground.page, (element) => {
      element.example = 'reordering';
      element.scores = [0.25, -1, 1e-7];
      element.temperature = 0.75;
      element.seek(1.2);
      const other = document.createElement('attention-playground');
      other.setAttribute('theme', 'dark');
      document.body.append(other);
      other.setState(`#${element.getState()}`);
      return [element.getState(), other.getState(), other.theme] as const;
    });
    expect(states[0]).toMatch(/^v=1&example=reordering&t=1&T=0.75&scores=1.1.1:0.25;1.1.2:-1;1.1.3:1e-7&time=1.2/);
    expect(states[1]).toBe(`${states[0]}&theme=dark`);
    expect(states[2]).toBe('dark');
  });

  it.each([
    ['v=99&t=1', /another version/],
    ['nonsense', /“nonsense”/],
    ['v=1&example=own&source=&target=x', /no words/],
  ])('"%s" is told and changes nothing', async (state, message) => {
    const site = await course('<attention-playground step="3"></attention-playground>');
    const { page } = await open({ site, before: recordEvents });
    const before = await withElement(page, (element) => element.getState());
    await page
      .locator('attention-playground')
      .evaluate((element, text) => (element as AttentionPlaygroundElement).setState(text), state);
    await eventually(() => told(page, 'error')).toMatchObject([{ code: 'stateRefused' }]);
    expect((await told(page, 'error'))[0].message).toMatch(message);
    expect(await withElement(page, (element) => element.getState())).toBe(before);
  });

  it('stays when the element is moved in its page', async () => {
    const site = await course('<div id="a"><attention-playground></attention-playground></div><div id="b"></div>');
    const playground = await open({ site });
    await playground.scoreBar('suis', 'am').focus();
    await playground.page.keyboard.press('Shift+ArrowUp');
    await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(3.1);
    await withElement(playground.page, (element) => document.querySelector('#b')?.append(element));
    await playground.isReady();
    expect(await playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(3.1);
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
    await page.emulateMedia({ media: 'screen' });
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

describe('the snippets of docs/embedding.md', () => {
  const docs = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const snippet = (name: string): string => {
    const match = new RegExp(`<!-- snippet: ${name} -->\\s*\`\`\`html\\n(.*?)\`\`\``, 's').exec(docs);
    if (!match) throw new Error(`docs/embedding.md has no snippet "${name}".`);
    return match[1];
  };
  const fromEmbed = (name: string) => (embedUrl: string) =>
    snippet(name).replace('embed/attention-playground.js', `${embedUrl}attention-playground.js`);
  const noHead = { head: () => '' };

  it('element: one script tag', async () => {
    const playground = await open({ site: await course(fromEmbed('element'), noHead) });
    expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
    expect(await playground.page.locator('attention-engine-panel').count()).toBe(0);
    // The table that stands in it says the same.
    const cells = await playground.page.locator('attention-playground > table td').allTextContents();
    expect(cells).toEqual(['0.12', '0.73', '0.15']);
  });

  it('script: the page follows the weights', async () => {
    const playground = await open({ site: await course(fromEmbed('script'), noHead) });
    await playground.scoreBar('chat', 'the').focus();
    await playground.page.keyboard.press('Shift+ArrowUp');
    const exponentials = [2, 1.5, 0.1].map(Math.exp);
    const sum = exponentials.reduce((total, value) => total + value, 0);
    const said = ['le', 'chat', 'noir'].map((word, index) => `${word} ${(exponentials[index] / sum).toFixed(2)}`);
    await eventually(() => playground.page.locator('#said').innerText()).toBe(said.join(', '));
  });

  it('frame: the site with its state in the address', async () => {
    const site = await serve({});
    const html = snippet('frame').replace('https://playground.example/', site.url);
    const { browser } = await startedBrowser();
    const page = await browser.newPage();
    await page.goto((await course(html, noHead)).url);
    const frame = page.frameLocator('iframe');
    await frame.locator('attention-playground[ready]').waitFor();
    await eventually(() => frame.locator('attention-words [aria-current=step]').innerText()).toBe('automatique');
    expect(await frame.locator('attention-map-section').count()).toBe(0);
    await page.close();
  });

  it('the tables name every attribute that the element observes', async () => {
    const { page } = await open({ site: await course('<attention-playground></attention-playground>') });
    const observed = await page.evaluate(
      () =>
        (customElements.get('attention-playground') as unknown as { observedAttributes: string[] }).observedAttributes,
    );
    expect(observed.filter((name) => !docs.includes(`| \`${name}\` `))).toEqual([]);
  });
});
