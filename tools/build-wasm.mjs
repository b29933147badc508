#!/usr/bin/env node
// Builds both WebAssembly modules and lays them in dist/wasm. Quick when nothing has changed: ninja decides.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMain } from './is-main.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const variants = {
  simd: ['attention.mjs', 'attention.wasm'],
  threads: ['attention.mjs', 'attention.wasm', 'attention.worker.js'],
};

/** Throws when a build fails; its output has then been shown. */
export function buildWasm() {
  for (const [variant, files] of Object.entries(variants)) {
    const preset = `wasm-${variant}`;
    const buildFolder = join(root, 'build', preset);
    if (!existsSync(join(buildFolder, 'build.ninja'))) cmake('--preset', preset);
    cmake('--build', '--preset', preset);
    const target = join(root, 'dist/wasm', variant);
    mkdirSync(target, { recursive: true });
    for (const file of files) copyWhenChanged(join(buildFolder, file), join(target, file));
  }
}

function cmake(...args) {
  execFileSync('cmake', args, { cwd: root, stdio: 'inherit' });
}

/** A dev server that watches the files should only see changes. */
function copyWhenChanged(from, to) {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  copyFileSync(from, to);
}

if (isMain(import.meta.url)) buildWasm();
