import fc from 'fast-check';
import type { AttentionInput, AttentionMask, Precision, ScoreFunction, ScoreSource } from '../../web/contract/index.ts';
import { scoreFunctions } from '../../web/contract/index.ts';
import { floats } from './inputs.ts';

/** Sizes around the four lanes of a SIMD register: below, at and above. */
const count = fc.integer({ min: 1, max: 9 });
const dim = fc.integer({ min: 1, max: 6 });
/** Exact in both precisions, and never so small that a product of two vanishes in float32. */
const part = fc.double({ min: -2, max: 2, noNaN: true }).map((x) => (Math.abs(x) < 1e-6 ? 0 : Math.fround(x)));

const parts = (length: number): fc.Arbitrary<number[]> => fc.array(part, { minLength: length, maxLength: length });
const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length, max: 2 });

export interface InputOptions {
  readonly precision: Precision;
  readonly scoreFunctions?: readonly ScoreFunction[];
  /** Without: no masks, and the temperature is 1. */
  readonly isPlain?: boolean;
}

/** Any small valid input, its numbers finite and of everyday size. */
export function inputs({
  precision,
  scoreFunctions: names = scoreFunctions,
  isPlain = false,
}: InputOptions): fc.Arbitrary<AttentionInput> {
  return fc
    .record({ queryCount: count, keyCount: count, valueDim: dim, scoreFunction: fc.constantFrom(...names) })
    .chain(({ queryCount, keyCount, valueDim, scoreFunction }) =>
      fc.record({
        queryCount: fc.constant(queryCount),
        keyCount: fc.constant(keyCount),
        valueDim: fc.constant(valueDim),
        values: parts(keyCount * valueDim).map((numbers) => floats(precision, numbers)),
        score: scoreSources(scoreFunction, queryCount, keyCount, precision),
        mask: isPlain ? fc.constant(undefined) : fc.option(masks(queryCount, keyCount), { nil: undefined }),
        additiveMask: isPlain
          ? fc.constant(undefined)
          : fc.option(
              fc
                .array(fc.oneof({ weight: 4, arbitrary: part }, { weight: 1, arbitrary: fc.constant(-Infinity) }), {
                  minLength: queryCount * keyCount,
                  maxLength: queryCount * keyCount,
                })
                .map((numbers) => floats(precision, numbers)),
              { nil: undefined, freq: 2 },
            ),
        temperature: isPlain ? fc.constant(undefined) : fc.constantFrom(undefined, 0.25, 1, 3, 100),
      }),
    );
}

export function scoreSources(
  scoreFunction: ScoreFunction,
  queryCount: number,
  keyCount: number,
  precision: Precision,
): fc.Arbitrary<ScoreSource> {
  const array = (length: number) => parts(length).map((numbers) => floats(precision, numbers));
  if (scoreFunction === 'given') {
    return array(queryCount * keyCount).map((scores) => ({ scoreFunction, scores }));
  }
  const scale = fc.constantFrom(undefined, 0.5, -1);
  return fc.tuple(dim, dim, dim).chain(([queryDim, otherDim, attentionDim]): fc.Arbitrary<ScoreSource> => {
    const vectors = (keyDim: number) => ({
      queryDim: fc.constant(queryDim),
      keyDim: fc.constant(keyDim),
      queries: array(queryCount * queryDim),
      keys: array(keyCount * keyDim),
      scale,
    });
    switch (scoreFunction) {
      case 'dot':
      case 'scaledDot':
      case 'cosine':
        return fc.record({ scoreFunction: fc.constant(scoreFunction), ...vectors(queryDim) });
      case 'bilinear':
        return fc.record({
          scoreFunction: fc.constant(scoreFunction),
          ...vectors(otherDim),
          W: array(queryDim * otherDim),
        });
      case 'additive':
        return fc.record({
          scoreFunction: fc.constant(scoreFunction),
          ...vectors(otherDim),
          attentionDim: fc.constant(attentionDim),
          W_q: array(queryDim * attentionDim),
          W_k: array(otherDim * attentionDim),
          v: array(attentionDim),
        });
    }
  });
}

function masks(queryCount: number, keyCount: number): fc.Arbitrary<AttentionMask> {
  const window = fc.option(fc.nat(keyCount), { nil: undefined, freq: 2 });
  return fc.record({
    keyMask: fc.option(bytes(keyCount), { nil: undefined }),
    pairMask: fc.option(bytes(queryCount * keyCount), { nil: undefined }),
    causal: fc.constantFrom(undefined, 'topLeft', 'bottomRight'),
    leftWindow: window,
    rightWindow: window,
    queryMask: fc.option(bytes(queryCount), { nil: undefined }),
  });
}
