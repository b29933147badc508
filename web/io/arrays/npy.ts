import type { ImportProblem } from '../problem.ts';
import { bytesNeeded } from './array-bytes.ts';
import { columnMajorStrides, noWords, rowMajorStrides, unknownAxes, type FileTensor } from './file-tensor.ts';
import { importLimits } from './import-limits.ts';
import type { NumberType } from './number-type.ts';
import type { Parsed } from './parsed-file.ts';

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

export function isNpy(bytes: Uint8Array): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** A file of numpy's `save`, versions 1 to 3 (numpy.lib.format). Its numbers stay where they are; objects are refused, not opened. */
export function parseNpy(bytes: Uint8Array): Parsed {
  const tensor = npyTensor(bytes, '');
  return 'code' in tensor ? tensor : { format: 'npy', tensors: [tensor], wordLists: [], notes: [] };
}

/** The one array of the file, which an archive names. */
export function npyTensor(bytes: Uint8Array, name: string): FileTensor | ImportProblem {
  const header = headerOf(bytes);
  if (!header) return { code: 'badFileHeader', format: 'npy', name };
  const { descr, isFortran, shape, dataStart } = header;
  if (/^[<>=|]?O/.test(descr)) return { code: 'pythonObjects', name };
  const type = typeOf(descr);
  if (!type) return { code: 'numberTypeRefused', name, numberType: spelledOut(descr) };
  const needed = bytesNeeded(name, shape, type.numberType);
  if ('code' in needed) return needed;
  const available = bytes.length - dataStart;
  if (available < needed.bytes) return { code: 'cutOff', name, bytes: available, expectedBytes: needed.bytes };
  const strides = isFortran ? columnMajorStrides(shape) : rowMajorStrides(shape);
  const numbers = bytes.subarray(dataStart, dataStart + needed.bytes);
  return { name, shape, axes: unknownAxes(shape), words: noWords, pages: [{ bytes: numbers, ...type, strides }] };
}

/** The texts of a file with one axis of them ("<U7"), as numpy saves a list of words; null where it holds something else. */
export function npyTexts(bytes: Uint8Array): string[] | null {
  const header = headerOf(bytes);
  const [, order, length] = /^([<>])U([1-9]\d*)$/.exec(header?.descr ?? '') ?? [];
  if (!header || order === undefined || header.shape.length !== 1) return null;
  const [count] = header.shape;
  const size = Number(length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength - header.dataStart < count * size * 4) return null;
  const texts: string[] = [];
  for (let index = 0; index < count; index++) {
    let text = '';
    for (let place = 0; place < size; place++) {
      const code = view.getUint32(header.dataStart + (index * size + place) * 4, order === '<');
      if (code > 0x10ffff) return null;
      text += String.fromCodePoint(code);
    }
    // Shorter texts are filled up with NUL.
    texts.push(text.replace(/\0+$/, ''));
  }
  return texts;
}

interface Header {
  /** numpy's short name of the number type, `<f4`; empty for records. */
  readonly descr: string;
  readonly isFortran: boolean;
  readonly shape: readonly number[];
  readonly dataStart: number;
}

function headerOf(bytes: Uint8Array): Header | null {
  const version = bytes[6];
  const lengthBytes = version === 1 ? 2 : 4;
  const headerStart = 8 + lengthBytes;
  if (!isNpy(bytes) || !(version >= 1 && version <= 3) || bytes.length < headerStart) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = lengthBytes === 2 ? view.getUint16(8, true) : view.getUint32(8, true);
  const dataStart = headerStart + length;
  if (length > importLimits.maxHeaderBytes || dataStart > bytes.length) return null;
  const text = new TextDecoder().decode(bytes.subarray(headerStart, dataStart));
  // A dictionary as Python prints it. Only numpy writes it, always with these three keys.
  const descr = /'descr'\s*:\s*(?:'([^']*)'|\[)/.exec(text);
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text);
  const shapeText = /'shape'\s*:\s*\(([\d\sL,]*)\)/.exec(text);
  if (!descr || !order || !shapeText) return null;
  const shape = shapeText[1].split(',').flatMap((size) => (size.trim() === '' ? [] : [Number.parseInt(size, 10)]));
  if (!shape.every((size) => size >= 0)) return null;
  return { descr: descr[1] ?? '', isFortran: order[1] === 'True', shape, dataStart };
}

const kinds: Readonly<Record<string, NumberType>> = {
  f8: 'float64',
  f4: 'float32',
  f2: 'float16',
  i1: 'int8',
  i2: 'int16',
  i4: 'int32',
  i8: 'int64',
  u1: 'uint8',
  u2: 'uint16',
  u4: 'uint32',
  u8: 'uint64',
  b1: 'bool',
};

function typeOf(descr: string): { readonly numberType: NumberType; readonly isLittleEndian: boolean } | null {
  const [, order, kind] = /^([<>=|]?)(.*)$/s.exec(descr) ?? [];
  const known = kind !== undefined && Object.hasOwn(kinds, kind);
  return known ? { numberType: kinds[kind], isLittleEndian: order !== '>' } : null;
}

/** What stands behind the codes that are refused. */
function spelledOut(descr: string): string {
  const code = descr.replace(/^[<>=|]/, '');
  if (code === '') return 'records';
  const bits = Number.parseInt(code.slice(1), 10) * 8;
  const words: Readonly<Record<string, string>> = {
    c: `complex${bits}`,
    f: `float${bits}`,
    U: 'text',
    S: 'text',
    M: 'dates',
    m: 'durations',
    V: `raw bytes (${descr})`,
  };
  return words[code[0]] ?? descr.slice(0, 20);
}
