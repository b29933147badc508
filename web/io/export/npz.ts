import type { AttentionExport } from './attention-export.ts';
import { npyOf, npyOfBooleans, npyOfTexts } from './npy.ts';
import { zipOf } from './zip.ts';

/** What `numpy.savez_compressed` would write of it all: `source` and `target` are the words of the keys and of the queries. */
export function toNpz(exported: AttentionExport): Uint8Array<ArrayBuffer> {
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
  return zipOf(Object.fromEntries(Object.entries(arrays).map(([name, bytes]) => [`${name}.npy`, bytes])));
}
