import type { ImportProblem } from '../problem.ts';
import { shortened } from '../problem.ts';
import { bytesNeeded } from './array-bytes.ts';
import { noWords, rowMajorStrides, unknownAxes, type FileTensor } from './file-tensor.ts';
import { importLimits } from './import-limits.ts';
import type { NumberType } from './number-type.ts';
import type { Parsed } from './parsed-file.ts';

/** The length of the header, in eight bytes. */
const lengthBytes = 8;

const types: Readonly<Record<string, NumberType>> = {
  F64: 'float64',
  F32: 'float32',
  F16: 'float16',
  BF16: 'bfloat16',
  I64: 'int64',
  I32: 'int32',
  I16: 'int16',
  I8: 'int8',
  U64: 'uint64',
  U32: 'uint32',
  U16: 'uint16',
  U8: 'uint8',
  BOOL: 'bool',
};

/** True where the first eight bytes are a length that fits and a header in braces follows. */
export function isSafetensors(bytes: Uint8Array): boolean {
  const length = headerLength(bytes);
  if (length === null) return false;
  const first = bytes.subarray(lengthBytes, lengthBytes + length).find((byte) => byte !== 0x20);
  return first === 0x7b;
}

/**
 * A safetensors file: JSON that names every tensor, its type, shape and place, and then the bytes. Every byte belongs to one
 * tensor, as the format asks. Tensors need not lie at multiples of their item's size.
 */
export function parseSafetensors(bytes: Uint8Array): Parsed {
  const header = headerOf(bytes);
  if (!header) return { code: 'badFileHeader', format: 'safetensors', name: '' };
  const names = Object.keys(header).filter((name) => name !== '__metadata__');
  const limit = importLimits.maxArrays;
  if (names.length > limit) return { code: 'tooManyArrays', arrays: names.length, limit };
  const data = bytes.subarray(lengthBytes + (headerLength(bytes) ?? 0));
  const places: Place[] = [];
  for (const name of names) {
    const place = placeOf(name, header[name], data);
    if ('code' in place) return place;
    places.push(place);
  }
  places.sort((a, b) => a.start - b.start || a.end - b.end);
  let end = 0;
  for (const place of places) {
    if (place.start !== end) return { code: 'tensorsOverlap', name: place.tensor.name };
    end = place.end;
  }
  if (end !== data.length) return { code: 'tensorsOverlap', name: places.at(-1)?.tensor.name ?? '' };
  return { format: 'safetensors', tensors: places.map(({ tensor }) => tensor), wordLists: [], notes: [] };
}

interface Place {
  readonly tensor: FileTensor;
  readonly start: number;
  readonly end: number;
}

function headerLength(bytes: Uint8Array): number | null {
  if (bytes.length < lengthBytes) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true) + 2 ** 32 * view.getUint32(4, true);
  return length <= importLimits.maxHeaderBytes && length <= bytes.length - lengthBytes ? length : null;
}

function headerOf(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  const length = headerLength(bytes);
  if (length === null) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(lengthBytes, lengthBytes + length));
    const header: unknown = JSON.parse(text);
    return typeof header === 'object' && header !== null && !Array.isArray(header)
      ? (header as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function placeOf(name: string, entry: unknown, data: Uint8Array): Place | ImportProblem {
  const broken: ImportProblem = { code: 'badFileHeader', format: 'safetensors', name: shortened(name) };
  if (typeof entry !== 'object' || entry === null) return broken;
  const { dtype, shape, data_offsets: offsets } = entry as Readonly<Record<string, unknown>>;
  if (typeof dtype !== 'string' || !isSizes(shape) || !isSizes(offsets) || offsets.length !== 2) return broken;
  if (!Object.hasOwn(types, dtype)) return { code: 'numberTypeRefused', name, numberType: shortened(dtype) };
  const numberType = types[dtype];
  const [start, end] = offsets;
  const needed = bytesNeeded(name, shape, numberType);
  if ('code' in needed) return needed;
  if (start > end || end - start !== needed.bytes) {
    return { code: 'bytesDoNotFit', name, bytes: end - start, expectedBytes: needed.bytes };
  }
  if (end > data.length) return { code: 'cutOff', name, bytes: data.length, expectedBytes: end };
  const page = {
    bytes: data.subarray(start, end),
    numberType,
    isLittleEndian: true,
    strides: rowMajorStrides(shape),
  };
  return { tensor: { name, shape, axes: unknownAxes(shape), words: noWords, pages: [page] }, start, end };
}

function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}
