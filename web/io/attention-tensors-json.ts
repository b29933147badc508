import type { AttentionTensors, Tensor } from '../contract/index.ts';
import { parseNumber } from './number-text.ts';
import { shortened } from './problem.ts';

/** Why a file is no attention of any length. Places count from 1. */
export type TensorsProblem =
  | { readonly code: 'tensorsNotJson' }
  | { readonly code: 'tensorsLayout' }
  | {
      readonly code: 'raggedTensor';
      readonly name: string;
      readonly place: readonly number[];
      readonly length: number;
      readonly expected: number;
    }
  | { readonly code: 'notANumber'; readonly name: string; readonly place: readonly number[]; readonly text: string }
  | { readonly code: 'notTokens'; readonly name: string };

const names = ['queries', 'keys', 'weights'] as const;
/** As `toJson` calls them. */
const savedNames = { queryTokens: 'target', keyTokens: 'source' } as const;

/**
 * JSON of one of these layouts: `[[…], …]` rows of weights, `[[[…], …], …]` of several heads; or an object with
 * `weights`, or with `queries` and `keys`, as nested lists of numbers, and perhaps `tokens` (or `queryTokens`,
 * `keyTokens`, or `target`, `source`), `scale` and `causal`.
 */
export function parseTensorsJson(text: string): AttentionTensors | TensorsProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { code: 'tensorsNotJson' };
  }
  const fields = Array.isArray(value) ? { weights: value } : isRecord(value) ? value : null;
  // A list of sentences is not one of numbers, but others may know it.
  if (!fields || (Array.isArray(value) && isRecord(value[0]))) return { code: 'tensorsLayout' };
  const tensors: { -readonly [Name in keyof AttentionTensors]: AttentionTensors[Name] } = {};
  for (const name of names) {
    if (fields[name] === undefined) continue;
    const tensor = tensorOf(name, fields[name], text.length);
    if ('code' in tensor) return tensor;
    tensors[name] = tensor;
  }
  if (!tensors.weights && !(tensors.queries && tensors.keys)) return { code: 'tensorsLayout' };
  const counts = {
    queryTokens: (tensors.weights ?? tensors.queries)?.shape.at(-2),
    keyTokens: tensors.weights ? tensors.weights.shape.at(-1) : tensors.keys?.shape.at(-2),
  };
  for (const name of ['queryTokens', 'keyTokens'] as const) {
    const saved = fields[savedNames[name]];
    // Under such common names may stand anything else, and alignments may have no word for the end of a sentence.
    const isWords = isTexts(saved) && saved.length === counts[name];
    const tokens = fields[name] ?? (isWords ? saved : fields.tokens);
    if (tokens === undefined || tokens === null) continue;
    if (!isTexts(tokens)) return { code: 'notTokens', name: fields[name] === undefined ? 'tokens' : name };
    tensors[name] = tokens;
  }
  if (typeof fields.scale === 'number') tensors.scale = fields.scale;
  if (typeof fields.causal === 'boolean') tensors.isCausal = fields.causal;
  return tensors;
}

/** All lists of one depth are as long as the first of them. There are at most `most` numbers, whatever the first lists promise. */
function tensorOf(name: string, value: unknown, most: number): Tensor<Float32Array> | TensorsProblem {
  const shape: number[] = [];
  for (let inner = value; Array.isArray(inner) && shape.length < 8; inner = (inner as unknown[])[0])
    shape.push(inner.length);
  const data = new Float32Array(
    Math.min(
      most,
      shape.reduce((product, size) => product * size, 1),
    ),
  );
  let filled = 0;
  const fill = (list: unknown, axis: number, place: readonly number[]): TensorsProblem | null => {
    if (!Array.isArray(list)) return { code: 'notANumber', name, place, text: textOf(list) };
    if (list.length !== shape[axis]) {
      return { code: 'raggedTensor', name, place, length: list.length, expected: shape[axis] };
    }
    for (const [index, entry] of (list as unknown[]).entries()) {
      if (axis + 1 < shape.length) {
        const problem = fill(entry, axis + 1, [...place, index + 1]);
        if (problem) return problem;
        continue;
      }
      const number = typeof entry === 'string' ? parseNumber(entry)?.value : entry;
      if (typeof number !== 'number')
        return { code: 'notANumber', name, place: [...place, index + 1], text: textOf(entry) };
      data[filled++] = number;
    }
    return null;
  };
  return fill(value, 0, []) ?? { shape, data };
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return shortened(String(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
