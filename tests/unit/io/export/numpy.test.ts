import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { toCsv } from '../../../../web/io/export/csv.ts';
import { toJson } from '../../../../web/io/export/json.ts';
import { toNpy } from '../../../../web/io/export/npy.ts';
import { toNpz } from '../../../../web/io/export/npz.ts';
import { numbersIn, parsed } from '../open.ts';
import { pythonWith, runPython } from '../python.ts';
import { anyExport, smallExport } from './any-export.ts';

const numpy = pythonWith('numpy');
if (numpy === null) console.warn('Skipped: what NumPy reads of the exported files, since no python3 here has it.');

const folder = mkdtempSync(join(tmpdir(), 'export-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(numpy === null)('NumPy', () => {
  it('reads the archive and writes it again: shapes, bits and words are the same', () => {
    const exports = fc.sample(anyExport(), 20);
    for (const [index, exported] of exports.entries()) writeFileSync(join(folder, `${index}.npz`), toNpz(exported));
    const code = [
      'import numpy',
      `for index in range(${exports.length}):`,
      '    with numpy.load(f"{index}.npz") as file:',
      '        numpy.savez(f"again-{index}.npz", **file)',
    ].join('\n');
    runPython(code, folder, numpy!);
    for (const [index, exported] of exports.entries()) {
      const before = parsed(toNpz(exported), 'before.npz');
      const after = parsed(new Uint8Array(readFileSync(join(folder, `again-${index}.npz`))), 'after.npz');
      expect(after.wordLists).toEqual(before.wordLists);
      for (const [place, tensor] of before.tensors.entries()) {
        const again = after.tensors[place];
        expect([again.name, again.shape, again.words]).toEqual([tensor.name, tensor.shape, tensor.words]);
        expect(numbersIn(again)).toEqual(numbersIn(tensor));
      }
    }
  });

  it('reads one array, and the texts of CSV and JSON, to the same numbers', () => {
    writeFileSync(join(folder, 'scores.npy'), toNpy(smallExport, 'scores'));
    writeFileSync(join(folder, 'scores.csv'), toCsv(smallExport, 'scores'));
    writeFileSync(join(folder, 'all.json'), toJson(smallExport));
    const code = [
      'import csv, json, numpy',
      'scores = numpy.load("scores.npy")',
      'assert scores.dtype == numpy.float64 and scores.flags.c_contiguous and scores.shape == (2, 3)',
      'with open("all.json", encoding="utf-8") as file:',
      '    everything = json.load(file)',
      'assert numpy.array_equal(numpy.array(everything["scores"], dtype=float), scores)',
      'with open("scores.csv", newline="", encoding="utf-8-sig") as file:',
      '    head, *rows = csv.reader(file)',
      'assert head[1:] == everything["source"] and [row[0] for row in rows] == everything["target"]',
      'assert numpy.array_equal(numpy.array([row[1:] for row in rows], dtype=float), scores)',
      'print(scores[1, 1])',
    ].join('\n');
    expect(runPython(code, folder, numpy!)?.trim()).toBe('-inf');
  });

  it('runs the lines of docs/export.md', () => {
    const page = readFileSync(new URL('../../../../docs/export.md', import.meta.url), 'utf8');
    const [, code] = /^```python\n([^]*?)^```$/m.exec(page) ?? [];
    writeFileSync(join(folder, 'attention-student.npz'), toNpz(smallExport));
    expect(runPython(code, folder, numpy!)).toContain('[1. 1.]');
  });
});
