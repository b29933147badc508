import { describe, expect, it } from 'vitest';
import type { AttentionPlaygroundElement, PlaygroundError } from '../../web/elements/playground-api.ts';
import { course } from './course-page.ts';
import { recordingEvents, told, withElement } from './embedded-element.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { open } = usePages();

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

  it('null brings back the default where no attribute was written: after the reader, after a state', async () => {
    const playground = await open({ site: await course('<attention-playground></attention-playground>') });
    const { page } = playground;
    await playground.scoreBar('suis', 'am').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(3.1);
    await withElement(page, (element) => (element.scores = null));
    await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(2.1);
    const shown = await withElement(page, (element) => {
      element.setState('v=1&T=2&hide=map&readonly=on');
      const before = [element.temperature, element.hide, element.readOnly];
      element.temperature = null;
      element.hide = [];
      element.readOnly = false;
      return [before, [element.temperature, element.hide, element.readOnly]];
    });
    expect(shown).toEqual([
      [2, ['map'], true],
      [1, [], false],
    ]);
  });

  it('of example and tokens the one that is left says what is shown', async () => {
    const { page } = await open({ site: await course('<attention-playground></attention-playground>') });
    const shown = await withElement(page, (element) => {
      element.example = 'reordering';
      element.tokens = null;
      const untouched = element.example;
      element.tokens = { source: 'a', target: 'b' };
      const own = element.example;
      element.tokens = null;
      return [untouched, own, element.example];
    });
    expect(shown).toEqual(['reordering', 'own', 'reordering']);
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

  const refused = [
    ['state', 'v=99', /state is “v=99”.*getState/],
    ['state', 'v=1&t=99&T=hot', /do not fit: “T=hot”, “t=99”/],
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
    ['palette', 'rainbow', /cividis/],
    ['hide', '<b>', /commas/],
    ['readonly', 'perhaps', /on, off/],
  ] as const;

  it('what an attribute can not hold is told and changes nothing', async () => {
    const { page } = await open({
      site: await course('<attention-playground></attention-playground>', recordingEvents),
    });
    const before = await withElement(page, (element) => element.getState());
    const set = (name: string, value: string | null): Promise<void> =>
      page.locator('attention-playground').evaluate(
        (element, [attribute, text]) => {
          if (text === null) element.removeAttribute(attribute);
          else element.setAttribute(attribute, text);
        },
        [name, value] as const,
      );
    for (const [index, [attribute, text, message]] of refused.entries()) {
      const which = `${attribute}="${text}"`;
      await set(attribute, text);
      await eventually(() => told(page, 'error'), which).toHaveLength(index + 1);
      const error = (await told(page, 'error'))[index] as unknown as PlaygroundError;
      expect(error, which).toMatchObject({ code: 'attributeRefused', attribute, given: text });
      expect(error.message).toMatch(message);
      await eventually(() => page.locator('attention-notices li').innerText(), which).toContain(error.message);
      expect(await withElement(page, (element) => element.getState()), which).toBe(before);
      await set(attribute, null);
      await eventually(() => page.locator('attention-notices li').count(), `${which} taken back`).toBe(0);
    }
  });

  it('a bad attribute that stands there from the start is told too, to those who listened', async () => {
    const site = await course(
      '<attention-playground temperature="hot" step="3"></attention-playground>',
      recordingEvents,
    );
    const { page } = await open({ site });
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
      site: await course('<main><attention-playground></attention-playground></main>', recordingEvents),
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

  const refused = [
    ['v=99&t=1', /another version/],
    ['nonsense', /“nonsense”/],
    ['v=1&example=own&source=&target=x', /no words/],
  ] as const;

  it('what is no state is told and changes nothing', async () => {
    const site = await course('<attention-playground step="3"></attention-playground>', recordingEvents);
    const { page } = await open({ site });
    const before = await withElement(page, (element) => element.getState());
    for (const [index, [state, message]] of refused.entries()) {
      await page
        .locator('attention-playground')
        .evaluate((element, text) => (element as AttentionPlaygroundElement).setState(text), state);
      await eventually(() => told(page, 'error'), state).toHaveLength(index + 1);
      const error = (await told(page, 'error'))[index];
      expect(error).toMatchObject({ code: 'stateRefused' });
      expect(error.message).toMatch(message);
      expect(await withElement(page, (element) => element.getState())).toBe(before);
    }
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
    await playground.button('Undo').click();
    await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(2.1);
  });

  it('plays on, and has the pictures of the open drawer, when the element is moved in its page', async () => {
    const site = await course('<div id="a"><attention-playground></attention-playground></div><div id="b"></div>');
    const playground = await open({ site });
    const { page } = playground;
    const marks = page.locator('attention-examples rect');
    await playground.button(/^Examples/).click();
    await marks.first().waitFor({ state: 'attached' });
    const moved = await withElement(page, (element) => {
      element.play();
      document.querySelector('#b')?.append(element);
      return element.getState();
    });
    expect(moved, 'begins').toContain('time=');
    await eventually(() => withElement(page, (element) => element.getState()), 'comes to its end').not.toContain(
      'time=',
    );
    await eventually(() => marks.count()).toBeGreaterThan(0);
  });
});
