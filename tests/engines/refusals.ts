import { describe, expect, it } from 'vitest';
import { EngineError, type AttentionInput, type FloatArray } from '../../web/contract/index.ts';
import { oneRow } from './inputs.ts';
import type { UseEngine } from './suite.ts';

const good = oneRow([0.3, 2.1, 0.5]);
const vectors = { queryDim: 2, keyDim: 2, queries: new Float64Array(2), keys: new Float64Array(6) };

/** One input for each kind of refusal; what validate.ts says in full is tested in tests/unit/contract. */
const refusals: readonly (readonly [name: string, status: string, sentence: RegExp, input: AttentionInput])[] = [
  [
    'too few values',
    'badShape',
    /values holds 5 .*keyCount 3 × valueDim 3 needs 9/,
    { ...good, values: new Float64Array(5) },
  ],
  ['no keys', 'badShape', /keyCount is 0/, { ...good, keyCount: 0 }],
  ['half a query', 'badShape', /queryCount is 0\.5/, { ...good, queryCount: 0.5 }],
  [
    'G3: widths that cannot match',
    'badShape',
    /queryDim is 3, but keyDim is 2/,
    { ...good, score: { scoreFunction: 'dot', ...vectors, queryDim: 3, queries: new Float64Array(3) } },
  ],
  [
    'two precisions',
    'badShape',
    /scores is float32, but values is float64/,
    { ...good, score: { scoreFunction: 'given', scores: new Float32Array(3) as FloatArray } },
  ],
  ['E1: a negative temperature', 'badValue', /temperature is -1/, { ...good, temperature: -1 }],
  ['E1: a temperature of NaN', 'badValue', /temperature is NaN/, { ...good, temperature: NaN }],
  ['a negative window', 'badValue', /leftWindow is -2/, { ...good, mask: { leftWindow: -2 } }],
  ['a short mask', 'badShape', /keyMask holds 2 .*keyCount 3/, { ...good, mask: { keyMask: new Uint8Array(2) } }],
  [
    'too many scores',
    'tooLarge',
    /queryCount 1025 × keyCount 1024 is 1049600 scores, but a trace holds at most 1048576/,
    { ...good, queryCount: 1025, keyCount: 1024 },
  ],
  ['too many keys', 'tooLarge', /keyCount is 65537, but at most 65536/, { ...good, keyCount: 65_537 }],
];

/** Every refusal is an EngineError that names both numbers, and the engine computes on. */
export function describeRefusals(useEngine: UseEngine): void {
  describe('refusals', () => {
    it.each(refusals)('%s', async (_, status, sentence, input) => {
      for (const answer of [useEngine().trace(input), useEngine().rowDetail(input, 0)]) {
        const refusal: unknown = await answer.catch((error: unknown) => error);
        expectRefusal(refusal, status, sentence);
      }
      expect((await useEngine().trace(good)).largestKey[0]).toBe(1);
    });

    it.each([-1, 1, 0.5, NaN])('a row %d of one query', async (queryIndex) => {
      const refusal: unknown = await useEngine()
        .rowDetail(good, queryIndex)
        .catch((error: unknown) => error);
      expectRefusal(refusal, 'badValue', new RegExp(`queryIndex is ${queryIndex},`));
    });
  });
}

function expectRefusal(refusal: unknown, status: string, sentence: RegExp): void {
  if (!(refusal instanceof EngineError)) expect.fail(`an EngineError was expected, not ${String(refusal)}`);
  expect(refusal.status).toBe(status);
  expect(refusal.message).toMatch(sentence);
}
