import { tensorOf, unknownAxes, type AxisName, type AxisWords, type FileTensor } from './arrays/file-tensor.ts';
import { isVectorName } from './arrays/guess.ts';
import { importLimits } from './arrays/import-limits.ts';
import type { Parsed, WordList } from './arrays/parsed-file.ts';
import type { ImportFormat, ImportNote, ImportProblem } from './problem.ts';
import { readLiteral } from './text/literal.ts';
import { isNested, nestedNumbers } from './text/nested-numbers.ts';

/**
 * JSON, or what Python and JavaScript print in its place: a nested list of numbers, or objects that hold such lists and lists of
 * words, as BertViz, CircuitsVis, Transformer Explainer and `toJson` write them.
 */
export function parseJson(text: string): Parsed {
  let value: unknown;
  let isStrict = true;
  try {
    value = JSON.parse(text);
  } catch {
    const read = readLiteral(text);
    if (!read || text.slice(read.end).replace(/^[\s;]+/, '') !== '') return { code: 'notJson' };
    isStrict = false;
    value = read.value;
  }
  const parsed = parseValue(value);
  if ('code' in parsed || isStrict) return parsed;
  return { ...parsed, notes: [{ code: 'notStrictJson' }, ...parsed.notes] };
}

/** The same for a value at hand. It may come from a script, so it may even hold itself. */
export function parseValue(value: unknown): Parsed {
  const walk: Walk = { format: 'json', sentence: 1, tensors: [], wordLists: [], hasText: false, nullCount: 0 };
  const problem = visit(value, '', { query: null, key: null }, 0, walk);
  if (problem) return problem;
  const { format, tensors, wordLists, hasText, nullCount } = walk;
  if (tensors.length === 0) return { code: 'jsonLayout' };
  const notes: ImportNote[] = [];
  if (hasText) notes.push({ code: 'numbersAsText' });
  if (nullCount > 0) notes.push({ code: 'nullsAsMinusInfinity', count: nullCount });
  return { format, tensors, wordLists, notes };
}

interface Walk {
  format: ImportFormat;
  /** Of a list of objects, which one; from 1. */
  sentence: number;
  readonly tensors: FileTensor[];
  readonly wordLists: WordList[];
  hasText: boolean;
  nullCount: number;
}

/** Objects within objects; deeper ones are no layout of attention. */
const maxObjectDepth = 5;

function visit(value: unknown, name: string, words: AxisWords, depth: number, walk: Walk): ImportProblem | null {
  const limit = importLimits.maxArrays;
  if (walk.tensors.length > limit) return { code: 'tooManyArrays', arrays: walk.tensors.length, limit };
  if (isWordList(value)) {
    walk.wordLists.push({ name, sentences: [value] });
    return null;
  }
  if (isNested(value)) return addTensor(value, name, words, walk);
  if (depth >= maxObjectDepth) return null;
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      if (!isRecord(entry) && !Array.isArray(entry)) continue;
      if (depth === 0) walk.sentence = index + 1;
      const title = isRecord(entry) && typeof entry.name === 'string' ? entry.name : String(index + 1);
      const problem = visit(entry, joined(name, title), words, depth + 1, walk);
      if (problem) return problem;
    }
    return null;
  }
  return isRecord(value) ? visitRecord(value, name, words, depth, walk) : null;
}

function visitRecord(
  record: Readonly<Record<string, unknown>>,
  name: string,
  inherited: AxisWords,
  depth: number,
  walk: Walk,
): ImportProblem | null {
  const shaped = shapedData(record);
  if (shaped) return addTensor(shaped, name, inherited, walk);
  const words = wordsIn(record, inherited, walk.sentence);
  if ('code' in words) return words;
  walk.format = formatOf(record) ?? walk.format;
  for (const [key, value] of Object.entries(record)) {
    if (Object.hasOwn(wordKeys, key)) continue;
    const problem = visit(value, joined(name, key), words, depth + 1, walk);
    if (problem) return problem;
  }
  return null;
}

function addTensor(value: readonly unknown[], name: string, words: AxisWords, walk: Walk): ImportProblem | null {
  const read = nestedNumbers(value, name, walk.sentence);
  if ('code' in read) return read;
  walk.hasText ||= read.hasText;
  walk.nullCount += read.nullCount;
  const isNamed = words.query !== words.key && read.shape.length === 2 && !isVectorName(name);
  const known = isNamed ? (['query', 'key'] as const) : axesOf(walk.format, name, read.shape.length);
  const axes = known ?? unknownAxes(read.shape);
  walk.tensors.push(tensorOf(name, read.shape, read.numbers, { axes, words }));
  return null;
}

/** Which axis the words under these keys belong to. */
const wordKeys: Readonly<Record<string, 'query' | 'key' | 'both'>> = {
  target: 'query',
  left_text: 'query',
  source: 'key',
  right_text: 'key',
  tokens: 'both',
};

/** The words that an object gives to the arrays in it, before those that stand around it. */
function wordsIn(
  record: Readonly<Record<string, unknown>>,
  inherited: AxisWords,
  sentence: number,
): AxisWords | ImportProblem {
  let words = inherited;
  // `tokens` first: `source` and `target` say more.
  for (const key of ['tokens', 'left_text', 'right_text', 'source', 'target']) {
    const list = record[key];
    if (list === undefined || list === null) continue;
    const side = wordKeys[key];
    if (!isWordList(list)) {
      const index = Array.isArray(list) ? list.findIndex((word) => typeof word !== 'string') + 1 : 1;
      return { code: 'labelNotText', sentence, side: side === 'query' ? 'target' : 'source', index };
    }
    words = { query: side === 'key' ? words.query : list, key: side === 'query' ? words.key : list };
  }
  return words;
}

/** `{ data, dims }`, as ONNX Runtime's tensors are printed, or `{ data }` alone: the numbers in their shape. */
function shapedData({ data, dims }: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  const list = isRecord(data) && Object.hasOwn(data, '0') ? Object.values(data) : data;
  if (!isNested(list)) return null;
  if (!Array.isArray(dims) || !dims.every((size) => Number.isSafeInteger(size) && size > 0)) return list;
  const sizes = (dims as number[]).slice(1).reverse();
  return sizes.reduce<readonly unknown[]>(
    (flat, size) =>
      Array.from({ length: Math.ceil(flat.length / size) }, (_, index) => flat.slice(index * size, (index + 1) * size)),
    list,
  );
}

function formatOf(record: Readonly<Record<string, unknown>>): ImportFormat | null {
  if (isNested(record.attn) && 'left_text' in record) return 'bertviz';
  if (!isWordList(record.tokens)) return null;
  if ('prompt' in record) return 'transformerExplainer';
  return isNested(record.attention) && Array.isArray(record.attention[0]) ? 'circuitsvis' : null;
}

/** What these programs mean by their axes. */
function axesOf(format: ImportFormat, name: string, rank: number): readonly AxisName[] | null {
  const leading: readonly AxisName[] = rank === 4 ? ['layer', 'head'] : rank === 3 ? ['head'] : [];
  if (rank < 2 || rank > 4) return null;
  const last = name.split('.').at(-1) ?? '';
  const isKnown = ['bertviz', 'circuitsvis', 'transformerExplainer'].includes(format);
  if (isKnown && last === 'queries') return [...leading, 'query', 'width'];
  if (isKnown && last === 'keys') return [...leading, 'key', 'width'];
  return isKnown && /^attn|attention|scores/.test(last) ? [...leading, 'query', 'key'] : null;
}

function isWordList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function joined(name: string, key: string): string {
  return name === '' ? key : `${name}.${key}`;
}
