import { deflateSync } from 'fflate';
import { crc32 } from '../../../../web/io/arrays/crc32.ts';
import { columnMajorStrides, rowMajorStrides } from '../../../../web/io/arrays/file-tensor.ts';
import type { NumberType } from '../../../../web/io/arrays/number-type.ts';

/** Number types that a DataView writes; half precision is written from its bits. */
export type WrittenType = Exclude<NumberType, 'float16' | 'bfloat16' | 'uint64' | 'int64'>;

interface Writer {
  readonly code: string;
  readonly bytes: number;
  write(view: DataView, offset: number, value: number, little: boolean): void;
}

const writers: Readonly<Record<WrittenType, Writer>> = {
  float64: { code: 'f8', bytes: 8, write: (view, offset, value, little) => view.setFloat64(offset, value, little) },
  float32: { code: 'f4', bytes: 4, write: (view, offset, value, little) => view.setFloat32(offset, value, little) },
  int8: { code: 'i1', bytes: 1, write: (view, offset, value) => view.setInt8(offset, value) },
  uint8: { code: 'u1', bytes: 1, write: (view, offset, value) => view.setUint8(offset, value) },
  int16: { code: 'i2', bytes: 2, write: (view, offset, value, little) => view.setInt16(offset, value, little) },
  uint16: { code: 'u2', bytes: 2, write: (view, offset, value, little) => view.setUint16(offset, value, little) },
  int32: { code: 'i4', bytes: 4, write: (view, offset, value, little) => view.setInt32(offset, value, little) },
  uint32: { code: 'u4', bytes: 4, write: (view, offset, value, little) => view.setUint32(offset, value, little) },
  bool: { code: 'b1', bytes: 1, write: (view, offset, value) => view.setUint8(offset, value) },
};
export const writtenTypes = Object.keys(writers) as WrittenType[];

export interface Written {
  readonly shape: readonly number[];
  /** Row-major. */
  readonly numbers: readonly number[];
  readonly type?: WrittenType;
  readonly isFortran?: boolean;
  readonly isLittleEndian?: boolean;
}

/** A file as numpy's `save` writes it. */
export function npyFile({
  shape,
  numbers,
  type = 'float64',
  isFortran = false,
  isLittleEndian = true,
}: Written): Uint8Array {
  const { code, bytes, write } = writers[type];
  const data = new Uint8Array(numbers.length * bytes);
  const view = new DataView(data.buffer);
  const [from, to] = [rowMajorStrides(shape), isFortran ? columnMajorStrides(shape) : rowMajorStrides(shape)];
  for (const [index, number] of numbers.entries()) {
    const place = shape.reduce((sum, size, axis) => sum + (Math.floor(index / from[axis]) % size) * to[axis], 0);
    write(view, place * bytes, number, isLittleEndian);
  }
  const order = bytes === 1 ? '|' : isLittleEndian ? '<' : '>';
  return npyWith(`${order}${code}`, isFortran, shape, data);
}

/** The same with any words in its header and any data. */
export function npyWith(descr: string, isFortran: boolean, shape: readonly number[], data: Uint8Array): Uint8Array {
  const shapeText = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const dictionary = `{'descr': '${descr}', 'fortran_order': ${isFortran ? 'True' : 'False'}, 'shape': ${shapeText}, }`;
  const header = new TextEncoder().encode(`${dictionary.padEnd(117)}\n`);
  return joined(
    Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8),
    header,
    data,
  );
}

export interface ZipOptions {
  readonly isDeflated?: boolean;
  /** Sizes in 64 bits, as numpy writes them. */
  readonly isZip64?: boolean;
  /** Sizes behind the data, as written by who does not know them before. */
  readonly isStreamed?: boolean;
  /** What the directory says of an entry, for archives that lie. */
  readonly claimedBytes?: number;
}

/** An archive of these entries. */
export function zipFile(entries: Readonly<Record<string, Uint8Array>>, options: ZipOptions = {}): Uint8Array {
  const { isDeflated = false, isZip64 = false, isStreamed = false, claimedBytes } = options;
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const packed = isDeflated ? deflateSync(content) : content;
    const encoded = new TextEncoder().encode(name);
    const size = claimedBytes ?? content.length;
    const flags = isStreamed ? 8 : 0;
    const common = [short(flags), short(isDeflated ? 8 : 0), long(0)];
    const sizes = isZip64 ? [long(0xffffffff), long(0xffffffff)] : [long(packed.length), long(size)];
    const extra = isZip64 ? joined(short(1), short(16), longLong(size), longLong(packed.length)) : new Uint8Array(0);
    const check = long(crc32(content));
    const local = joined(
      long(0x04034b50),
      short(45),
      ...common,
      isStreamed ? long(0) : check,
      ...(isStreamed ? [long(0), long(0)] : sizes),
      short(encoded.length),
      short(isStreamed ? 0 : extra.length),
      encoded,
      isStreamed ? new Uint8Array(0) : extra,
      packed,
      isStreamed ? joined(long(0x08074b50), check, long(packed.length), long(size)) : new Uint8Array(0),
    );
    directory.push(
      joined(
        long(0x02014b50),
        short(45),
        short(45),
        ...common,
        check,
        ...sizes,
        short(encoded.length),
        short(extra.length),
        short(0),
        short(0),
        short(0),
        long(0),
        long(offset),
        encoded,
        extra,
      ),
    );
    parts.push(local);
    offset += local.length;
  }
  const central = joined(...directory);
  const count = directory.length;
  const end64 = joined(
    joined(long(0x06064b50), longLong(44), short(45), short(45), long(0), long(0)),
    joined(longLong(count), longLong(count), longLong(central.length), longLong(offset)),
    joined(long(0x07064b50), long(0), longLong(offset + central.length), long(1)),
  );
  const [shownCount, shownOffset] = isZip64 ? [0xffff, 0xffffffff] : [count, offset];
  const end = joined(
    joined(long(0x06054b50), short(0), short(0), short(shownCount), short(shownCount)),
    joined(long(central.length), long(shownOffset), short(0)),
  );
  return joined(...parts, central, ...(isZip64 ? [end64] : []), end);
}

/** A safetensors file of float32 arrays, its header padded with `padding` spaces. */
export function safetensorsFile(
  tensors: Readonly<Record<string, { readonly shape: readonly number[]; readonly numbers: readonly number[] }>>,
  padding = 0,
): Uint8Array {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, { shape, numbers }]) => {
    const start = end;
    end += numbers.length * 4;
    return [name, { dtype: 'F32', shape, data_offsets: [start, end] }] as const;
  });
  const data = Object.values(tensors).map(({ numbers }) => new Uint8Array(Float32Array.from(numbers).buffer));
  return safetensorsWith(JSON.stringify(Object.fromEntries(entries)) + ' '.repeat(padding), joined(...data));
}

/** The same with any header. */
export function safetensorsWith(header: string, data: Uint8Array): Uint8Array {
  const encoded = new TextEncoder().encode(header);
  return joined(longLong(encoded.length), encoded, data);
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

const short = (value: number): Uint8Array => Uint8Array.of(value & 255, (value >> 8) & 255);
const long = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);
export const longLong = (value: number | bigint): Uint8Array => new Uint8Array(BigUint64Array.of(BigInt(value)).buffer);
