import type { AttentionInput, CausalAlignment } from '../attention-input.ts';
import { allocateLike, type FloatArray } from '../float-array.ts';
import type { Tensor } from '../tensor.ts';
import { validateInput } from '../validate.ts';
import { checkKeepMask, checkRank, checkShape, type NamedSize } from './checks.ts';
import { scoreFieldsOf, scoreSourceOf, type ScoreFields } from './score-fields.ts';

/** AttentionInput as operations take it: the same fields, flat, which bring their sizes along. */
export interface SingleHeadRequest<A extends FloatArray = FloatArray> extends ScoreFields<A> {
  /** [keyCount, valueDim] */
  readonly values: Tensor<A>;
  /** [keyCount] 0 hides, 1 keeps. */
  readonly keyMask?: Tensor<A> | undefined;
  /** [queryCount, keyCount] 0 hides, 1 keeps. */
  readonly pairMask?: Tensor<A> | undefined;
  /** [queryCount] 0: the query is padding, its context zeros. */
  readonly queryMask?: Tensor<A> | undefined;
  readonly causal?: CausalAlignment | undefined;
  readonly leftWindow?: number | undefined;
  readonly rightWindow?: number | undefined;
  /** [queryCount, keyCount] finite, or −Infinity, which hides. */
  readonly additiveMask?: Tensor<A> | undefined;
  /** 0 or positive. Default 1. */
  readonly temperature?: number | undefined;
}

/** The request as an AttentionInput on the request's arrays. Refuses what validateInput refuses, and shapes that differ. */
export function singleHeadInputOf<A extends FloatArray>(request: SingleHeadRequest<A>): AttentionInput<A> {
  const { values, additiveMask } = request;
  const { source, queryCount, keyCount } = scoreSourceOf(request);
  const queries: NamedSize = ['queryCount', queryCount];
  const keys: NamedSize = ['keyCount', keyCount];
  checkRank('values', values, 2, 2);
  const valueDim = values.shape[1];
  checkShape('values', values, [keys, ['valueDim', valueDim]]);
  if (additiveMask) checkShape('additiveMask', additiveMask, [queries, keys]);
  const input: AttentionInput<A> = {
    queryCount,
    keyCount,
    valueDim,
    values: values.data,
    score: source,
    mask: {
      keyMask: bytesOf('keyMask', request.keyMask, [keys]),
      pairMask: bytesOf('pairMask', request.pairMask, [queries, keys]),
      queryMask: bytesOf('queryMask', request.queryMask, [queries]),
      causal: request.causal,
      leftWindow: request.leftWindow,
      rightWindow: request.rightWindow,
    },
    additiveMask: additiveMask?.data,
    temperature: request.temperature,
  };
  validateInput(input);
  return input;
}

function bytesOf(name: string, mask: Tensor | undefined, sizes: readonly NamedSize[]): Uint8Array | undefined {
  if (!mask) return undefined;
  checkShape(name, mask, sizes);
  checkKeepMask(name, mask);
  return Uint8Array.from(mask.data);
}

/** The other way: an AttentionInput as the fields of a request, for operations on what is being traced. */
export function singleHeadRequestOf<A extends FloatArray>(input: AttentionInput<A>): SingleHeadRequest<A> {
  const { queryCount, keyCount, valueDim, values, score, mask = {}, additiveMask, temperature } = input;
  const floatsOf = (bytes: Uint8Array): A => {
    const floats = allocateLike(values, bytes.length);
    bytes.forEach((byte, index) => (floats[index] = byte === 0 ? 0 : 1));
    return floats;
  };
  const pairs = [queryCount, keyCount];
  return {
    ...scoreFieldsOf(score, queryCount, keyCount),
    values: { shape: [keyCount, valueDim], data: values },
    keyMask: mask.keyMask && { shape: [keyCount], data: floatsOf(mask.keyMask) },
    pairMask: mask.pairMask && { shape: pairs, data: floatsOf(mask.pairMask) },
    queryMask: mask.queryMask && { shape: [queryCount], data: floatsOf(mask.queryMask) },
    causal: mask.causal,
    leftWindow: mask.leftWindow,
    rightWindow: mask.rightWindow,
    additiveMask: additiveMask && { shape: pairs, data: additiveMask },
    temperature,
  };
}
