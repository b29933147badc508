#!/usr/bin/env node
// `npm run build`: the WebAssembly modules, the site, the element, the library, the one file and the widget for notebooks, into dist/.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAnywidget } from './build-anywidget.mjs';
import { buildEmbed } from './build-embed.mjs';
import { buildLib } from './build-lib.mjs';
import { buildOneFile, packPlayground } from './build-one-file.mjs';
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
  const pack = await packPlayground();
  await buildOneFile(pack);
  await buildAnywidget(pack);
}
