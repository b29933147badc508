import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../page/eventually.ts';
import { usePages } from '../page/page-fixture.ts';
import type { PlaygroundPage } from '../page/playground-page.ts';
import { checkTypes, hasPython, hosts, installPacked, isInstalled, pythonHosts } from './build-hosts.mjs';

const { open, serve } = usePages();
const threads = 'WebAssembly, threads';
const simd = 'WebAssembly, SIMD';

if (!isInstalled && !process.env.CI) {
  console.warn('The packages of tests/hosts are not installed (npm ci in it does so): its tests are skipped.');
}
const isSkipped = !isInstalled && !process.env.CI;

/** Opens what was built, on a server of its own. */
async function openBuilt(folder: string, { hash = '', subPath = '/courses/attention/' } = {}): Promise<PlaygroundPage> {
  return open({ site: await serve({ folder, subPath }), hash });
}

/** The core, its workers and their threads were found, wherever the tools have laid them. */
async function expectAllOfIt(playground: PlaygroundPage): Promise<void> {
  expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
  await eventually(() => playground.engineLine(simd)).toMatch(/, 1 thread, /);
  await playground.chooseEngine(threads);
  await eventually(() => playground.engineLine(threads)).toMatch(/, \d+ threads?, /);
  expect((await playground.weights()).map(({ text }) => text)).toEqual(['0.12', '0.73', '0.15']);
}

describe.skipIf(isSkipped)('the packed element in', () => {
  let files: string[] = [];
  beforeAll(async () => {
    files = await installPacked();
  });

  it('a package that has what it names, and nothing of its making', () => {
    for (const file of [
      ...['package.json', 'README.md', 'LICENSE', 'dist/lib/index.js', 'dist/lib/index.d.ts', 'dist/embed/licenses.md'],
      ...['dist/embed/attention-playground.js', 'dist/embed/attention-playground.d.ts'],
      ...[
        'dist/embed/react.d.ts',
        'dist/embed/vue.d.ts',
        'dist/embed/custom-elements.json',
        'dist/lib/wasm/simd/trace.wasm',
        'dist/anywidget/attention-playground.js',
        'dist/anywidget/attention_playground.py',
      ],
    ]) {
      expect(files).toContain(file);
    }
    expect(
      files.filter(
        (path) =>
          !/^(dist\/(anywidget|embed|lib)\/|dist\/attention-playground\.html$|package\.json$|README\.md$|LICENSE$)/.test(
            path,
          ),
      ),
    ).toEqual([]);
  });

  it.each(['Vite', 'webpack', 'esbuild', 'Rollup', 'VitePress', 'Astro'])('%s', async (name) => {
    await expectAllOfIt(await openBuilt(await hosts[name]()));
  });

  it.each(['React', 'Vue'] as const)('%s: typed properties and events', async (name) => {
    await checkTypes[name]();
    const playground = await openBuilt(await hosts[name]());
    const { page } = playground;
    await expectAllOfIt(playground);
    await playground.scoreBar('suis', 'am').focus();
    await page.keyboard.press('ArrowUp');
    await eventually(() => page.locator('output').innerText()).toMatch(/^0\.\d{3} 0\.7\d{2} 0\.\d{3}$/);
    await page.getByRole('button', { name: 'Even' }).click();
    await eventually(() => page.locator('output').innerText()).toBe('0.333 0.333 0.333');
  });

  it('reveal.js: arrows on the element change its numbers and not the slide', async () => {
    const playground = await openBuilt(await hosts['reveal.js'](), { hash: '#/1' });
    const { page } = playground;
    await expectAllOfIt(playground);
    await playground.scoreBar('suis', 'am').focus();
    for (const [key, value] of [
      ['ArrowUp', 2.2],
      ['ArrowUp', 2.3],
      ['ArrowDown', 2.2],
    ] as const) {
      await page.keyboard.press(key);
      await eventually(() => playground.valueOf(playground.scoreBar('suis', 'am'))).toBe(value);
    }
    await page.keyboard.press('ArrowRight');
    expect(new URL(page.url()).hash).toBe('#/1');
    await playground.scrubber.focus();
    await page.keyboard.press('ArrowLeft');
    await eventually(() => playground.seconds(), 'the slider has moved').toBe(3.55);
    expect(new URL(page.url()).hash).toBe('#/1');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => new URL(page.url()).hash).toMatch(/^(#\/)?$/);
  });

  it.each(['sphinx', 'mkdocs', 'nbconvert'])('a page of %s', async (name) => {
    if (!hasPython(name)) {
      console.warn(`Debian's python3-${name} is not installed: its page was not tried.`);
      return;
    }
    const folder = await pythonHosts[name]();
    // Browsers ask for it where a page names no icon.
    writeFileSync(`${folder}/favicon.ico`, '');
    await expectAllOfIt(await openBuilt(folder, { subPath: '/' }));
  });
});
