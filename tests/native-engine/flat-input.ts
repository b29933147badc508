import type { AttentionInput, FloatArray, RequestField, Tensor } from '../../web/contract/index.ts';

/** An input as the fields of a call, with the names of AttentionInput; tests/native/trace_call.cpp reads them. */
export function flatInput(input: AttentionInput): Readonly<Record<string, RequestField>> {
  const { queryCount, keyCount, valueDim, score, mask = {}, additiveMask, temperature } = input;
  const like = (bytes: Uint8Array): FloatArray =>
    input.values instanceof Float64Array ? Float64Array.from(bytes, isSet) : Float32Array.from(bytes, isSet);
  const tensor = (data: FloatArray | undefined, ...shape: number[]): Tensor | undefined => data && { shape, data };
  const maskTensor = (bytes: Uint8Array | undefined, ...shape: number[]) => bytes && tensor(like(bytes), ...shape);
  return {
    values: tensor(input.values, keyCount, valueDim),
    ...scoreFields(score, queryCount, keyCount),
    keyMask: maskTensor(mask.keyMask, keyCount),
    pairMask: maskTensor(mask.pairMask, queryCount, keyCount),
    queryMask: maskTensor(mask.queryMask, queryCount),
    causal: mask.causal,
    leftWindow: mask.leftWindow,
    rightWindow: mask.rightWindow,
    additiveMask: tensor(additiveMask, queryCount, keyCount),
    temperature,
  };
}

function isSet(byte: number): number {
  return byte === 0 ? 0 : 1;
}

function scoreFields(
  score: AttentionInput['score'],
  queryCount: number,
  keyCount: number,
): Record<string, RequestField> {
  const { scoreFunction } = score;
  if (scoreFunction === 'given')
    return { scoreFunction, scores: { shape: [queryCount, keyCount], data: score.scores } };
  const { queryDim, keyDim, queries, keys, scale } = score;
  const vectors = {
    scoreFunction,
    queries: { shape: [queryCount, queryDim], data: queries },
    keys: { shape: [keyCount, keyDim], data: keys },
    scale,
  };
  switch (scoreFunction) {
    case 'bilinear':
      return { ...vectors, W: { shape: [queryDim, keyDim], data: score.W } };
    case 'additive': {
      const { attentionDim, W_q, W_k, v } = score;
      return {
        ...vectors,
        W_q: { shape: [queryDim, attentionDim], data: W_q },
        W_k: { shape: [keyDim, attentionDim], data: W_k },
        v: { shape: [attentionDim], data: v },
      };
    }
    default:
      return vectors;
  }
}
