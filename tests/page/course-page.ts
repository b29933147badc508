import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveSite, type ServedSite } from '../../tools/serve-site.mjs';

/** The built element, as npm run build leaves it. */
const embedFolder = fileURLToPath(new URL('../../dist/embed/', import.meta.url));

export interface CourseOptions {
  /** Sent with the page; the element's own host sends only what lets scripts of other origins load it. EMBED is its address. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Instead of one script tag. */
  readonly head?: (embedUrl: string) => string;
}

export interface Course {
  readonly url: string;
  /** Where the element comes from: another origin than that of the page. */
  readonly embedUrl: string;
}

interface CourseServers {
  readonly embed: ServedSite;
  readonly pages: ServedSite;
  readonly folder: string;
}

let servers: Promise<CourseServers> | undefined;
let pageCount = 0;
const headersOf = new Map<string, Readonly<Record<string, string>>>();

/** One for the element and one for all pages of the process, with which they end. */
async function start(): Promise<CourseServers> {
  if (!existsSync(resolve(embedFolder, 'attention-playground.js'))) {
    throw new Error(`There is no built element in ${embedFolder}. Build it first: npm run build.`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'course-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [embed, pages] = await Promise.all([
    serveSite({ folder: embedFolder, headers: false, responseHeaders: { 'Access-Control-Allow-Origin': '*' } }),
    serveSite({ folder, headers: false, headersFor: (path) => headersOf.get(path) }),
  ]);
  return { embed, pages, folder };
}

/** A teacher's page of plain HTML, on an origin of its own and without any header, around what `body` says. */
export async function course(
  body: string | ((embedUrl: string) => string),
  { responseHeaders = {}, head = scriptTag }: CourseOptions = {},
): Promise<Course> {
  const { embed, pages, folder } = await (servers ??= start());
  const name = `lecture-${++pageCount}.html`;
  const headers = Object.entries(responseHeaders).map(([key, value]) => [key, value.replaceAll('EMBED', embed.url)]);
  headersOf.set(`/${name}`, Object.fromEntries(headers) as Record<string, string>);
  const content = typeof body === 'string' ? body : body(embed.url);
  writeFileSync(
    join(folder, name),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A course</title>` +
      `<link rel="icon" href="data:,">${head(embed.url)}</head><body>${content}</body></html>`,
  );
  return { url: `${pages.url}${name}`, embedUrl: embed.url };
}

export const scriptTag = (embedUrl: string): string =>
  `<script type="module" src="${embedUrl}attention-playground.js"></script>`;
