import type { Frame, FrameLocator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { connectFrame, PlaygroundFrame } from '../../web/frame/connect-frame.ts';
import { accessibilityFaults } from './axe.ts';
import { startedBrowser } from './browser.ts';
import { course } from './course-page.ts';
import { eventually } from './eventually.ts';
import { usePages } from './page-fixture.ts';

const { openPage, serve } = usePages();
let siteUrl = '';
beforeAll(async () => {
  siteUrl = (await startedBrowser()).site.url;
});

interface Options {
  readonly hash?: string;
  readonly attributes?: string;
  readonly style?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly site?: string;
  readonly options?: string;
}

/** A course page with the frame, connected as `playground`, and all messages in `heard`. */
async function courseWithFrame({ hash = 'v=1&t=2', site = siteUrl, ...more }: Options = {}): Promise<Page> {
  const { attributes = '', style = '', headers = {}, options = '{}' } = more;
  const page = await course(
    (
      embedUrl,
    ) => `<iframe src="${site}embed.html#${hash}" title="A playground" style="width:700px;${style}" ${attributes}></iframe>
      <script>
        window.heard = [];
        addEventListener('message', ({ data }) => heard.push(data));
      </script>
      <script type="module">
        import { connectFrame } from '${embedUrl}frame.js';
        window.connectFrame = connectFrame;
        window.playground = connectFrame(document.querySelector('iframe'), ${options});
        window.told = [];
        for (const type of ['loaded', 'ready', 'height', 'step-change', 'score-change', 'weights-change', 'error']) {
          playground.addEventListener(type, ({ detail }) => told.push([type, detail]));
        }
      </script>`,
    { head: () => '', responseHeaders: headers },
  );
  const tab = await openPage(page.url);
  await inFrame(tab).locator('attention-playground[ready]').waitFor();
  return tab;
}

const inFrame = (page: Page): FrameLocator => page.frameLocator('iframe');
const frameOf = (page: Page): Frame => page.frames()[1];
const ask = <T>(page: Page, request: (frame: PlaygroundFrame) => Promise<T>): Promise<T | string> =>
  page.evaluate(`(${request.toString()})(window.playground).catch((error) => 'refused: ' + error.message)`);
const told = (page: Page, type: string): Promise<Record<string, unknown>[]> =>
  page.evaluate(
    (wanted) =>
      (Reflect.get(window, 'told') as [string, Record<string, unknown>][])
        .filter(([name]) => name === wanted)
        .map(([, detail]) => detail),
    type,
  );
const heightOf = (page: Page): Promise<number> => page.locator('iframe').evaluate((frame) => frame.clientHeight);
const weights = (page: Page): Promise<string[]> =>
  inFrame(page).locator('attention-flow .weights .column .number').allTextContents();

describe('the height of the frame', () => {
  it('is that of its content, follows it in width and length, and comes to rest', async () => {
    const page = await courseWithFrame({ style: 'box-sizing:border-box;border:7px solid' });
    const fits = async (): Promise<boolean> => {
      const needed = await inFrame(page)
        .locator('attention-playground')
        .evaluate((element) => element.getBoundingClientRect().height);
      return needed > 300 && (await heightOf(page)) === Math.ceil(needed);
    };
    await eventually(fits, 'the frame fits its content').toBe(true);
    const wide = await heightOf(page);
    await page.locator('iframe').evaluate((frame) => (frame.style.width = '360px'));
    await eventually(async () => (await fits()) && (await heightOf(page)) > wide).toBe(true);
    await page.locator('iframe').evaluate((frame) => (frame.style.width = '700px'));
    await eventually(async () => (await fits()) && (await heightOf(page)) === wide).toBe(true);
    await inFrame(page).getByText('What a long text costs').click();
    await eventually(async () => (await fits()) && (await heightOf(page)) > wide + 300).toBe(true);
    // Nothing scrolls in it, and nothing more is told once it fits.
    expect(await frameOf(page).evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
    const count = (await told(page, 'height')).length;
    await page.waitForTimeout(300);
    expect(await told(page, 'height')).toHaveLength(count);
    expect(count).toBeLessThan(20);
  });

  it('does not grow without end in a page that always adds some', async () => {
    const page = await courseWithFrame({ options: '{ autoHeight: false }' });
    await page.evaluate(() => {
      addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const { name, detail } = (data ?? {}) as { name?: string; detail?: { height: number } };
        if (name === 'height') document.querySelector('iframe')!.style.height = `${detail!.height + 40}px`;
      });
    });
    await page.locator('iframe').evaluate((frame) => (frame.style.width = '500px'));
    await page.waitForTimeout(600);
    const heights = (await told(page, 'height')).map(({ height }) => height as number);
    expect(heights.length).toBeLessThan(12);
    expect(await heightOf(page)).toBe(heights.at(-1)! + 40);
  });

  it('is told to learning platforms as they take it: JSON with a number of pixels', async () => {
    const page = await courseWithFrame();
    const heard = await page.evaluate(() => Reflect.get(window, 'heard') as unknown[]);
    const texts = heard.filter((data) => typeof data === 'string').map((text) => JSON.parse(text) as object);
    const last = (await told(page, 'height')).at(-1)!;
    expect(texts.at(-1)).toEqual({ subject: 'lti.frameResize', height: last.height });
    // Canvas answers whatever has a subject; our own messages have none.
    expect(heard.filter((data) => typeof data === 'object' && ('subject' in data! || 'messageType' in data!))).toEqual(
      [],
    );
  });
});

