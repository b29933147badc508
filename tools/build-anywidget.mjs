#!/usr/bin/env node
// Builds the widget for notebooks into dist/anywidget: a module for anywidget, which is handed to the browser as a text and so holds all
// that the one file holds, packed in the same way; and the Python module with its class.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, packPlayground } from './build-one-file.mjs';
import { isMain } from './is-main.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'web/anywidget');
const target = join(root, 'dist/anywidget');

/** Rejects when a step fails. Takes what packPlayground() gave. */
export async function buildAnywidget(pack) {
  mkdirSync(target, { recursive: true });
  const module = await bundle(join(source, 'widget.ts'), 'esm');
  const head = `const packedPlayground = ${JSON.stringify(pack)};`;
  writeFileSync(join(target, 'attention-playground.js'), `${head}\n${module}\n`);
  copyFileSync(join(source, 'attention_playground.py'), join(target, 'attention_playground.py'));
}

if (isMain(import.meta.url)) await buildAnywidget(await packPlayground());
