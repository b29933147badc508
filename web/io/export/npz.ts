import { zipSync } from 'fflate';
import type { AttentionExport } from './attention-export.ts';
import { npyOf, npyOfBooleans, npyOfTexts } from './npy.ts';

/** The year in which the dates of archives begin: the same numbers give the same file on any day. */
const noDate = new Date(1980, 0, 1);

/** What `numpy.savez_compressed` would write of it all: `source` and `target` are the words of the keys and of the queries. */
export function toNpz(exported: AttentionExport): Uint8Array {
  const { queryTokens, keyTokens, stateDim, queries, keys, input, trace } = exported;
  const { queryCount, keyCount, valueDim } = trace;
  const { score } = input;
  const arrays: Record<string, Uint8Array> = {
    weights: npyOf([queryCount, keyCount], trace.weights),
    scores: npyOf([queryCount, keyCount], trace.scores),
    mask: npyOfBooleans([queryCount, keyCount], trace.visible),
    context: npyOf([queryCount, valueDim], trace.context),
    queries: npyOf([queryCount, stateDim], queries),
    keys: npyOf([keyCount, stateDim], keys),
    values: npyOf([keyCount, valueDim], input.values),
    source: npyOfTexts(keyTokens),
    target: npyOfTexts(queryTokens),
  };
  if (score.scoreFunction === 'bilinear') arrays.W = npyOf([score.queryDim, score.keyDim], score.W);
  if (score.scoreFunction === 'additive') {
    arrays.W_q = npyOf([score.queryDim, score.attentionDim], score.W_q);
    arrays.W_k = npyOf([score.keyDim, score.attentionDim], score.W_k);
    arrays.v = npyOf([score.attentionDim], score.v);
  }
  const files = Object.fromEntries(Object.entries(arrays).map(([name, bytes]) => [`${name}.npy`, bytes]));
  return zipSync(files, { level: 6, mtime: noDate });
}
