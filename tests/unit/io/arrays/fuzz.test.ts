import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstChoice } from '../../../../web/io/arrays/choice.ts';
import { openFiles } from '../../../../web/io/opened-file.ts';
import { joined, npyFile, safetensorsFile, zipFile } from './write-files.ts';

const numbers = [0.7, 0.2, 0.1, 0.05, 0.9, 0.05];
const npy = npyFile({ shape: [2, 3], numbers, type: 'float32' });
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** A valid file of every format. */
const samples: Readonly<Record<string, Uint8Array>> = {
  'a.npy': npy,
  'stored.npz': zipFile({ 'Q.npy': npy, 'K.npy': npy, 'read.me': text('x') }, { isZip64: true }),
  'deflated.npz': zipFile({ 'layer0.npy': npy, 'layer1.npy': npy }, { isDeflated: true, isStreamed: true }),
  'a.safetensors': safetensorsFile(
    { weights: { shape: [2, 3], numbers }, mask: { shape: [3], numbers: [1, 1, 0] } },
    3,
  ),
  'a.csv': text(',a,"b, c",d\r\nx,0.7,0.2,0.1\r\ny,0.05,0.9,0.05\r\n'),
  'a.json': text('{"tokens":["a","b"],"attn":[[[1,null],["0.5",0.5]],[[1,0],[0.5,0.5]]],"mask":[[1,0],[1,1]]}'),
  'a.txt': text('0 ||| das Haus ||| 0 ||| the house ||| 0 0\n0.9 0.1\n0.2 0.8\n'),
  'a.js': text("export const x = {prompt: 'a b', tokens: ['a', 'b'], attention: [[[1, 0], [-Infinity, NaN,]]]};"),
  'a.html': text(
    '<script>render("x", AttentionPatterns, {"tokens": ["a", "b"], "attention": [[[1, 0], [0.5, 0.5]]]})</script>',
  ),
};

interface Mutation {
  readonly kind: 'set' | 'cut' | 'drop' | 'repeat' | 'insert';
  readonly at: number;
  readonly length: number;
  readonly bytes: readonly number[];
}

/** Bytes that mean something to some format, beside any. */
const byte = fc.oneof(fc.nat(255), fc.constantFrom(...text('[]{}(),:;"\'\\ \n\t0-9.eN|<'), 0xff, 0));
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('set', 'cut', 'drop', 'repeat', 'insert'),
  at: fc.nat(100_000),
  length: fc.integer({ min: 1, max: 12 }),
  bytes: fc.array(byte, { minLength: 1, maxLength: 8 }),
});

function mutated(bytes: Uint8Array, { kind, at, length, bytes: given }: Mutation): Uint8Array {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  const some = Uint8Array.from(given);
  switch (kind) {
    case 'cut':
      return before;
    case 'drop':
      return joined(before, after.subarray(length));
    case 'repeat':
      return joined(before, after.subarray(0, length), after);
    case 'insert':
      return joined(before, some, after);
    case 'set':
      return joined(before, some, after.subarray(some.length));
  }
}

/** Opens, chooses and takes, as the page does. A fault of the file is a value; anything thrown is a fault of ours. */
function openAndTake(name: string, bytes: Uint8Array): object {
  const opened = openFiles([{ name, bytes: joined(bytes) }]);
  if ('code' in opened) return opened;
  const choice = firstChoice(opened.opened.outline);
  return choice === null ? opened : opened.take(choice);
}

describe('any change to a valid file is read or refused, never thrown, within a second', () => {
  it.each(Object.entries(samples))('%s', (name, bytes) => {
    expect(openAndTake(name, bytes), 'the file itself').not.toHaveProperty('code');
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), fc.boolean(), (mutations, keepsName) => {
        const start = process.cpuUsage();
        openAndTake(keepsName ? name : '', mutations.reduce(mutated, bytes));
        expect(process.cpuUsage(start).user, 'microseconds').toBeLessThan(1_000_000);
      }),
      { numRuns: 400 },
    );
  });

  it('bytes of no format at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...Object.keys(samples)), (bytes, name) => {
        openAndTake(name, bytes);
      }),
      { numRuns: 500 },
    );
  });
});
