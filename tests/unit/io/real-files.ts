import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const fixtures = resolve(repository, process.env.ATTENTION_FIXTURES ?? '../shared/fixtures');
const real = resolve(fixtures, '../real');

export const hasRealFiles = existsSync(real);
export const hasImportFixtures = existsSync(resolve(fixtures, 'import_files.json'));
if (!hasRealFiles || !hasImportFixtures) {
  console.warn(`Skipped: the import files of ${fixtures} and ${real}. Set ATTENTION_FIXTURES to where they lie.`);
}

/** Files that people would bring, which the repository doesn't hold. */
export function realFile(name: string): string {
  return readFileSync(resolve(real, name), 'utf8');
}
