import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { serveSite, type ServedSite, type ServeSiteOptions } from '../../../tools/serve-site.mjs';

const parent = mkdtempSync(join(tmpdir(), 'serve-site-'));
const folder = join(parent, 'site');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), '<title>index</title>');
writeFileSync(join(folder, 'assets', 'core.wasm'), 'wasm');
writeFileSync(join(folder, 'assets', 'core.js'), 'js');
writeFileSync(join(parent, 'secret.txt'), 'secret');
afterAll(() => rmSync(parent, { recursive: true }));

let site: ServedSite;
async function get(path: string, options: ServeSiteOptions = {}): Promise<Response> {
  site = await serveSite({ folder, ...options });
  return fetch(site.url + path);
}
afterEach(() => site.close());

describe('serveSite', () => {
  it('serves the page, isolated', async () => {
    const response = await get('');
    expect(await response.text()).toContain('index');
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  });

  it('serves it as a host that sets no headers', async () => {
    const response = await get('', { headers: false });
    expect(response.headers.get('cross-origin-opener-policy')).toBeNull();
    expect(response.headers.get('cross-origin-embedder-policy')).toBeNull();
  });

  it('names the media types that browsers insist on', async () => {
    expect((await get('assets/core.wasm')).headers.get('content-type')).toBe('application/wasm');
    await site.close();
    expect((await get('assets/core.js')).headers.get('content-type')).toContain('text/javascript');
  });

  it('serves a wrong media type where a test asks for one', async () => {
    const headersFor = (path: string) => (path.endsWith('.wasm') ? { 'Content-Type': 'text/plain' } : undefined);
    expect((await get('assets/core.wasm', { headersFor })).headers.get('content-type')).toBe('text/plain');
  });

  it('hangs under a sub-path, and nothing lies outside it', async () => {
    const response = await get('assets/core.js', { subPath: 'some/sub/path' });
    expect(new URL(response.url).pathname).toBe('/some/sub/path/assets/core.js');
    expect(await response.text()).toBe('js');
    expect((await fetch(new URL('/assets/core.js', site.url))).status).toBe(404);
  });

  it('answers 404 for what is not there and for what lies above the folder', async () => {
    expect((await get('absent.js')).status).toBe(404);
    expect((await fetch(`${site.url}..%2fsecret.txt`)).status).toBe(404);
  });
});
