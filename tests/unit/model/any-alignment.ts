import fc from 'fast-check';
import type { Alignment } from '../../../web/contract/index.ts';

/** Words as hostile as files hold them: delimiters, quotes, line breaks, numbers, emoji, nothing at all. */
export const anyWord = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    ',',
    ';',
    '\t',
    '"',
    '""',
    '\n',
    '\r\n',
    '\r',
    '0.5',
    '1',
    '👩‍🎓',
    '<EOS>',
    "m'",
    '|||',
    '=1+1',
    '\uFEFF',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  // A text with NUL counts as no text.
  fc.string({ unit: 'binary', maxLength: 3 }).filter((text) => !text.includes('\0')),
);

const weight = fc
  .oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1, 5e-324, 0.1 + 0.2, 1e21))
  .map((x) => x + 0);

/** Any alignment of at most `maxWords` words a side. */
export function anyAlignment(maxWords = 5): fc.Arbitrary<Alignment> {
  const words = fc.array(anyWord, { minLength: 1, maxLength: maxWords });
  return fc.tuple(words, words).chain(([source, target]) => {
    const length = source.length * target.length;
    return fc
      .array(weight, { minLength: length, maxLength: length })
      .map((weights) => ({ source, target, weights: Float64Array.from(weights) }));
  });
}
