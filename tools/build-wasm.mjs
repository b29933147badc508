#!/usr/bin/env node
// Builds the WebAssembly modules and lays them in dist/wasm: simd and threads with their glue, and beside each the same
// modules with relaxed SIMD, which the glue of the plain ones starts too. Quick when nothing has changed: ninja decides.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync } from 'rolldown/utils';
import { isMain } from './is-main.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'dist/wasm');
const tools = ['build-wasm.mjs', 'post-link.mjs'].map((name) => join(root, 'tools', name));

/** Rejects when a build fails; its output has then been shown. */
export async function buildWasm() {
  const written = new Set();
  for (const variant of ['simd', 'threads']) {
    const preset = `wasm-${variant}`;
    const buildFolder = join(root, 'build', preset);
    if (!existsSync(join(buildFolder, 'build.ninja'))) cmake('--preset', preset, ...toolchain());
    cmake('--build', '--preset', preset);
    for (const file of await layOut(join(buildFolder, 'modules'), variant)) written.add(file);
  }
  removeAllBut(written);
}

/** Lays one build's modules in dist/wasm; gives the files that are there. */
async function layOut(modules, variant) {
  const files = [];
  const lay = (file, sources, make) => {
    const path = join(output, file);
    files.push(path);
    if (!isNewer(path, sources)) writeWhenChanged(path, make());
  };
  for (const name of readdirSync(modules)) {
    const from = join(modules, name);
    if (name.endsWith('.mjs')) {
      lay(`${variant}/${name}`, [from], () => minified(name, readFileSync(from, 'utf8')));
    } else if (name === 'trace.worker.js') {
      // The script of a pool's thread is told which glue to load, and serves all modules. From Emscripten 3.1.58 on there is
      // none: the glue starts its threads itself.
      lay(`${variant}/pool.worker.js`, [from], () => readFileSync(from));
    } else if (name.endsWith('.wasm')) {
      // The optimiser that writes them takes a second to start, and is fetched when something has changed only.
      const targets = [`${variant}/${name}`, `${variant}-relaxed/${name}`];
      if (targets.every((target) => isNewer(join(output, target), [from]))) {
        files.push(...targets.map((target) => join(output, target)));
        continue;
      }
      const { postLink } = await import('./post-link.mjs');
      const { plain, relaxed } = postLink(readFileSync(from));
      lay(targets[0], [from], () => plain);
      lay(targets[1], [from], () => relaxed);
    }
  }
  return files;
}

/** The presets know where Debian has Emscripten; an activated emsdk goes first. */
function toolchain() {
  const { EMSDK } = process.env;
  return EMSDK ? ['--toolchain', join(EMSDK, 'upstream/emscripten/cmake/Modules/Platform/Emscripten.cmake')] : [];
}

/**
 * Run by npm, a program's PATH begins with node_modules/.bin, and there is a wasm-opt in it, the optimiser of
 * post-link.mjs: Emscripten would take it for its own, of another version, and write glue that does not fit its module.
 */
function cmake(...args) {
  const PATH = process.env.PATH?.split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
    .join(delimiter);
  execFileSync('cmake', args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH } });
}

function minified(name, code) {
  const result = minifySync(name, code, { module: true });
  if (result.errors.length > 0) throw new Error(`${name} could not be made smaller: ${result.errors[0].message}`);
  return result.code;
}

function isNewer(path, sources) {
  if (!existsSync(path)) return false;
  const made = statSync(path).mtimeMs;
  return [...sources, ...tools].every((source) => statSync(source).mtimeMs <= made);
}

/** A dev server that watches the files should only see changes of what they hold. */
function writeWhenChanged(path, bytes) {
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(bytes))) utimesSync(path, new Date(), new Date());
  else writeFileSync(path, bytes);
}

function removeAllBut(files) {
  for (const entry of readdirSync(output, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isFile() && !files.has(path)) {
      console.log(`${relative(root, path)} is of an older build and goes.`);
      rmSync(path);
    }
  }
}

if (isMain(import.meta.url)) await buildWasm();
