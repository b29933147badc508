import type { FloatArray } from '../../contract/index.ts';
import { matrixOf, type AttentionExport, type ExportedArray } from './attention-export.ts';

/** A file of numpy's `save`: float64 or float32 as the array is, row-major ("C order"), little-endian. */
export function npyOf(shape: readonly number[], numbers: FloatArray): Uint8Array<ArrayBuffer> {
  const size = numbers.BYTES_PER_ELEMENT;
  const data = new DataView(new ArrayBuffer(numbers.length * size));
  for (const [index, value] of numbers.entries()) {
    if (size === 8) data.setFloat64(index * size, value, true);
    else data.setFloat32(index * size, value, true);
  }
  return npyFile(`<f${size}`, shape, new Uint8Array(data.buffer));
}

/** 1 is True. */
export function npyOfBooleans(shape: readonly number[], bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return npyFile('|b1', shape, bytes);
}

/**
 * Texts of one length, as numpy keeps them: four bytes for each code point, zeros behind the shorter ones. Hence numpy drops a
 * NUL at the end of a text.
 */
export function npyOfTexts(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const codes = texts.map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0));
  const longest = Math.max(1, ...codes.map(({ length }) => length));
  const data = new DataView(new ArrayBuffer(texts.length * longest * 4));
  for (const [row, text] of codes.entries()) {
    for (const [column, code] of text.entries()) data.setUint32((row * longest + column) * 4, code, true);
  }
  return npyFile(`<U${longest}`, [texts.length], new Uint8Array(data.buffer));
}

export function toNpy(exported: AttentionExport, name: ExportedArray): Uint8Array<ArrayBuffer> {
  const { rows, columns, numbers } = matrixOf(exported, name);
  return npyOf([rows, columns], numbers);
}

/** Format version 1.0 (numpy.lib.format): magic, length, a Python dictionary padded so that the data begins at a multiple of 64. */
function npyFile(descr: string, shape: readonly number[], data: Uint8Array): Uint8Array<ArrayBuffer> {
  const shapeText = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const dictionary = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shapeText}, }`;
  const prefix = 10;
  const headerEnd = Math.ceil((prefix + dictionary.length + 1) / 64) * 64;
  const file = new Uint8Array(headerEnd + data.length);
  const headerLength = headerEnd - prefix;
  file.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, headerLength & 255, headerLength >> 8]);
  file.set(new TextEncoder().encode(`${dictionary.padEnd(headerLength - 1)}\n`), prefix);
  file.set(data, headerEnd);
  return file;
}
