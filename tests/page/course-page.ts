import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { serveSite, type ServedSite } from '../../tools/serve-site.mjs';

/** The built element, as npm run build leaves it. */
const embedFolder = fileURLToPath(new URL('../../dist/embed/', import.meta.url));

export interface CourseOptions {
  /** Sent with the page; the element's own host sends only what lets scripts of other origins load it. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Instead of one script tag. */
  readonly head?: (embedUrl: string) => string;
}

export interface Course extends ServedSite {
  /** Where the element comes from: another origin than that of the page. */
  readonly embedUrl: string;
}

/** A teacher's page of plain HTML, on an origin of its own and without any header, around what `body` says. */
export function useCourses(): (
  body: string | ((embedUrl: string) => string),
  options?: CourseOptions,
) => Promise<Course> {
  const ending: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(ending.splice(0).map((end) => end()));
  });
  return async (body, { responseHeaders = {}, head = scriptTag } = {}) => {
    if (!existsSync(resolve(embedFolder, 'attention-playground.js'))) {
      throw new Error(`There is no built element in ${embedFolder}. Build it first: npm run build.`);
    }
    const embed = await serveSite({
      folder: embedFolder,
      headers: false,
      responseHeaders: { 'Access-Control-Allow-Origin': '*' },
    });
    const folder = mkdtempSync(join(tmpdir(), 'course-'));
    const page = await serveSite({
      folder,
      headers: false,
      responseHeaders: Object.fromEntries(
        Object.entries(responseHeaders).map(([name, value]) => [name, value.replaceAll('EMBED', embed.url)]),
      ),
    });
    ending.push(async () => {
      await Promise.all([embed.close(), page.close()]);
      rmSync(folder, { recursive: true, force: true });
    });
    const content = typeof body === 'string' ? body : body(embed.url);
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A course</title>` +
        `<link rel="icon" href="data:,">${head(embed.url)}</head><body>${content}</body></html>`,
    );
    return { ...page, embedUrl: embed.url };
  };
}

const scriptTag = (embedUrl: string): string =>
  `<script type="module" src="${embedUrl}attention-playground.js"></script>`;
