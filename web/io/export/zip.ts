import { deflateSync } from 'fflate';
import { crc32 } from '../arrays/crc32.ts';

/** 1 January 1980, where the dates of archives begin: the same files give the same archive on any day. */
const noDate = 0x21;
const version = 20;
const deflated = 8;

/**
 * An archive of deflated files (PKWARE's APPNOTE, 4.3), with names in ASCII, as the reader of archives and numpy take it. fflate has a writer too, which
 * would come with the page, since the page unfolds links with that module; this much of it is all that is needed.
 */
export function zipOf(files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const nameBytes = new TextEncoder().encode(name);
    const packed = deflateSync(content);
    // What both headers say: version, flags, method, time, date, checksum, sizes, length of the name, no extra field.
    const shared = [
      ...[two(version), two(0), two(deflated), two(0), two(noDate), four(crc32(content))],
      ...[four(packed.length), four(content.length), two(nameBytes.length), two(0)],
    ];
    const local = bytesOf([four(0x04034b50), ...shared], nameBytes);
    // No comment, first disk, no attributes.
    const entry = [four(0x02014b50), two(version), ...shared, two(0), two(0), two(0), four(0), four(offset)];
    directory.push(bytesOf(entry, nameBytes));
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const count = two(directory.length);
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = bytesOf([four(0x06054b50), two(0), two(0), count, count, four(size), four(offset), two(0)]);
  return joined([...parts, ...directory, end]);
}

interface Field {
  readonly value: number;
  readonly size: 2 | 4;
}
const two = (value: number): Field => ({ value, size: 2 });
const four = (value: number): Field => ({ value, size: 4 });

/** Little-endian, and what follows them. */
function bytesOf(fields: readonly Field[], rest: Uint8Array = new Uint8Array()): Uint8Array {
  const length = fields.reduce((sum, { size }) => sum + size, 0);
  const bytes = new Uint8Array(length + rest.length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { value, size } of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  bytes.set(rest, at);
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
