#!/usr/bin/env node
// Builds the whole playground as one file, dist/attention-playground.html, which works from a disk, offline: the page, its workers and
// the parts of the core that it asks for, packed into the page. Takes dist/wasm as it is; without it the reference engine runs. The site
// gets a copy, to be downloaded from it.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { filesAsText } from './files-as-text.mjs';
import { isMain } from './is-main.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'web/one-file');
export const oneFile = join(root, 'dist/attention-playground.html');

/** The modules of the core that the page uses. Glues stand together: they are nearly the same, and pack to nearly one. */
const coreModules = ['trace', 'fused'];

/** Rejects when a step fails. Takes what packPlayground() gave. */
export async function buildOneFile(pack) {
  const unpack = await bundle(join(source, 'unpack.ts'), 'esm');
  writeFileSync(oneFile, pageOf(pack, unpack));
  const site = join(root, 'dist/site');
  if (existsSync(site)) copyFileSync(oneFile, join(site, 'attention-playground.html'));
}

/** The playground with its workers and the core, as web/one-file/unpack-files.ts unpacks it. */
export async function packPlayground() {
  const core = join(root, 'dist/wasm/simd');
  const files = [
    ['script.js', Buffer.from(await bundle(join(source, 'script.ts'), 'iife'))],
    ...[...coreModules.map((module) => `${module}.mjs`), ...coreModules.map((module) => `${module}.wasm`)]
      .filter((name) => existsSync(join(core, name)))
      .map((name) => [name, readFileSync(join(core, name))]),
  ];
  const text = deflateRawSync(Buffer.concat(files.map(([, bytes]) => bytes)), {
    level: constants.Z_BEST_COMPRESSION,
    memLevel: constants.Z_MAX_MEMLEVEL,
  }).toString('base64');
  return { names: files.map(([name, bytes]) => [name, bytes.length]), text };
}

function pageOf(pack, unpack) {
  const names = JSON.stringify(pack.names).replaceAll('"', '&quot;');
  const template = readFileSync(join(source, 'page.html'), 'utf8').replace(/^ +| *\n/gm, (space) =>
    space.endsWith('\n') ? '\n' : '',
  );
  const style = /<style>(.*)<\/style>/s.exec(template)[1];
  const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  // Whatever a script of the file may try, the file asks nobody for anything.
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(unpack)} blob: 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    'worker-src blob:',
    'connect-src blob:',
    'img-src data: blob:',
  ].join('; ');
  return template
    .replace('POLICY', () => policy)
    .replace('FILES', () => names)
    .replace(/\s*PACKED\s*/, () => pack.text)
    .replace(/\s*UNPACK;\s*/, () => unpack);
}

/** One script without imports; what is loaded later on the site is in it, and runs later. */
export async function bundle(input, format) {
  const build = await rolldown({
    input,
    platform: 'browser',
    external: ['node:fs/promises'],
    plugins: [packedFiles, packedWorkers, filesAsText],
  });
  const { output } = await build.generate({ format, minify: true, codeSplitting: false });
  await build.close();
  if (output.length !== 1) throw new Error(`${input} became ${output.length} files instead of one.`);
  // What ends a script in HTML; in a script it can only stand in a text, where it is the same with the backslash.
  return output[0].code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

/** What stands in for modules that ask a server for files. */
const packedFiles = {
  name: 'packed-files',
  resolveId(name) {
    if (name.endsWith('/bundled-files.ts')) return join(source, 'locate-packed-files.ts');
    if (name.endsWith('/threads-host.ts')) return join(source, 'no-threads-host.ts');
    return name.endsWith('/read-file.ts') ? join(source, 'read-packed-file.ts') : null;
  },
};

/** Workers are made of the one script. */
const packedWorkers = {
  name: 'packed-workers',
  transform(code, id) {
    if (!/new URL\([^)]*worker/.test(code) || !id.startsWith(join(root, 'web') + sep)) return null;
    const mark = /new Worker\(new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\), /;
    if (!mark.test(code))
      throw new Error(`${id} starts no worker as new Worker(new URL('./NAME-worker.ts', import.meta.url), …).`);
    const started = code.replace(mark, (_, role) => `startPackedWorker('${role}', `);
    return `import { startWorker as startPackedWorker } from '${join(source, 'packed-worker.ts')}';\n${started}`;
  },
};

if (isMain(import.meta.url)) await buildOneFile(await packPlayground());
