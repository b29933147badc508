import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allNumbers, takeNumbers, type Range } from '../../../../web/io/arrays/file-tensor.ts';
import type { Parsed, ParsedFile } from '../../../../web/io/arrays/parsed-file.ts';
import { parseNpy } from '../../../../web/io/arrays/npy.ts';
import { parseNpz } from '../../../../web/io/arrays/npz.ts';
import { parseSafetensors } from '../../../../web/io/arrays/safetensors.ts';
import { parseText } from '../../../../web/io/detect.ts';
import { npyFile, safetensorsFile, writtenTypes, zipFile, type Written, type WrittenType } from './write-files.ts';

const ranges: Readonly<Record<WrittenType, readonly [number, number]>> = {
  float64: [0, 0],
  float32: [0, 0],
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32768, 32767],
  uint16: [0, 65535],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  bool: [0, 1],
};

function anyNumber(type: WrittenType): fc.Arbitrary<number> {
  if (type === 'float64') return fc.double();
  if (type === 'float32') return fc.float();
  const [min, max] = ranges[type];
  return fc.integer({ min, max });
}

const anyShape = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 5 });

const anyWritten: fc.Arbitrary<Required<Written>> = fc
  .record({
    shape: anyShape,
    type: fc.constantFrom(...writtenTypes),
    isFortran: fc.boolean(),
    isLittleEndian: fc.boolean(),
  })
  .chain((written) => {
    const length = written.shape.reduce((product, size) => product * size, 1);
    return fc
      .array(anyNumber(written.type), { minLength: length, maxLength: length })
      .map((numbers) => ({ ...written, numbers }));
  });

function read(parsed: Parsed): ParsedFile {
  if ('code' in parsed) throw new Error(`refused: ${JSON.stringify(parsed)}`);
  return parsed;
}

describe('what numpy writes reads back', () => {
  it('as .npy: every number type, both orders, both byte orders, any shape', () => {
    fc.assert(
      fc.property(anyWritten, (written) => {
        const [tensor] = read(parseNpy(npyFile(written))).tensors;
        expect(tensor.shape).toEqual(written.shape);
        expect(Array.from(allNumbers(tensor))).toEqual(written.numbers);
      }),
      { numRuns: 300 },
    );
  });

  it('as .npz: stored and deflated, with 64-bit sizes, with sizes behind the data', () => {
    const options = fc.record({ isDeflated: fc.boolean(), isZip64: fc.boolean(), isStreamed: fc.boolean() });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 8 }), anyWritten, { minKeys: 1, maxKeys: 3 }),
        options,
        (arrays, how) => {
          const entries = Object.entries(arrays).map(([name, written]) => [`${name}.npy`, npyFile(written)] as const);
          const { tensors } = read(parseNpz(zipFile(Object.fromEntries(entries), how)));
          expect(tensors.map(({ name }) => name).sort()).toEqual(Object.keys(arrays).sort());
          for (const tensor of tensors) expect(Array.from(allNumbers(tensor))).toEqual(arrays[tensor.name].numbers);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('what safetensors writes reads back, wherever the data begins', () => {
  const floats = fc.array(fc.float(), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 6 }), floats, { minKeys: 1, maxKeys: 4 }),
      fc.nat(7),
      (arrays, padding) => {
        fc.pre(!Object.hasOwn(arrays, '__metadata__') && !Object.hasOwn(arrays, '__proto__'));
        const written = Object.fromEntries(
          Object.entries(arrays).map(([name, numbers]) => [name, { shape: [numbers.length], numbers }]),
        );
        const { tensors } = read(parseSafetensors(safetensorsFile(written, padding)));
        expect(Object.fromEntries(tensors.map((tensor) => [tensor.name, Array.from(allNumbers(tensor))]))).toEqual(
          arrays,
        );
      },
    ),
    { numRuns: 100 },
  );
});

describe('JSON', () => {
  const matrix = fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
    .chain(([a, b, c]) => {
      const row = fc.array(
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
        { minLength: c, maxLength: c },
      );
      return fc.array(fc.array(row, { minLength: b, maxLength: b }), { minLength: a, maxLength: a });
    });

  it('of three dimensions reads back', () => {
    fc.assert(
      fc.property(matrix, (numbers) => {
        const [tensor] = read(parseText(JSON.stringify({ heads: numbers }))).tensors;
        expect(tensor.shape).toEqual([numbers.length, numbers[0].length, numbers[0][0].length]);
        expect(Array.from(allNumbers(tensor))).toEqual(numbers.flat(2));
      }),
    );
  });

  it('as JavaScript or Python prints it is the same value', () => {
    fc.assert(
      fc.property(matrix, fc.string({ maxLength: 6 }), (numbers, word) => {
        const strict = JSON.stringify({ tokens: [word, 'b'], heads: numbers });
        const loose = strict.replace('"tokens"', "'tokens'").replace('"heads"', 'heads').replace(/\]$/, ',]');
        const parsed = read(parseText(loose));
        expect(parsed.notes).toEqual([{ code: 'notStrictJson' }]);
        expect({ ...parsed, notes: [] }).toEqual(read(parseText(strict)));
      }),
    );
  });
});

it('a slice in any order of axes is what picking number by number gives', () => {
  const shapeAndOrder = fc.integer({ min: 1, max: 4 }).chain((rank) =>
    fc.record({
      shape: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: rank, maxLength: rank }),
      order: fc.shuffledSubarray([...Array(rank).keys()], { minLength: rank, maxLength: rank }),
      cuts: fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: rank, maxLength: rank }),
      isFortran: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(shapeAndOrder, ({ shape, order, cuts, isFortran }) => {
      const count = shape.reduce((product, size) => product * size, 1);
      const numbers = Array.from({ length: count }, (_, index) => index);
      const [tensor] = read(parseNpy(npyFile({ shape, numbers, isFortran }))).tensors;
      const ranges = shape.map((size, axis): Range => {
        const [a, b] = cuts[axis].map((cut) => Math.min(cut, size - 1)).sort((x, y) => x - y);
        return [a, b + 1];
      });
      const picked: number[] = [];
      const pick = (depth: number, index: number[]): void => {
        if (depth === order.length) {
          picked.push(shape.reduce((place, size, axis) => place * size + index[axis], 0));
          return;
        }
        const axis = order[depth];
        for (let at = ranges[axis][0]; at < ranges[axis][1]; at++) {
          const next = [...index];
          next[axis] = at;
          pick(depth + 1, next);
        }
      };
      pick(
        0,
        shape.map(() => 0),
      );
      expect(Array.from(takeNumbers(tensor, ranges, order, new Float64Array(picked.length)))).toEqual(picked);
    }),
    { numRuns: 300 },
  );
});
