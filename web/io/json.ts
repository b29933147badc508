import { alignmentLimits, type Alignment } from '../contract/index.ts';
import { fitLabels } from './fit-labels.ts';
import { parseNumber } from './number-text.ts';
import { shortened, type ImportedText, type ImportNote, type ImportProblem } from './problem.ts';

/**
 * JSON of one of these layouts: `[[…], …]` rows of weights; `{ source, target, weights }` as `toJson` writes it, where
 * `tokens` may stand for both word lists and either may be missing; or a list of such objects.
 */
export function parseJson(text: string): ImportedText | ImportProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return reasonOf(text);
  }
  const entries = entriesOf(value);
  if (!entries) return { code: 'jsonLayout' };
  const limit = alignmentLimits.maxSentences;
  if (entries.length > limit) return { code: 'tooManyAlignments', sentences: entries.length, limit };

  const alignments: Alignment[] = [];
  const notes: ImportNote[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, index + 1);
    if ('code' in read) return read;
    alignments.push(read.alignment);
    notes.push(...read.notes);
  }
  return { format: 'json', alignments, notes };
}

const maxShownDimensions = 8;

interface Entry {
  readonly weights: readonly unknown[];
  readonly source: unknown;
  readonly target: unknown;
}

function entriesOf(value: unknown): Entry[] | null {
  if (isRecord(value)) {
    const entry = entryOf(value);
    return entry && [entry];
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every(isRecord)) {
    const entries = value.map(entryOf);
    return entries.every((entry) => entry !== null) ? entries : null;
  }
  return value.every(Array.isArray) ? [{ weights: value, source: undefined, target: undefined }] : null;
}

function entryOf({ weights, source, target, tokens }: Record<string, unknown>): Entry | null {
  return Array.isArray(weights) ? { weights, source: source ?? tokens, target: target ?? tokens } : null;
}

function readEntry(
  entry: Entry,
  sentence: number,
): { readonly alignment: Alignment; readonly notes: readonly ImportNote[] } | ImportProblem {
  const shape = shapeOf(entry.weights);
  if (shape.length > 2) return { code: 'tooManyDimensions', sentence, shape };
  const numbers = numbersOf(entry.weights, sentence);
  if ('code' in numbers) return numbers;
  const target = labelsOf(entry.target, 'target', sentence);
  if (target && 'code' in target) return target;
  const source = labelsOf(entry.source, 'source', sentence);
  if (source && 'code' in source) return source;
  const fitted = fitLabels({ rows: numbers.rows, target, source }, sentence);
  if ('code' in fitted || !numbers.hasText) return fitted;
  return { alignment: fitted.alignment, notes: [{ code: 'numbersAsText' }, ...fitted.notes] };
}

function numbersOf(
  weights: readonly unknown[],
  sentence: number,
): { readonly rows: number[][]; readonly hasText: boolean } | ImportProblem {
  const rows: number[][] = [];
  let hasText = false;
  for (const [rowIndex, cells] of weights.entries()) {
    if (!Array.isArray(cells)) return { code: 'jsonLayout' };
    const expectedCells = rows[0]?.length ?? cells.length;
    if (cells.length !== expectedCells) {
      return { code: 'raggedRow', sentence, row: rowIndex + 1, cells: cells.length, expectedCells };
    }
    const row: number[] = [];
    for (const [columnIndex, cell] of (cells as unknown[]).entries()) {
      const value = typeof cell === 'string' ? parseNumber(cell)?.value : cell;
      // null is what JavaScript writes for NaN and −Infinity: it isn't 0.
      if (typeof value !== 'number') {
        return { code: 'cellNotANumber', sentence, row: rowIndex + 1, column: columnIndex + 1, text: cellText(cell) };
      }
      hasText ||= typeof cell === 'string';
      row.push(value);
    }
    rows.push(row);
  }
  return { rows, hasText };
}

function cellText(cell: unknown): string {
  if (typeof cell === 'object' && cell !== null) return Array.isArray(cell) ? '[…]' : '{…}';
  return shortened(String(cell));
}

function labelsOf(
  labels: unknown,
  side: 'source' | 'target',
  sentence: number,
): readonly string[] | null | ImportProblem {
  if (labels === undefined || labels === null) return null;
  if (!Array.isArray(labels)) return { code: 'labelNotText', sentence, side, index: 1 };
  const index = labels.findIndex((label) => typeof label !== 'string');
  return index < 0 ? (labels as string[]) : { code: 'labelNotText', sentence, side, index: index + 1 };
}

/** Lengths along the first entries of a nested array; a loop, since a hostile file nests a million deep. */
function shapeOf(value: unknown): number[] {
  const shape: number[] = [];
  for (let level = value; Array.isArray(level) && shape.length < maxShownDimensions; level = (level as unknown[])[0]) {
    shape.push(level.length);
  }
  return shape;
}

/** Python's json writes NaN and Infinity, which are no JSON: worth a sentence of its own. */
function reasonOf(text: string): ImportProblem {
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
  const found = /-?\b(?:NaN|Infinity)\b/.exec(withoutStrings)?.[0];
  return found ? { code: 'jsonNotFinite', text: found } : { code: 'notJson' };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
