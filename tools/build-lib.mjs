#!/usr/bin/env node
// Builds the library into dist/lib: index.js, the worker of the core, type declarations, and the modules of
// dist/wasm, which have to be there.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { withJsEndings } from './declarations.mjs';
import { filesAsText } from './files-as-text.mjs';
import { isMain } from './is-main.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const library = join(root, 'dist/lib');

/** Rejects when a step fails. */
export async function buildLib() {
  const modules = join(root, 'dist/wasm');
  if (!existsSync(modules)) throw new Error(`${modules} is missing; node tools/build-wasm.mjs makes it.`);
  rmSync(library, { recursive: true, force: true });
  await bundleScripts();
  declareTypes();
  cpSync(modules, join(library, 'wasm'), { recursive: true });
}

async function bundleScripts() {
  const bundle = await rolldown({
    input: {
      index: join(root, 'web/lib.ts'),
      'core-worker': join(root, 'web/engines/wasm/core-worker.ts'),
    },
    platform: 'browser',
    plugins: [workerBesideIndex, filesAsText],
  });
  await bundle.write({ dir: library, format: 'esm', chunkFileNames: 'shared-[hash].js' });
  await bundle.close();
}

/** In the library the worker's script is built and lies beside the scripts that start it. */
const workerBesideIndex = {
  name: 'worker-beside-index',
  transform(code, id) {
    if (!id.endsWith('remote-core.ts')) return null;
    if (!code.includes('./core-worker.ts')) throw new Error(`${id} names no ./core-worker.ts any more.`);
    return code.replaceAll('./core-worker.ts', './core-worker.js');
  },
};

function declareTypes() {
  const types = join(library, 'types');
  execFileSync(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    ...['--project', join(root, 'tools/library-types.json'), '--outDir', types],
  ]);
  withJsEndings(types);
  writeFileSync(join(library, 'index.d.ts'), "export * from './types/lib.js';\n");
}

if (isMain(import.meta.url)) await buildLib();
