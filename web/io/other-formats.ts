const text = (characters: string): number[] => Array.from(characters, (character) => character.charCodeAt(0));

/** Files that people have attention in, or take for it, and that this page does not open. */
const beginnings: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['HDF5 (Keras, h5py)', [0x89, ...text('HDF')]],
  ['GGUF', text('GGUF')],
  ['Parquet', text('PAR1')],
  ['gzip', [0x1f, 0x8b]],
  ['PDF', text('%PDF')],
  ['PNG', [0x89, ...text('PNG')]],
  ['JPEG', [0xff, 0xd8, 0xff]],
  ['Python pickle (PyTorch)', [0x80, 0x02]],
  ['Python pickle', [0x80, 0x03]],
  ['Python pickle', [0x80, 0x04]],
  ['Python pickle', [0x80, 0x05]],
];

/** The name of a format that is known by its first bytes and cannot be read here; null if it is none of them. */
export function otherFormatOf(bytes: Uint8Array): string | null {
  const found = beginnings.find(([, first]) => first.every((byte, index) => bytes[index] === byte));
  return found?.[0] ?? null;
}
