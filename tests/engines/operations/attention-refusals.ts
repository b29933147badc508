import { describe, expect, it } from 'vitest';
import { EngineError, type AttentionRequest, type Tensor } from '../../../web/contract/index.ts';
import type { UseEngine } from '../suite.ts';

const zeros = (...shape: number[]): Tensor => ({
  shape,
  data: new Float64Array(shape.reduce((product, size) => product * size, 1)),
});

const good: AttentionRequest = { queries: zeros(2, 4, 3, 2), keys: zeros(2, 2, 5, 2), values: zeros(2, 2, 5, 1) };
const joined = { queries: zeros(2, 3, 8), keys: zeros(2, 5, 4), values: zeros(2, 5, 2) };
const lengths = (...data: number[]): Tensor => ({ shape: [data.length], data: Float64Array.from(data) });

const refusals: readonly (readonly [name: string, status: string, sentence: string, request: AttentionRequest])[] = [
  [
    'no queries',
    'badShape',
    'queries is missing, but scoreFunction "scaledDot" needs it',
    { ...good, queries: undefined },
  ],
  [
    'no scores',
    'badShape',
    'scores is missing, but scoreFunction "given" needs it',
    { ...good, scoreFunction: 'given' },
  ],
  [
    'heads that do not group',
    'badShape',
    'queryHeadCount is 3, but a multiple of keyHeadCount 2',
    { ...good, queries: zeros(2, 3, 3, 2) },
  ],
  [
    'batches that differ',
    'badShape',
    'the batchCount of queries is 1, but that of values is 2',
    { ...good, queries: zeros(1, 4, 3, 2) },
  ],
  [
    'keys without a value',
    'badShape',
    'the newKeyCount of keys is 4, but that of values is 5',
    { ...good, keys: zeros(2, 2, 4, 2) },
  ],
  [
    'G3: widths that cannot match',
    'badShape',
    'queryDim is 3, but keyDim is 2',
    { ...good, queries: zeros(2, 4, 3, 3) },
  ],
  [
    'heads side by side without their count',
    'badValue',
    'keyHeadCount is missing, but values of shape [2, 5, 2]',
    joined,
  ],
  [
    'a width that does not divide',
    'badShape',
    'The last axis of queries is 8, but a multiple of queryHeadCount 3',
    { ...joined, queryHeadCount: 3, keyHeadCount: 1 },
  ],
  ['two layouts', 'badShape', 'the rank of keys is 3, but the rank of values is 4', { ...good, keys: joined.keys }],
  [
    'a head count that is not there',
    'badShape',
    'the second axis of values is 2, but keyHeadCount is 4',
    { ...good, keyHeadCount: 4 },
  ],
  [
    'a mask of other keys',
    'badShape',
    'keepMask has shape [3, 4], which cannot be repeated to',
    { ...good, keepMask: zeros(3, 4) },
  ],
  ['a mask of 2', 'badValue', 'keepMask holds 2 at index 0', { ...good, keepMask: lengths(2, 1, 1, 1, 1) }],
  [
    'an additive mask of NaN',
    'badValue',
    'additiveMask holds NaN at index 1',
    { ...good, additiveMask: lengths(0, NaN, 0, 0, 0) },
  ],
  [
    'past keys without values',
    'badShape',
    'pastKeys is given, but pastValues is missing',
    { ...good, pastKeys: zeros(2, 2, 3, 2) },
  ],
  [
    'past values of another width',
    'badShape',
    'pastValues has shape [2, 2, 3, 2], but [batchCount 2, keyHeadCount 2, pastCount 3, valueDim 1]',
    { ...good, pastValues: zeros(2, 2, 3, 2) },
  ],
  [
    'a length over the keys',
    'badValue',
    'keyLengths holds 6 at index 1, but a whole number from 0 to 5',
    { ...good, keyLengths: lengths(5, 6) },
  ],
  [
    'lengths of other batches',
    'badShape',
    'keyLengths has shape [3], but [batchCount 2]',
    { ...good, keyLengths: lengths(1, 1, 1) },
  ],
  [
    'a table of locations that ends too early',
    'badShape',
    'keyCount is 5, but W has a row for each of 4 keys',
    { ...good, scoreFunction: 'location', W: zeros(4, 2) },
  ],
  [
    'a parameter of NaN',
    'badValue',
    'W holds NaN at index 0',
    { ...good, scoreFunction: 'bilinear', W: { shape: [2, 2], data: Float64Array.of(NaN, 0, 0, 0) } },
  ],
  [
    'a missing parameter',
    'badShape',
    'v is missing, but scoreFunction "additive" needs it',
    { ...good, scoreFunction: 'additive' },
  ],
  [
    'an unknown score function',
    'badValue',
    'scoreFunction is "dots", but one of given, dot',
    { ...good, scoreFunction: 'dots' as 'dot' },
  ],
  ['a negative softcap', 'badValue', 'softcap is -1', { ...good, softcap: -1 }],
  ['a negative window', 'badValue', 'leftWindow is -1', { ...good, leftWindow: -1 }],
  ['E1: a negative temperature', 'badValue', 'temperature is -1', { ...good, temperature: -1 }],
  [
    'too many scores',
    'tooLarge',
    'scores would hold batchCount 1 × queryHeadCount 1 × queryCount 2049 × keyCount 2048',
    { queries: zeros(1, 1, 2049, 1), keys: zeros(1, 1, 2048, 1), values: zeros(1, 1, 2048, 1) },
  ],
];

/** Every refusal names both numbers, and the engine computes on: forward, and backward as well. */
export function describeAttentionRefusals(useEngine: UseEngine): void {
  const pairsOf = {
    attention: async (request: AttentionRequest) => (await useEngine().run('attention', request)).weights,
    attentionGradient: async (request: AttentionRequest) => {
      const contextGradient = zeros(2, 4, 3, 1);
      return (await useEngine().run('attentionGradient', { ...request, contextGradient })).weightsGradient;
    },
  };
  describe.each(['attention', 'attentionGradient'] as const)('refusals of %s', (name) => {
    it.each(refusals)('%s', async (_, status, sentence, request) => {
      const refusal: unknown = await pairsOf[name](request).catch((error: unknown) => error);
      if (!(refusal instanceof EngineError)) expect.fail(`an EngineError was expected, not ${String(refusal)}`);
      expect(refusal.message).toContain(sentence);
      expect(refusal.status).toBe(status);
      expect((await pairsOf[name](good)).shape).toEqual([2, 4, 3, 5]);
    });
  });
}
