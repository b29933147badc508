import { limits, type AttentionTensors } from '../contract/index.ts';
import { parseTensorsJson, type TensorsProblem } from './attention-tensors-json.ts';
import { parseCsv } from './csv.ts';
import type { ImportProblem } from './problem.ts';

/** A file of this size takes the page a second to read. */
export const largestTensorsFile = 96 * 1024 * 1024;

/** Reads attention of any length from text: JSON, or a table of weights. The format is found as in `parseAlignmentText`. */
export function parseTensorsText(text: string, fileName = ''): AttentionTensors | TensorsProblem | ImportProblem {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') return { code: 'emptyText' };
  if (content.slice(0, 1_000).includes('\0')) return { code: 'unknownFormat' };
  const isTable = /\.(csv|tsv)$/i.test(fileName) || !/^\s*[{[]/.test(content);
  if (!isTable) return parseTensorsJson(content);
  const read = parseCsv(content, limits.maxCount);
  if ('code' in read) return read;
  const [{ source, target, weights }] = read.alignments;
  const isNumbered = (side: 'source' | 'target'): boolean =>
    read.notes.some((note) => note.code === 'numberedLabels' && note.side === side);
  return {
    weights: { shape: [target.length, source.length], data: weights },
    ...(!isNumbered('target') && { queryTokens: target }),
    ...(!isNumbered('source') && { keyTokens: source }),
  };
}
