import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { numbersOf, type Tensor } from '../../fixtures/fixture-file.ts';

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const path = resolve(repository, process.env.ATTENTION_FIXTURES ?? '../shared/fixtures', 'import_files.json');

/** One whole file of the fixtures' topic `import`, and the arrays in it. */
export interface ImportFixture {
  readonly id: string;
  readonly format: string;
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly expect: 'ok' | 'error' | 'refuse' | 'either';
  readonly arrays: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly numbers: Float64Array;
  }[];
}

interface RawCase {
  readonly id: string;
  readonly attrs: { readonly format: string };
  readonly inputs: { readonly bytes_base64: string };
  readonly outputs: { readonly arrays: Readonly<Record<string, Tensor>> };
  readonly expect?: ImportFixture['expect'];
}

/** Empty where the fixtures do not lie; what cannot be tested is said once, by real-files.ts. */
export const importFixtures: readonly ImportFixture[] = existsSync(path)
  ? (JSON.parse(readFileSync(path, 'utf8')) as { cases: RawCase[] }).cases.map(
      ({ id, attrs, inputs, outputs, expect }) => ({
        id,
        format: attrs.format,
        bytes: new Uint8Array(Buffer.from(inputs.bytes_base64, 'base64')),
        fileName: `${id}.${attrs.format}`,
        expect: expect ?? 'ok',
        arrays: Object.entries(outputs.arrays).map(([name, tensor]) => ({
          name,
          shape: tensor.shape,
          // The shortest text that reads back to the same float32.
          numbers: tensor.dtype === 'float32' ? numbersOf(tensor).map(Math.fround) : numbersOf(tensor),
        })),
      }),
    )
  : [];
