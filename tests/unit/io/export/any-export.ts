import fc from 'fast-check';
import { scoreFunctions, type AttentionInput, type ScoreSource } from '../../../../web/contract/index.ts';
import { computeTrace } from '../../../../web/engines/reference/reference-trace.ts';
import type { AttentionExport } from '../../../../web/io/export/attention-export.ts';
import { anyWord } from '../../model/any-alignment.ts';

/** A word that a list of texts of numpy can hold: it drops NULs at the end. */
export const plainWord = anyWord.filter((word) => !word.endsWith('\0'));

const number = fc.oneof(
  fc.double({ min: -4, max: 4, noNaN: true }),
  fc.constantFrom(0, -0, 1, 0.1 + 0.2, 1e-300, 1e21, -5e-324),
);
/** As what a person types. */
const moderate = fc.integer({ min: -256, max: 256 }).map((whole) => whole / 64);

const floats = (length: number, numbers: fc.Arbitrary<number>): fc.Arbitrary<Float64Array> =>
  fc.array(numbers, { minLength: length, maxLength: length }).map((list) => Float64Array.from(list));
const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.array(fc.constantFrom(0, 1), { minLength: length, maxLength: length }).map((list) => Uint8Array.from(list));

/** Any sentence under any score function and mask, some scores typed over; with numbers as hostile as a page can hold. */
export function anyExport(numbers: fc.Arbitrary<number> = number): fc.Arbitrary<AttentionExport> {
  const sizes = fc.record({
    queryTokens: fc.array(plainWord, { minLength: 1, maxLength: 4 }),
    keyTokens: fc.array(plainWord, { minLength: 1, maxLength: 4 }),
    stateDim: fc.integer({ min: 1, max: 3 }),
    scoreFunction: fc.constantFrom(...scoreFunctions),
  });
  return sizes.chain(({ queryTokens, keyTokens, stateDim, scoreFunction }) => {
    const [queryCount, keyCount] = [queryTokens.length, keyTokens.length];
    const pairs = queryCount * keyCount;
    return fc
      .record({
        queries: floats(queryCount * stateDim, numbers),
        keys: floats(keyCount * stateDim, numbers),
        scores: floats(pairs, fc.oneof({ weight: 5, arbitrary: numbers }, fc.constant(-Infinity))),
        square: floats(stateDim * stateDim, numbers),
        v: floats(stateDim, numbers),
        temperature: fc.constantFrom(1, 1, 0, 0.5, 3),
        keyMask: fc.option(bytes(keyCount), { nil: undefined }),
        queryMask: fc.option(bytes(queryCount), { nil: undefined }),
        pairMask: fc.option(bytes(pairs), { nil: undefined, freq: 6 }),
        causal: fc.constantFrom(undefined, 'topLeft' as const, 'bottomRight' as const),
        typed: fc.option(fc.record({ index: fc.nat(pairs - 1), value: numbers }), { nil: undefined }),
      })
      .map((drawn): AttentionExport => {
        const { queries, keys, scores, square, v, temperature, typed } = drawn;
        const { keyMask, queryMask, pairMask, causal } = drawn;
        const pair = { queryDim: stateDim, keyDim: stateDim, queries, keys };
        const score: ScoreSource<Float64Array> =
          scoreFunction === 'given'
            ? { scoreFunction, scores }
            : scoreFunction === 'bilinear'
              ? { scoreFunction, ...pair, W: square }
              : scoreFunction === 'additive'
                ? { scoreFunction, ...pair, attentionDim: stateDim, W_q: square, W_k: square.map((x) => -x), v }
                : { scoreFunction, ...pair };
        const input: AttentionInput<Float64Array> = {
          queryCount,
          keyCount,
          valueDim: stateDim,
          values: keys,
          score,
          temperature,
          mask: { keyMask, queryMask, pairMask, causal },
        };
        return exportOf(input, { queryTokens, keyTokens, stateDim, queries, keys, typed });
      });
  });
}

export const anyModerateExport = (): fc.Arbitrary<AttentionExport> => anyExport(moderate);

function exportOf(
  input: AttentionInput<Float64Array>,
  rest: Pick<AttentionExport, 'queryTokens' | 'keyTokens' | 'stateDim' | 'queries' | 'keys'> & {
    readonly typed: { readonly index: number; readonly value: number } | undefined;
  },
): AttentionExport {
  const { typed, ...fields } = rest;
  const scores = Float64Array.from(computeTrace(input).scores);
  const isOverFormula = typed !== undefined && input.score.scoreFunction !== 'given';
  if (isOverFormula) scores[typed.index] = typed.value;
  return {
    ...fields,
    input,
    trace: computeTrace({ ...input, score: { scoreFunction: 'given', scores } }),
    isTyped: (row, column) => isOverFormula && row * input.keyCount + column === typed.index,
    state: 'v=1&example=student&t=2',
  };
}

/** The example of docs: two queries over three keys, step by step by hand. */
export const smallExport: AttentionExport = exportOf(
  {
    queryCount: 2,
    keyCount: 3,
    valueDim: 2,
    values: Float64Array.of(1, 0, 0, 1, 1, 1),
    score: { scoreFunction: 'given', scores: Float64Array.of(0.3, 2.1, 0.5, 1, -Infinity, 1) },
  },
  {
    queryTokens: ['am', 'a "b"'],
    keyTokens: ['Je', 'suis', 'e,f\ng'],
    stateDim: 2,
    queries: Float64Array.of(1, 2, 3, 4),
    keys: Float64Array.of(1, 0, 0, 1, 1, 1),
    typed: undefined,
  },
);
