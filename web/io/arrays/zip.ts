import { Inflate } from 'fflate';
import type { ImportProblem } from '../problem.ts';
import { crc32 } from './crc32.ts';
import { importLimits } from './import-limits.ts';

/** One entry as the directory at the end of the archive lists it. */
export interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly crc: number;
  readonly headerStart: number;
}

const signatures = { entry: 0x02014b50, local: 0x04034b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 };
const inSixteenBits = 0xffff;
const inThirtyTwoBits = 0xffffffff;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/**
 * The entries of an archive (PKWARE's APPNOTE), with 64-bit sizes too. Sizes come from the directory, which knows them even
 * where an entry was written before its size was known. Null: there is no directory, or it says what cannot be.
 */
export function zipEntries(bytes: Uint8Array): ZipEntry[] | ImportProblem | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = directoryOf(view);
  if (!directory) return null;
  if (directory.count > importLimits.maxArrays) {
    return { code: 'tooManyArrays', arrays: directory.count, limit: importLimits.maxArrays };
  }
  const entries: ZipEntry[] = [];
  let place = directory.start;
  for (let index = 0; index < directory.count; index++) {
    if (place + 46 > bytes.length || view.getUint32(place, true) !== signatures.entry) return null;
    const nameLength = view.getUint16(place + 28, true);
    const extraLength = view.getUint16(place + 30, true);
    const end = place + 46 + nameLength + extraLength;
    if (end > bytes.length) return null;
    const sizes = sizesOf(view, place, place + 46 + nameLength, end);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(place + 46, place + 46 + nameLength)),
      isEncrypted: (view.getUint16(place + 8, true) & 1) === 1,
      method: view.getUint16(place + 10, true),
      crc: view.getUint32(place + 16, true),
      ...sizes,
    });
    place = end + view.getUint16(place + 32, true);
  }
  return entries;
}

function directoryOf(view: DataView): { readonly start: number; readonly count: number } | null {
  const longestComment = 65_535;
  for (let end = view.byteLength - 22; end >= 0 && end >= view.byteLength - 22 - longestComment; end--) {
    if (view.getUint32(end, true) !== signatures.end) continue;
    const count = view.getUint16(end + 10, true);
    const start = view.getUint32(end + 16, true);
    if (count !== inSixteenBits && start !== inThirtyTwoBits) return { start, count };
    const locator = end - 20;
    if (locator < 0 || view.getUint32(locator, true) !== signatures.locator64) return { start, count };
    const end64 = sixtyFourBits(view, locator + 8);
    if (end64 + 56 > view.byteLength || view.getUint32(end64, true) !== signatures.end64) return null;
    return { start: sixtyFourBits(view, end64 + 48), count: sixtyFourBits(view, end64 + 32) };
  }
  return null;
}

/** Sizes too large for 32 bits stand in an extra field, in this order, and only those that are too large. */
function sizesOf(
  view: DataView,
  entry: number,
  extraStart: number,
  extraEnd: number,
): Pick<ZipEntry, 'bytes' | 'packedBytes' | 'headerStart'> {
  const short = [view.getUint32(entry + 24, true), view.getUint32(entry + 20, true), view.getUint32(entry + 42, true)];
  let place = extraStart;
  while (place + 4 <= extraEnd && view.getUint16(place, true) !== 1) place += 4 + view.getUint16(place + 2, true);
  place += 4;
  const [bytes, packedBytes, headerStart] = short.map((size) => {
    if (size !== inThirtyTwoBits || place + 8 > extraEnd) return size;
    place += 8;
    return sixtyFourBits(view, place - 8);
  });
  return { bytes, packedBytes, headerStart };
}

function sixtyFourBits(view: DataView, place: number): number {
  return view.getUint32(place, true) + 2 ** 32 * view.getUint32(place + 4, true);
}

/** What an entry holds, unfolded to exactly as many bytes as the directory says, and whole by its checksum. */
export function unzipEntry(archive: Uint8Array, entry: ZipEntry): Uint8Array | ImportProblem {
  const { name, method, packedBytes, bytes, headerStart } = entry;
  const damaged: ImportProblem = { code: 'entryUnreadable', name, reason: 'damaged' };
  if (entry.isEncrypted) return { ...damaged, reason: 'encrypted' };
  if (method !== 0 && method !== 8) return { ...damaged, reason: 'method' };
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  if (headerStart + 30 > archive.length || view.getUint32(headerStart, true) !== signatures.local) return damaged;
  const start = headerStart + 30 + view.getUint16(headerStart + 26, true) + view.getUint16(headerStart + 28, true);
  if (start + packedBytes > archive.length) return damaged;
  const packed = archive.subarray(start, start + packedBytes);
  const content = method === 0 ? packed : inflateTo(packed, bytes);
  return content?.length === bytes && crc32(content) === entry.crc ? content : damaged;
}

/** Deflate makes at most 1,032 bytes of one. */
const largestRatio = 1032;

/** Feeds the stream in pieces that can unfold to little more than what is missing: one that holds more is left as soon as it shows. */
function inflateTo(packed: Uint8Array, length: number): Uint8Array | null {
  if (length > packed.length * largestRatio) return null;
  const [leastPiece, mostPiece] = [256, 64 * 1024];
  const content = new Uint8Array(length);
  let filled = 0;
  let isComplete = false;
  let isTooLong = false;
  const stream = new Inflate((piece, isFinal) => {
    isTooLong ||= filled + piece.length > length;
    if (!isTooLong) content.set(piece, filled);
    filled += piece.length;
    isComplete = isFinal;
  });
  try {
    for (let start = 0; start < packed.length && !isTooLong;) {
      const wanted = Math.ceil((length - filled) / largestRatio);
      const end = start + Math.max(leastPiece, Math.min(mostPiece, wanted));
      stream.push(packed.subarray(start, end), end >= packed.length);
      start = end;
    }
  } catch {
    return null;
  }
  return isComplete && filled === length ? content : null;
}