describe('what a page can ask of the frame', () => {
  it('everything the element can, answered by promises', async () => {
    const page = await courseWithFrame({ hash: 'v=1&t=2&hide=map' });
    expect(await ask(page, (frame) => frame.getState())).toBe('v=1&t=2&hide=map');
    expect(await ask(page, async (frame) => (await frame.toPicture({ type: 'image/png' })).type)).toBe('image/png');
    expect(await ask(page, (frame) => frame.toPicture({ width: -1 }))).toMatch(/^refused: .*width/);
    await ask(page, (frame) => frame.set('scores', [1, 1, 1]));
    await eventually(() => weights(page)).toEqual(['0.33', '0.33', '0.33']);
    expect(await ask(page, (frame) => frame.get('scores'))).toEqual([1, 1, 1]);
    await ask(page, (frame) => frame.set('scores', null));
    await eventually(() => weights(page)).toEqual(['0.12', '0.73', '0.15']);
    await ask(page, (frame) => frame.set('tokens', { source: ['a b', 'c'], target: 'x' }));
    expect(await ask(page, (frame) => frame.get('tokens'))).toEqual({ source: ['a', 'b', 'c'], target: ['x'] });
    await ask(page, (frame) => frame.setState('v=1&example=reordering&t=3'));
    expect(await ask(page, (frame) => frame.get('step'))).toBe(3);
    await ask(page, (frame) => frame.seek(1.2));
    expect(await ask(page, (frame) => frame.getState())).toContain('time=1.2');
    await ask(page, (frame) => frame.play());
    await eventually(() => ask(page, (frame) => frame.getState())).not.toContain('time=1.2');
    await ask(page, (frame) => frame.pause());
  });

  it('refusals come back as sentences', async () => {
    const page = await courseWithFrame();
    const set = (name: string, value: unknown): Promise<unknown> =>
      page.evaluate(
        ([which, what]) =>
          (Reflect.get(window, 'playground') as { set(name: string, value: unknown): Promise<unknown> })
            .set(which as string, what)
            .catch((error: unknown) => (error as Error).message),
        [name, value],
      );
    expect(await set('step', 99)).toMatch(/step is “99”, which was not taken.*from 1 to 4/);
    expect(await set('step', { a: 1 })).toMatch(/step is “\[object Object\]”: expected/);
    expect(await set('tokens', { source: 3 })).toMatch(/\{ source, target \}/);
    expect(await set('hide', 'map')).toMatch(/expected a list/);
    expect(await set('innerHTML', '<b>')).toMatch(/no property “innerHTML”: expected one of state, example/);
    expect(await ask(page, (frame) => frame.setState('v=99'))).toMatch(/^refused: .*another version/);
    expect(await ask(page, (frame) => frame.seek(NaN))).toMatch(/^refused: /);
  });

  it('events come once it is connected, for a page that comes late and after a reload too', async () => {
    const page = await courseWithFrame();
    await eventually(() => told(page, 'ready')).toHaveLength(1);
    const bar = inFrame(page).getByRole('slider', { name: 'Score of suis for am', exact: true });
    await bar.press('ArrowUp');
    await eventually(() => told(page, 'score-change')).toMatchObject([
      { step: 2, target: 'am', scores: [0.3, 2.2, 0.5] },
    ]);
    expect(await told(page, 'weights-change')).toHaveLength(1);

    await frameOf(page).evaluate(() => location.reload());
    await eventually(() => told(page, 'ready')).toHaveLength(2);
    await ask(page, (frame) => frame.set('step', 1));
    await eventually(() => told(page, 'step-change')).toEqual([{ step: 1, target: 'I' }]);

    await page.evaluate(async () => {
      const late = (Reflect.get(window, 'connectFrame') as typeof connectFrame)(document.querySelector('iframe')!);
      await new Promise((resolve) => late.addEventListener('ready', resolve));
      Reflect.set(window, 'lateStep', await late.get('step'));
      late.disconnect();
    });
    expect(await page.evaluate(() => Reflect.get(window, 'lateStep') as number)).toBe(1);
  });

  it('in a sandbox, whose origin is “null”', async () => {
    const page = await courseWithFrame({ attributes: 'sandbox="allow-scripts"' });
    expect(await frameOf(page).evaluate(() => origin)).toBe('null');
    await ask(page, (frame) => frame.set('scores', [0, 0, 0]));
    await eventually(() => weights(page)).toEqual(['0.33', '0.33', '0.33']);
    expect(await heightOf(page)).toBeGreaterThan(300);
  });
});

