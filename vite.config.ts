import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { isolationHeaders } from './tools/isolation-headers.mjs';
import { serveCoreAsBuilt } from './tools/serve-core-as-built.mjs';

const repository = dirname(fileURLToPath(import.meta.url));
const site = resolve(repository, 'web');

/** Every page of the site: the .html files at the top of web/. */
const pages = readdirSync(site)
  .filter((name) => name.endsWith('.html'))
  .map((name) => resolve(site, name));

/** What the engines ask for in Node only; no browser comes to that line. */
const external = ['node:fs/promises'];

export default defineConfig({
  root: site,
  // Relative addresses: the same build works at the top of a site and under any sub-path.
  base: './',
  plugins: [serveCoreAsBuilt(repository)],
  build: {
    outDir: resolve(repository, 'dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    // No data: addresses, which a strict content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the packages in the bundle ask of whoever passes it on.
    license: { fileName: 'licenses.md' },
    rolldownOptions: { input: pages, external },
  },
  worker: { format: 'es', rolldownOptions: { external } },
  server: {
    headers: isolationHeaders,
    // The compiled core lies beside web/, in dist/wasm/.
    fs: { allow: [repository] },
  },
  preview: { headers: isolationHeaders },
});
