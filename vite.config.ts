import { existsSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { isolationHeaders } from './tools/isolation-headers.mjs';

const repository = dirname(fileURLToPath(import.meta.url));
const site = resolve(repository, 'web');

/** Every page of the site: the .html files at the top of web/. */
const pages = readdirSync(site)
  .filter((name) => name.endsWith('.html'))
  .map((name) => resolve(site, name));

/**
 * `npm start` sets ATTENTION_WITHOUT_WASM where the C++ core can't be compiled: the page then runs on the reference
 * engine and says so. Without it a missing module stops the build, so that no release is made without the core.
 */
function standInForMissingWasm(): Plugin {
  const standIn = '\0wasm-not-built';
  return {
    name: 'stand-in-for-missing-wasm',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!process.env.ATTENTION_WITHOUT_WASM || !source.includes('dist/wasm/') || !importer) return null;
      const path = resolve(dirname(importer), source.split('?')[0]);
      return existsSync(path) ? null : standIn;
    },
    load(id) {
      return id === standIn ? "export default new URL('wasm-not-built', location.href).href;" : null;
    },
  };
}

export default defineConfig({
  root: site,
  // Relative addresses: the same build works at the top of a site and under any sub-path.
  base: './',
  plugins: [standInForMissingWasm()],
  build: {
    outDir: resolve(repository, 'dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    // No data: addresses, which a strict content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: pages },
  },
  worker: { format: 'es' },
  server: {
    headers: isolationHeaders,
    // The compiled core lies beside web/, in dist/wasm/.
    fs: { allow: [repository] },
  },
  preview: { headers: isolationHeaders },
});
