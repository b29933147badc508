import { describe, expect, it } from 'vitest';
import { scoreFunctions } from '../../../web/contract/index.ts';
import { toAttentionInput, type AttentionOptions } from '../../../web/model/attention-input.ts';
import { sceneOf } from '../../../web/model/examples.ts';

const options: AttentionOptions = { scoreFunction: 'given', temperature: 1, isPaddingMasked: true, causal: 'none' };

describe('toAttentionInput', () => {
  const {
    sentences: [padded, full],
    parameters,
  } = sceneOf('padded-batch');

  it('asks with the decoder states and answers with the encoder states', () => {
    const input = toAttentionInput(full, parameters, { ...options, scoreFunction: 'bilinear', temperature: 2 });
    expect(input).toMatchObject({ queryCount: 4, keyCount: 4, valueDim: 2, temperature: 2 });
    expect(input.values).toBe(full.encoderStates);
    expect(input.score).toMatchObject({
      scoreFunction: 'bilinear',
      queries: full.decoderStates,
      keys: full.encoderStates,
      W: parameters.W,
    });
  });

  it.each(scoreFunctions)('keeps the score function %s', (scoreFunction) => {
    const { score } = toAttentionInput(full, parameters, { ...options, scoreFunction });
    expect(score.scoreFunction).toBe(scoreFunction);
  });

  it('hides padded columns, and no row', () => {
    const { mask } = toAttentionInput(padded, parameters, options);
    expect(mask).toEqual({
      keyMask: Uint8Array.of(1, 1, 0, 0),
      queryMask: Uint8Array.of(1, 1, 1, 0),
      causal: undefined,
    });
  });

  it('hides nothing when padding is not masked or there is none', () => {
    const unmasked = toAttentionInput(padded, parameters, { ...options, isPaddingMasked: false });
    expect(unmasked.mask?.keyMask).toBeUndefined();
    expect(toAttentionInput(full, parameters, options).mask?.keyMask).toBeUndefined();
  });

  it('names the causal alignment', () => {
    const { mask } = toAttentionInput(full, parameters, { ...options, causal: 'bottomRight' });
    expect(mask?.causal).toBe('bottomRight');
  });
});