describe('the frame in its page', () => {
  it('follows its address, and writes no history', async () => {
    const page = await courseWithFrame();
    const entries = await page.evaluate(() => history.length);
    const bar = inFrame(page).getByRole('slider', { name: 'Score of suis for am', exact: true });
    for (const key of ['ArrowUp', 'Delete', 'ArrowUp']) await bar.press(key);
    await inFrame(page).locator('attention-words .targets .word').nth(3).click();
    await eventually(() => told(page, 'step-change')).toHaveLength(1);
    await page.waitForTimeout(400);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await page.locator('iframe').evaluate((frame) => {
      (frame as HTMLIFrameElement).src = (frame as HTMLIFrameElement).src.replace(/#.*/, '#v=1&example=reordering&t=3');
    });
    await eventually(() => ask(page, (frame) => frame.getState())).toBe('v=1&example=reordering&t=3');
    // As it opens: there is nothing to be undone.
    expect(await inFrame(page).getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  });

  it('ignores what is not meant for it, or answers with a sentence', async () => {
    const page = await courseWithFrame();
    const before = await ask(page, (frame) => frame.getState());
    const answers = await page.evaluate(async () => {
      const frame = document.querySelector('iframe')!.contentWindow!;
      const envelope = { attentionPlayground: 1, type: 'request' };
      const circular: Record<string, unknown> = { attentionPlayground: 1, type: 'request', id: 21, name: 'setState' };
      circular.args = [circular];
      const hostile = [
        ...[null, 7, 'text', '{"attentionPlayground":1}', [], {}, new Map(), new ArrayBuffer(8)],
        ...[
          { attentionPlayground: 2, type: 'request', id: 1, name: 'getState' },
          { ...envelope, id: 'x', name: 'getState' },
        ],
        ...['nonsense', '__proto__', 'constructor', 'toString', '<img src=x onerror=alert(1)>', null, {}].map(
          (name, index) => ({
            ...envelope,
            ...{ id: 10 + index, name, args: ['<script>alert(1)</script>'] },
          }),
        ),
        { ...envelope, id: 20, name: 'setState', args: [{ toString: 'no' }] },
        circular,
        { ...envelope, id: 22, name: 'set', args: ['scores', [10n]] },
        { ...envelope, id: 23, name: 'set', args: 'scores' },
        { ...envelope, id: 24, name: 'seek' },
        { ...envelope, id: 25, name: 'set', args: ['example', '<img src=x onerror=alert(1)>'] },
      ];
      const heard = Reflect.get(window, 'heard') as { type?: string; id: number; error?: string; value?: unknown }[];
      heard.length = 0;
      for (const message of hostile) frame.postMessage(message, '*');
      // A window that is not the page around it.
      const stranger = document.createElement('iframe');
      stranger.srcdoc =
        `<script>parent.frames[0].postMessage(
        { attentionPlayground: 1, type: 'request', id: 99, name: 'setState', args: ['v=1&t=4'] }, '*')</` + `script>`;
      document.body.append(stranger);
      await new Promise((resolve) => (stranger.onload = resolve));
      await new Promise((resolve) => setTimeout(resolve, 300));
      stranger.remove();
      return heard.filter(({ type }) => type === 'answer');
    });
    expect(answers.map(({ id }) => id)).toEqual([10, 11, 12, 13, 14, 15, 16, 20, 21, 22, 23, 24, 25]);
    for (const { error, value } of answers) {
      expect(error).toMatch(/^\S.* .*\S$/s);
      expect(value).toBeUndefined();
    }
    expect(await ask(page, (frame) => frame.getState())).toBe(before);
    expect(await inFrame(page).locator('attention-notices li').innerText()).toContain('<img src=x onerror=alert(1)>');
  });

  it('a page ignores what does not come from the frame, and heights that are none', async () => {
    const page = await courseWithFrame();
    const height = await heightOf(page);
    const counts = await page.evaluate(async () => {
      const told = Reflect.get(window, 'told') as unknown[];
      const event = { attentionPlayground: 1, type: 'event', name: 'height' };
      const before = told.length;
      postMessage({ ...event, detail: { height: 5 } }, '*');
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [before, told.length];
    });
    expect(counts[0]).toBe(counts[1]);
    await frameOf(page).evaluate(() => {
      for (const wrong of [-1, 0, Infinity, NaN, '1e9px; color: red', null, {}]) {
        parent.postMessage({ attentionPlayground: 1, type: 'event', name: 'height', detail: { height: wrong } }, '*');
      }
      for (const message of [
        { type: 'event', name: 7 },
        { type: 'event', name: 'height' },
        { type: 'answer', id: {} },
      ]) {
        parent.postMessage({ attentionPlayground: 1, ...message }, '*');
      }
    });
    await page.waitForTimeout(100);
    expect(await heightOf(page)).toBe(height);
  });

  it('has no accessibility faults; its heading of the first level is that of the page around it', async () => {
    const faults = await accessibilityFaults(frameOf(await courseWithFrame()));
    expect(faults.filter((fault) => !fault.startsWith('page-has-heading-one'))).toEqual([]);
  });
});

describe('Q1: threads in a frame', () => {
  const isolated = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  const engineLine = (page: Page, name: string): Promise<string> =>
    inFrame(page).locator('attention-engine-panel li').filter({ hasText: name }).innerText();

  it('with allow="cross-origin-isolated" there are many, without it they have a frame of their own, and both are right', async () => {
    const site = await serve({});
    for (const [attributes, simd, threads] of [
      ['allow="cross-origin-isolated"', /available/, /^WebAssembly, threads, ([2-9]|\d\d+) threads, /],
      ['', /ready/, /^WebAssembly, threads, \d+ threads?, [\d.]+ ms\s+In a hidden frame/],
    ] as const) {
      const page = await courseWithFrame({
        ...{ hash: 'v=1&t=2&engine=wasmThreads&scores=1.2.1:1', site: site.url, attributes, headers: isolated },
        options: '{ autoHeight: false }',
      });
      await eventually(() => engineLine(page, 'WebAssembly, threads')).toMatch(threads);
      expect(await engineLine(page, 'WebAssembly, SIMD')).toMatch(simd);
      expect(await weights(page)).toEqual(['0.22', '0.65', '0.13']);
    }
  });
});
