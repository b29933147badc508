import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Declarations are read beside scripts, whose names end in .js: imports in all of `folder` say so. */
export function withJsEndings(folder) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
}
