#!/usr/bin/env node
// Builds both WebAssembly modules and lays them in dist/wasm. Quick when nothing has changed: ninja decides.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMain } from './is-main.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Throws when a build fails; its output has then been shown. */
export function buildWasm() {
  for (const variant of ['simd', 'threads']) {
    const preset = `wasm-${variant}`;
    const buildFolder = join(root, 'build', preset);
    if (!existsSync(join(buildFolder, 'build.ninja'))) cmake('--preset', preset, ...toolchain());
    cmake('--build', '--preset', preset);

    const target = join(root, 'dist/wasm', variant);
    mkdirSync(target, { recursive: true });
    const files = ['attention.mjs', 'attention.wasm'];
    // The pool's worker has a script of its own up to Emscripten 3.1.57; later it is the glue again.
    if (existsSync(join(buildFolder, 'attention.worker.js'))) files.push('attention.worker.js');
    for (const file of files) copyWhenChanged(join(buildFolder, file), join(target, file));
    if (variant === 'simd') copyTraceModule(buildFolder);
  }
}

/** The module that the page starts with: one thread, the trace door alone. */
function copyTraceModule(buildFolder) {
  const target = join(root, 'dist/wasm/trace');
  mkdirSync(target, { recursive: true });
  for (const ending of ['mjs', 'wasm']) {
    copyWhenChanged(join(buildFolder, `attention_trace.${ending}`), join(target, `attention.${ending}`));
  }
}

/** The presets know where Debian has Emscripten; an activated emsdk goes first. */
function toolchain() {
  const { EMSDK } = process.env;
  return EMSDK ? ['--toolchain', join(EMSDK, 'upstream/emscripten/cmake/Modules/Platform/Emscripten.cmake')] : [];
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
