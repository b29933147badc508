import { describe, expect, it } from 'vitest';
import { parseFile, parseText } from '../../../../web/io/detect.ts';
import { parseValue } from '../../../../web/io/json.ts';
import { openFiles } from '../../../../web/io/opened-file.ts';
import { joined, longLong, npyWith, safetensorsWith, zipFile } from './write-files.ts';

/** Refuses within a second of computing, however busy the machine is, and with a reason. */
function refusal(read: () => object): object {
  const start = process.cpuUsage();
  const result = read();
  const { user, system } = process.cpuUsage(start);
  expect(user + system, 'microseconds').toBeLessThan(1_000_000);
  expect(result).toHaveProperty('code');
  return result;
}

const nothing = new Uint8Array(0);

describe('a hostile file is refused at once, with a reason', () => {
  it('S4: an npy header of four gigabytes', () => {
    const bytes = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0, 0xff, 0xff, 0xff, 0xff);
    expect(refusal(() => parseFile(bytes))).toMatchObject({ code: 'badFileHeader', format: 'npy' });
  });

  it.each([
    [[2 ** 40, 2 ** 40], { code: 'arrayTooLarge' }],
    [[0, 2 ** 53, 2 ** 53], { code: 'cutOff' }],
    [Array<number>(100_000).fill(1), { code: 'tooManyAxes', axes: 100_000 }],
    [[1000, 1000], { code: 'cutOff', bytes: 0, expectedBytes: 8_000_000 }],
  ])('S4: npy of shape %j', (shape, problem) => {
    // An array without numbers is empty however large its other axes are; that one is no problem of reading.
    const read = parseFile(longNpy(shape));
    if (shape[0] === 0) expect(read).not.toHaveProperty('code');
    else expect(refusal(() => parseFile(longNpy(shape)))).toMatchObject(problem);
  });

  it.each(['|O', '<U5', '|S3', '<c16', '<M8[ns]', '|V2', '<f16'])('S4: npy of the type %s is named', (descr) => {
    const result = refusal(() => parseFile(npyWith(descr, false, [1], new Uint8Array(64))));
    expect(['numberTypeRefused', 'pythonObjects']).toContain((result as { code: string }).code);
  });

  it('S3: an archive that says it unfolds to 2^62 bytes', () => {
    const bomb = zipFile({ 'a.npy': new Uint8Array(10) }, { isZip64: true, isDeflated: true, claimedBytes: 2 ** 62 });
    expect(refusal(() => parseFile(bomb))).toMatchObject({ code: 'unfoldsTooLarge' });
  });

  it('S3: an archive that unfolds to a thousand times what it says', () => {
    const bomb = zipFile({ 'a.npy': new Uint8Array(20_000_000) }, { isDeflated: true, claimedBytes: 100_000 });
    expect(refusal(() => parseFile(bomb))).toMatchObject({ code: 'entryUnreadable', reason: 'damaged' });
  });

  it('S3: an archive with one wrong bit', () => {
    const archive = zipFile({ 'a.npy': npyWith('<f8', false, [2], new Uint8Array(16)) });
    archive[200] ^= 1;
    expect(refusal(() => parseFile(archive))).toMatchObject({ code: 'entryUnreadable' });
  });

  it('S4: what torch.save writes, a pickle in an archive, is not opened', () => {
    const archive = zipFile({ 'model/data.pkl': Uint8Array.of(0x80, 2), 'model/data/0': nothing });
    expect(refusal(() => parseFile(archive))).toEqual({ code: 'pythonObjects', name: 'model/data.pkl' });
  });

  it('T3: a safetensors header of 2^63 bytes', () => {
    const bytes = joined(longLong(2n ** 63n), new TextEncoder().encode('{}'));
    expect(refusal(() => parseFile(bytes, 'model.safetensors'))).toMatchObject({ code: 'badFileHeader' });
  });

  it.each([
    ['{"a":{"dtype":"F32","shape":[9007199254740992,2],"data_offsets":[0,4]}}', 'badFileHeader'],
    ['{"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4]}}', 'arrayTooLarge'],
    ['{"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}}', 'badFileHeader'],
    ['{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}}', 'bytesDoNotFit'],
    [
      '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}',
      'tensorsOverlap',
    ],
    ['{"a":{"dtype":"C64","shape":[1],"data_offsets":[0,4]}}', 'numberTypeRefused'],
    ['[]', 'badFileHeader'],
    ['{"a":7}', 'badFileHeader'],
  ])('T3: a safetensors header %s', (header, code) => {
    const bytes = safetensorsWith(header, new Uint8Array(4));
    expect(refusal(() => parseFile(bytes, 'a.safetensors'))).toMatchObject({ code });
  });

  it('U1: JSON nested a hundred thousand deep', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(refusal(() => parseText(deep))).toMatchObject({ code: 'tooManyAxes', axes: 100_000 });
    expect(refusal(() => parseText(deep.replaceAll('[', '{"a":[').replaceAll(']', ']}')))).toHaveProperty('code');
    expect(refusal(() => parseText(`{"weights": ${'[NaN,'.repeat(100_000)}`))).toEqual({ code: 'notJson' });
  });

  it('U1: JSON whose first row promises more numbers than there are', () => {
    const wide = `[${[`[${'0,'.repeat(99_999)}0]`, ...Array<string>(99_999).fill('[]')].join(',')}]`;
    expect(refusal(() => parseText(wide))).toMatchObject({
      code: 'raggedRow',
      row: 2,
      cells: 0,
      expectedCells: 100_000,
    });
  });

  it('U1: a value that holds itself', () => {
    const list: unknown[] = [];
    list.push(list);
    expect(refusal(() => parseValue(list))).toMatchObject({ code: 'tooManyAxes' });
    const record: Record<string, unknown> = {};
    record.self = record;
    record.list = [record];
    expect(refusal(() => parseValue(record))).toEqual({ code: 'jsonLayout' });
  });

  it('U1: a page of a million beginnings that lead nowhere', () => {
    expect(refusal(() => parseText(`<html>${'{"attention":'.repeat(300_000)}`))).toEqual({ code: 'unknownFormat' });
  });

  it('U1: a text that is one open quote', () => {
    expect(refusal(() => parseText(`{'a': '${'\\\\'.repeat(500_000)}`))).toEqual({ code: 'notJson' });
    expect(refusal(() => parseText(`a,"${'b'.repeat(2_000_000)}`))).toHaveProperty('code');
  });

  it('S4: more arrays than anyone has', () => {
    const header = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`t${index}`, { dtype: 'U8', shape: [0], data_offsets: [0, 0] }]),
    );
    const bytes = safetensorsWith(JSON.stringify(header), nothing);
    expect(refusal(() => parseFile(bytes))).toEqual({ code: 'tooManyArrays', arrays: 5000, limit: 4096 });
  });

  it.each([[[0, 4]], [[2 ** 53, 0]]])(
    'S4: an array of %j, without a number, is said to be none, not drawn',
    (shape) => {
      const opened = openFiles([{ name: 'empty.npy', bytes: joined(npyWith('<f4', false, shape, nothing)) }]);
      if ('code' in opened) expect.fail('refused');
      expect(opened.opened.outline.tensors[0]).toMatchObject({ kind: 'other', shape });
    },
  );
});

function longNpy(shape: readonly number[]): Uint8Array {
  const short = npyWith('<f8', false, shape, nothing);
  if (shape.length < 1000) return short;
  // A header longer than version 1 can say.
  const text = short.subarray(10);
  const length = new Uint8Array(Uint32Array.of(text.length).buffer);
  return joined(Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0), length, text);
}
