import fc from 'fast-check';
import {
  attentionScoreFunctions,
  fullyMaskedPolicies,
  type AttentionRequest,
  type AttentionScoreFunction,
  type Precision,
  type Tensor,
} from '../../../web/contract/index.ts';
import { parts, tensors } from './tensors.ts';

export interface AttentionRequestOptions {
  readonly precision: Precision;
  readonly scoreFunctions?: readonly AttentionScoreFunction[];
  /** Without: no masks, no past, no softcap, the temperature is 1. */
  readonly isPlain?: boolean;
}

/** Those that read queries and keys. */
export const vectorScoreFunctions = attentionScoreFunctions.filter((name) => name !== 'given' && name !== 'location');

/** Any small valid request of the layout [batch, head, position, dim], its numbers of everyday size. */
export function attentionRequests({
  precision,
  scoreFunctions = attentionScoreFunctions,
  isPlain = false,
}: AttentionRequestOptions): fc.Arbitrary<AttentionRequest> {
  const size = fc.integer({ min: 1, max: 5 });
  const few = fc.integer({ min: 1, max: 2 });
  return fc
    .record({
      batchCount: few,
      keyHeadCount: few,
      groupSize: few,
      queryCount: size,
      newKeyCount: size,
      pastCount: isPlain ? fc.constant(0) : fc.integer({ min: 0, max: 2 }),
      queryDim: size,
      keyDim: size,
      valueDim: size,
      attentionDim: size,
      scoreFunction: fc.constantFrom(...scoreFunctions),
    })
    .chain((sizes) => {
      const { batchCount, keyHeadCount, queryCount, newKeyCount, pastCount, valueDim, scoreFunction } = sizes;
      const queryHeadCount = keyHeadCount * sizes.groupSize;
      const keyCount = pastCount + newKeyCount;
      const allowsDifferentWidths = scoreFunction === 'bilinear' || scoreFunction === 'additive';
      const keyDim = allowsDifferentWidths ? sizes.keyDim : sizes.queryDim;
      const tensor = (...shape: number[]): fc.Arbitrary<Tensor> => tensors(precision, fc.constant(shape));
      const readsKeys = scoreFunction !== 'given' && scoreFunction !== 'location';
      const fields = {
        scoreFunction: fc.constant(scoreFunction),
        ...(scoreFunction === 'given'
          ? { scores: tensor(batchCount, queryHeadCount, queryCount, keyCount) }
          : { queries: tensor(batchCount, queryHeadCount, queryCount, sizes.queryDim) }),
        ...(readsKeys && { keys: tensor(batchCount, keyHeadCount, newKeyCount, keyDim) }),
        values: tensor(batchCount, keyHeadCount, newKeyCount, valueDim),
        ...(readsKeys && pastCount > 0 && { pastKeys: tensor(batchCount, keyHeadCount, pastCount, keyDim) }),
        ...(pastCount > 0 && { pastValues: tensor(batchCount, keyHeadCount, pastCount, valueDim) }),
        ...(scoreFunction === 'bilinear' && { W: tensor(sizes.queryDim, keyDim) }),
        ...(scoreFunction === 'location' && { W: tensor(keyCount + 1, sizes.queryDim) }),
        ...(scoreFunction === 'additive' && {
          W_q: tensor(sizes.queryDim, sizes.attentionDim),
          W_k: tensor(keyDim, sizes.attentionDim),
          v: tensor(sizes.attentionDim),
        }),
        scale: fc.constantFrom(undefined, 0.5, -1),
        ...(!isPlain && options(precision, [batchCount, queryHeadCount, queryCount, keyCount])),
      };
      return fc.record(fields as Fields);
    });
}

type Fields = { [Field in keyof AttentionRequest]-?: fc.Arbitrary<AttentionRequest[Field]> };

/** Any mix of masks, softcap, temperature and policy, for pairs of this shape. */
export function options(
  precision: Precision,
  pairShape: readonly [number, number, number, number],
): { readonly [Field in keyof AttentionRequest]?: fc.Arbitrary<AttentionRequest[Field]> } {
  const [batchCount, , , keyCount] = pairShape;
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
  const window = optional(fc.nat(keyCount));
  return {
    softcap: fc.constantFrom(undefined, 0.5, 3),
    temperature: fc.constantFrom(undefined, 0.25, 3),
    keepMask: optional(tensors(precision, broadcastable(pairShape), fc.constantFrom(0, 1, 1))),
    additiveMask: optional(
      tensors(
        precision,
        broadcastable(pairShape),
        fc.oneof({ weight: 4, arbitrary: parts }, { weight: 1, arbitrary: fc.constant(-Infinity) }),
      ),
    ),
    keyLengths: optional(tensors(precision, fc.constant([batchCount]), fc.nat(keyCount))),
    causal: fc.constantFrom(undefined, 'topLeft' as const, 'bottomRight' as const),
    leftWindow: window,
    rightWindow: window,
    fullyMasked: fc.constantFrom(undefined, ...fullyMaskedPolicies),
  };
}

/** Shapes that are repeated to the whole one: the last axes of it, some of them 1. */
function broadcastable(shape: readonly number[]): fc.Arbitrary<number[]> {
  const masks = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }));
  return masks.map(([rank, isOne]) => shape.map((size, axis) => (isOne[axis] ? 1 : size)).slice(4 - rank));
}
