import { describe, expect, it } from 'vitest';
import { allNumbers } from '../../../../web/io/arrays/file-tensor.ts';
import { parseNpy } from '../../../../web/io/arrays/npy.ts';
import { parseNpz } from '../../../../web/io/arrays/npz.ts';
import type { Parsed } from '../../../../web/io/arrays/parsed-file.ts';
import { parseSafetensors } from '../../../../web/io/arrays/safetensors.ts';
import { importFixtures } from '../import-fixtures.ts';

const parsers: Readonly<Record<string, (bytes: Uint8Array) => Parsed>> = {
  npy: parseNpy,
  npz: parseNpz,
  safetensors: parseSafetensors,
};
const binary = importFixtures.filter(({ format }) => format in parsers);

describe.skipIf(binary.length === 0)('published files of arrays', () => {
  it.each(binary)('$id', ({ format, bytes, expect: outcome, arrays }) => {
    const parsed = parsers[format](bytes);
    if (outcome !== 'ok') {
      expect(parsed).toHaveProperty('code');
      return;
    }
    if ('code' in parsed) expect.fail(`refused: ${JSON.stringify(parsed)}`);
    const read = parsed.tensors.map((tensor) => ({
      name: tensor.name,
      shape: tensor.shape,
      numbers: allNumbers(tensor),
    }));
    const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
    expect([...read].sort(byName)).toEqual([...arrays].sort(byName));
  });
});
