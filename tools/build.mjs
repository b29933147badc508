#!/usr/bin/env node
// `npm run build`: the WebAssembly modules, the site, the element, the library and the one file, into dist/.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildEmbed } from './build-embed.mjs';
import { buildLib } from './build-lib.mjs';
import { buildOneFile } from './build-one-file.mjs';
import { buildWasm } from './build-wasm.mjs';
import { isMain } from './is-main.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Throws when a build fails; its output has then been shown. */
export function buildSite() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
}

export { buildEmbed, buildLib, buildOneFile, buildWasm };

if (isMain(import.meta.url)) {
  await buildWasm();
  buildSite();
  await buildEmbed();
  await buildLib();
  await buildOneFile();
}
