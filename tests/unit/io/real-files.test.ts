import { describe, expect, it } from 'vitest';
import type { Alignment } from '../../../web/contract/index.ts';
import { parseAlignmentText, parseFile } from '../../../web/io/detect.ts';
import { rowSums, sceneFromAlignments } from '../../../web/model/imported.ts';
import { pack, unpack } from '../../../web/model/packed-alignments.ts';
import { allNumbers } from '../../../web/io/arrays/file-tensor.ts';
import { importFixtures } from './import-fixtures.ts';
import { hasRealFiles, realFile } from './real-files.ts';
import { read } from './read.ts';

function expectRowsToSumToOne(alignments: readonly Alignment[], digits: number): void {
  for (const alignment of alignments) {
    for (const sum of rowSums(alignment)) expect(sum).toBeCloseTo(1, digits);
  }
}

describe.skipIf(!hasRealFiles)('files that people have', () => {
  it('OpenNMT: ten sentences without an end of sentence', () => {
    const { format, alignments, notes } = read(realFile('opennmt_attention.txt'), 'opennmt_attention.txt');
    expect(format).toBe('opennmt');
    expect(notes).toEqual([]);
    expect(alignments).toHaveLength(10);
    expect([alignments[0].target.length, alignments[0].source.length]).toEqual([10, 9]);
    expect([alignments[1].target.length, alignments[1].source.length]).toEqual([13, 14]);
    expect(alignments[0].target.slice(5, 8)).toEqual(['lieben', 'immer', 'noch']);
    expect(alignments[0].source.at(-1)).toBe('other');
    expect(alignments[0].weights[0]).toBe(0.28890141844749);
    expectRowsToSumToOne(alignments, 4);
  });

  it('Nematus: one row and column more than words', () => {
    const { format, alignments } = read(realFile('nematus_alignments.txt'));
    expect(format).toBe('nematus');
    expect(alignments.map(({ target, source }) => [target.length, source.length])).toEqual([
      [4, 7],
      [7, 15],
      [9, 13],
    ]);
    expect(alignments[0].source).toEqual(['Obama', 'empfängt', 'Net@@', 'any@@', 'ah@@', 'u', '<EOS>']);
    expectRowsToSumToOne(alignments, 3);
  });

  it('the labelled CSV of a Nematus sentence is the same alignment', () => {
    const [fromText] = read(realFile('nematus_alignments.txt')).alignments;
    expect(read(realFile('nematus_sentence0_labelled.csv')).alignments).toEqual([fromText]);
  });

  it('the heads of GPT-2 are refused with a reason, not read as something else', () => {
    expect(parseAlignmentText(realFile('transformer_explainer_gpt2_ex2.json'))).toHaveProperty('code');
  });

  it('all become scenes, and survive the address', () => {
    const { alignments } = read(realFile('opennmt_attention.txt'));
    expect(sceneFromAlignments(alignments)).toMatchObject({ origin: 'imported' });
    expect(unpack(pack(alignments))).toEqual(alignments);
  });
});

describe.skipIf(importFixtures.length === 0)('published texts of arrays', () => {
  it.each(importFixtures.filter(({ format }) => format === 'csv' || format === 'json'))(
    '$id',
    ({ id, bytes, fileName, expect: outcome, arrays }) => {
      const parsed = parseFile(bytes, fileName);
      if (outcome === 'error') {
        expect(parsed).toHaveProperty('code');
        return;
      }
      if ('code' in parsed) expect.fail(`refused: ${JSON.stringify(parsed)}`);
      if (outcome === 'ok') {
        const read = parsed.tensors.map((tensor) => ({
          name: tensor.name,
          shape: tensor.shape,
          numbers: allNumbers(tensor),
        }));
        expect(read).toEqual(arrays);
      } else {
        // Read or refused would both be right; read, nothing may be 0 or NaN that was no number, and the person is told.
        expect(parsed.notes, id).toHaveLength(1);
        const numbers = parsed.tensors.flatMap((tensor) => Array.from(allNumbers(tensor)));
        expect(numbers.filter((number) => number === 0 || Number.isNaN(number))).toEqual([]);
      }
    },
  );
});
