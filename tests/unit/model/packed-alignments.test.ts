import fc from 'fast-check';
import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from '../../../web/model/packed-alignments.ts';
import { anyAlignment } from './any-alignment.ts';

const packedText = (json: string): string => Buffer.from(deflateSync(strToU8(json))).toString('base64url');

describe('packed alignments', () => {
  it('read back as the same words and the same doubles', () => {
    fc.assert(
      fc.property(fc.array(anyAlignment(), { minLength: 1, maxLength: 3 }), (alignments) => {
        const packed = pack(alignments);
        expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(unpack(packed)).toEqual(alignments);
      }),
    );
  });

  it('of scores read back too, −Infinity where a word is hidden, and stay apart from weights', () => {
    const score = fc.oneof(fc.double({ noNaN: true, max: 1e300 }), fc.constant(-Infinity)).map((x) => x + 0);
    const scored = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
      .chain(([rows, columns]) =>
        fc.array(fc.array(score, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      )
      .map((rows) => ({
        source: rows[0].map((_, column) => `s${column}`),
        target: rows.map((_, row) => `t${row}`),
        scores: Float64Array.from(rows.flat()),
      }));
    fc.assert(
      fc.property(fc.array(fc.oneof(scored, anyAlignment()), { minLength: 1, maxLength: 3 }), (sentences) => {
        expect(unpack(pack(sentences))).toEqual(sentences);
      }),
    );
  });

  it('are refused when cut off anywhere or not packed at all', () => {
    const packed = pack([{ source: ['x', 'y'], target: ['a'], weights: Float64Array.of(0.1234567, 0.8765433) }]);
    for (let length = 0; length < packed.length; length++) {
      expect(unpack(packed.slice(0, length)), `the first ${length} characters`).toEqual({ code: 'packedUnreadable' });
    }
    fc.assert(fc.property(fc.string(), (text) => 'code' in unpack(text)));
  });

  it('are refused when a few bytes unfold without end', () => {
    const bomb = packedText(' '.repeat(9_000_000));
    expect(bomb.length).toBeLessThan(20_000);
    expect(unpack(bomb)).toEqual({ code: 'packedTooLarge', limitBytes: 8 * 1024 * 1024 });
  });

  it.each([
    'null',
    '{}',
    '[1]',
    '[[["x"],["a"]]]',
    '[[["x"],["a"],[null]]]',
    '[[["x"],[1],[1]]]',
    '[[["x"],["a"],["1"]]]',
    '[[["x"],["a"],["1"],"scores"]]',
    '[[["x"],["a"],[1],"other"]]',
  ])('are refused with other content: %s', (json) => {
    expect(unpack(packedText(json))).toEqual({ code: 'packedUnreadable' });
  });

  it('are refused with weights that are none', () => {
    expect(unpack(packedText('[[["x"],["a"],[-1]]]'))).toMatchObject({ code: 'negativeWeight', row: 1, column: 1 });
    expect(unpack(packedText('[[["x"],["a"],[1e999]]]'))).toMatchObject({ code: 'weightNotFinite' });
    expect(unpack(packedText('[[["x"],["a"],[1,0]]]'))).toMatchObject({ code: 'weightsDoNotFit', weights: 2 });
    expect(unpack(packedText('[[["x"],["a"],[1e999],"scores"]]'))).toMatchObject({ code: 'scoreNotFinite' });
    expect(unpack(packedText('[]'))).toEqual({ code: 'noAlignments' });
  });
});
