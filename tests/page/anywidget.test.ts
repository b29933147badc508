import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { notebookHtml, NotebookPage, type Values } from './notebook-page.ts';
import { usePages } from './page-fixture.ts';
import { PlaygroundPage } from './playground-page.ts';

const { openPage, serve } = usePages();
const built = fileURLToPath(new URL('../../dist/anywidget/attention-playground.js', import.meta.url));
let module = '';
/** Of a server that has one empty page and nothing else. */
let folder = '';
beforeAll(() => {
  if (!existsSync(built)) throw new Error(`There is no ${built}. Build it first: npm run build.`);
  module = readFileSync(built, 'utf8');
  folder = mkdtempSync(join(tmpdir(), 'notebook-'));
  writeFileSync(join(folder, 'index.html'), notebookHtml);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What Python gives where nothing is said. */
const defaults: Values = { state: '', hide: [], readonly: false, _shown: {} };

/** Nothing begins out of view, and two views stand below each other. */
const viewport = { width: 1440, height: 5000 };

async function openNotebook(traits: Values): Promise<[NotebookPage, string[]]> {
  const asked: string[] = [];
  const { url } = await serve({ folder });
  const page = await openPage(url, {
    viewport,
    before: async (tab) => tab.on('request', (each) => asked.push(each.url())),
  });
  asked.length = 0;
  return [await NotebookPage.open(page, module, { ...defaults, ...traits }), asked];
}

const bar = (word: string): { name: string; exact: true } => ({ name: `Score of ${word} for am`, exact: true });
/** Long enough that what would go round in circles had done so. */
const quiet = (notebook: NotebookPage): Promise<void> => notebook.page.waitForTimeout(400);

describe('the widget of a notebook', () => {
  it('renders from a text alone, computed by the core, and tells Python the numbers of all steps', async () => {
    const [notebook, asked] = await openNotebook({ example: 'student', step: 2 });
    await notebook.render();
    await eventually(() => notebook.weightsOf(2)).toEqual(['0.12', '0.73', '0.15']);
    expect(await notebook.get('source')).toEqual(['Je', 'suis', 'étudiant']);
    expect(await notebook.get('target')).toEqual(['I', 'am', 'a', 'student']);
    const first: Values = Object.assign({}, ...(await notebook.saves())) as Values;
    expect(first).toMatchObject({ state: 'v=1&t=2', scores: [0.3, 2.1, 0.5], score_function: 'given', temperature: 1 });
    expect(first.entropy).toHaveLength(4);
    expect(first.context).toHaveLength(4);
    expect(await new PlaygroundPage(notebook.page).engineLine('WebAssembly, SIMD')).toMatch(/, 1 thread, /);
    await quiet(notebook);
    expect(await notebook.saves()).toEqual([]);
    expect(asked.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  });

  it('what Python sets moves the element, and comes back as it is shown', async () => {
    const [notebook] = await openNotebook({ step: 2 });
    const view = await notebook.render();
    await notebook.fromPython({ step: 3, temperature: 2 });
    await eventually(() => view.locator('attention-words [aria-current=step]').innerText()).toBe('a');
    await eventually(() => notebook.get('state')).toBe('v=1&t=3&T=2');
    await notebook.fromPython({ scores: [1, 1], tokens: 'le chat ||| the cat' });
    await eventually(() => notebook.weightsOf(1)).toEqual(['0.50', '0.50']);
    expect(await notebook.get('example')).toBeNull();
    expect(await notebook.get('source')).toEqual(['le', 'chat']);
    await notebook.fromPython({ state: 'v=1&t=2' });
    await eventually(() => notebook.weightsOf(2)).toEqual(['0.12', '0.73', '0.15']);
    expect(await notebook.get('example')).toBe('student');
    expect(await notebook.get('tokens')).toBeNull();
    await notebook.fromPython({ hide: ['plane'], readonly: true, theme: 'dark', palette: 'grey' });
    await eventually(() => view.locator('attention-plane').count()).toBe(0);
    expect(await view.getAttribute('theme')).toBe('dark');
    expect(await view.getAttribute('palette')).toBe('grey');
    await quiet(notebook);
    await notebook.saves();
    await quiet(notebook);
    expect(await notebook.saves()).toEqual([]);
  });

  it('what does not fit is told, and goes back to what is shown', async () => {
    const [notebook] = await openNotebook({ state: 'v=1&t=3', step: 2, temperature: 2 });
    await notebook.render();
    await eventually(() => notebook.get('state')).toBe('v=1&t=2&T=2');
    await notebook.fromPython({ temperature: -1 });
    await eventually(() => notebook.get('temperature')).toBe(2);
    await eventually(() => notebook.get('error')).toMatchObject({ attribute: 'temperature', given: '-1' });
    await notebook.fromPython({ temperature: 1 });
    await eventually(() => notebook.get('error')).toBeNull();
    await eventually(() => notebook.weightsOf(2)).toEqual(['0.12', '0.73', '0.15']);
  });

  it('what is changed in the element reaches Python, at most once a frame', async () => {
    const [notebook] = await openNotebook({ step: 2 });
    const view = await notebook.render();
    await eventually(() => notebook.weightsOf(2)).toHaveLength(3);
    await notebook.saves();
    await view.getByRole('slider', bar('suis')).press('Shift+ArrowUp');
    await eventually(() => notebook.get('scores')).toEqual([0.3, 3.1, 0.5]);
    await eventually(() => notebook.weightsOf(2)).toEqual(['0.05', '0.88', '0.07']);
    await quiet(notebook);
    const saves = await notebook.saves();
    expect(saves.length).toBeLessThanOrEqual(3);
    expect(Object.assign({}, ...saves)).toMatchObject({
      state: expect.stringContaining('scores=1.2.2:3.1') as unknown,
    });
    expect(Object.assign({}, ...saves)).toHaveProperty('weights');
    // Notebooks move their cells about.
    await view.evaluate((element) => document.body.prepend(element));
    await notebook.page.locator('attention-playground[ready]').waitFor();
    await view.getByRole('slider', bar('suis')).press('Shift+ArrowUp');
    await eventually(() => notebook.get('scores')).toEqual([0.3, 4.1, 0.5]);
    await notebook.fromPython({ step: 3 });
    await eventually(() => view.locator('attention-words [aria-current=step]').innerText()).toBe('a');
  });

  it('two modules that come at once define the element once', async () => {
    const [notebook] = await openNotebook({ step: 2 });
    await Promise.all([notebook.render(0), notebook.render(1)]);
    await eventually(() => notebook.weightsOf(2)).toEqual(['0.12', '0.73', '0.15']);
  });

  it('two views of one model show the same; the one that is removed is gone', async () => {
    const [notebook] = await openNotebook({ step: 2, score_function: 'dot' });
    const first = await notebook.render();
    await eventually(() => notebook.get('scores')).toHaveLength(3);
    const one = await notebook.get('state');
    const second = await notebook.render(1);
    await quiet(notebook);
    // The computed scores were not taken for scores that someone has set.
    expect(await notebook.get('state')).toBe(one);
    await notebook.saves();
    await notebook.fromPython({ score_function: 'given' });
    await eventually(() => notebook.weightsOf(2)).toEqual(['0.12', '0.73', '0.15']);
    for (const [moved, other, score] of [
      [first, second, 3.1],
      [second, first, 4.1],
    ] as const) {
      await moved.getByRole('slider', bar('suis')).press('Shift+ArrowUp');
      const followed = other.getByRole('slider', bar('suis'));
      await eventually(() => followed.getAttribute('data-value')).toBe(String(score));
      await eventually(() => notebook.get('scores')).toEqual([0.3, score, 0.5]);
    }
    await quiet(notebook);
    await notebook.saves();
    await quiet(notebook);
    expect(await notebook.saves()).toEqual([]);

    const before = await notebook.listenerCount();
    await notebook.remove();
    expect(await notebook.page.locator('attention-playground').count()).toBe(1);
    expect(await notebook.listenerCount()).toBe(before / 2);
    await notebook.page.getByRole('slider', bar('suis')).press('Shift+ArrowDown');
    await eventually(() => notebook.get('scores')).toEqual([0.3, 3.1, 0.5]);
    await notebook.remove();
    expect(await notebook.page.locator('attention-playground').count()).toBe(0);
    expect(await notebook.listenerCount()).toBe(0);
  });
});
