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

/** One whole file of the fixtures' topic `import`. */
export interface ImportCase {
  readonly id: string;
  readonly text: string;
  readonly fileName: string;
  readonly expect: 'ok' | 'error' | 'either';
  readonly numbers: readonly number[];
  readonly shape: readonly number[];
}

interface RawCase {
  readonly id: string;
  readonly attrs: { readonly format: string };
  readonly inputs: { readonly bytes_base64: string };
  readonly outputs: { readonly arrays: Readonly<Record<string, RawTensor>> };
  readonly expect?: 'ok' | 'error' | 'either';
}
interface RawTensor {
  readonly shape: readonly number[];
  readonly data: readonly (number | string)[];
}

export function importCases(format: 'csv' | 'json'): ImportCase[] {
  if (!hasImportFixtures) return [];
  const file = JSON.parse(readFileSync(resolve(fixtures, 'import_files.json'), 'utf8')) as { cases: RawCase[] };
  return file.cases
    .filter(({ attrs }) => attrs.format === format)
    .map(({ id, inputs, outputs, expect }) => {
      const tensor = Object.values(outputs.arrays).at(0) ?? { shape: [], data: [] };
      return {
        id,
        text: Buffer.from(inputs.bytes_base64, 'base64').toString('utf8'),
        fileName: `${id}.${format}`,
        expect: expect ?? 'ok',
        numbers: tensor.data.map(Number),
        shape: tensor.shape,
      };
    });
}
