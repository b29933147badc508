import { describe, expect, it } from 'vitest';
import { EngineError, operationNames, type OperationRequest } from '../../../web/contract/index.ts';
import type { CreateEngine, UseEngine } from '../suite.ts';
import { describeAnalysis } from './analysis/index.ts';
import { describeAttention } from './attention.ts';
import { describeAttentionGradient } from './attention-gradient.ts';
import { describeFusedAttention } from './fused-attention.ts';
import { describeNormGradients } from './norm-gradients.ts';
import { describeProjectedAttention } from './projected-attention.ts';
import { describeProjectedAttentionGradient } from './projected-attention-gradient.ts';
import { describeRecurrent } from './recurrent.ts';
import { describeRecurrentGradient } from './recurrent-gradient.ts';
import { describeDecoder } from './decoder.ts';
import { describeDecoderGradient } from './decoder-gradient.ts';
import { describeEveryOperation } from './every-operation.ts';
import { describeSoftmax } from './softmax.ts';
import { describeTraceGradient } from './trace-gradient.ts';
import { describeSoftmaxGradient, describeSoftmaxJacobian } from './softmax-gradient.ts';
import { describeScoreGradient } from './score-gradient.ts';
import { describeWeightTile } from './weight-tile.ts';
import { describeWideSequences } from './wide-sequences.ts';

/** What run() must do, whatever it computes, and then each operation. */
export function describeOperations(useEngine: UseEngine, createEngine: CreateEngine): void {
  describe('operations', () => {
    const scores = { shape: [3], data: Float64Array.of(0.3, 2.1, 0.5) };

    it('an operation that does not exist is refused by its name', async () => {
      const name = 'hardmax' as string as 'softmax';
      await expect(useEngine().run(name, { scores })).rejects.toMatchObject({
        name: 'EngineError',
        status: 'badValue',
        message: expect.stringMatching(/There is no operation "hardmax"; the operations are .*softmax/) as string,
      });
      expect((await useEngine().run('softmax', { scores })).logSumExp.shape).toEqual([]);
    });

    it.each<readonly [name: string, status: string, sentence: RegExp, request: object]>([
      ['no tensor', 'badShape', /scores.data is not a Float32Array/, { scores: { shape: [1], data: [1] } }],
      [
        'too few numbers',
        'badShape',
        /scores holds 3 numbers, but its shape \[2, 2\] needs 4/,
        { scores: { ...scores, shape: [2, 2] } },
      ],
      ['a size of 0', 'badShape', /scores has size 0 along axis 1/, { scores: { ...scores, shape: [3, 0] } }],
      ['half a size', 'badShape', /scores has size 1.5 along axis 0/, { scores: { ...scores, shape: [1.5, 2] } }],
      [
        'nine axes',
        'tooLarge',
        /9 axes, but at most 8/,
        { scores: { shape: [1, 1, 1, 1, 1, 1, 1, 1, 3], data: scores.data } },
      ],
      [
        'too many numbers',
        'tooLarge',
        /holds 4194305 numbers, but at most 4194304/,
        { scores: { ...scores, shape: [4_194_305] } },
      ],
      [
        'two precisions',
        'badShape',
        /keepMask is float32, but scores is float64/,
        { scores, keepMask: { shape: [3], data: new Float32Array(3) } },
      ],
      ['a function', 'badValue', /temperature is neither a tensor nor a number/, { scores, temperature: () => 1 }],
      ['null', 'badValue', /keepMask is neither a tensor nor a number/, { scores, keepMask: null }],
      ['a number for a tensor', 'badValue', /keepMask is 0, but a tensor was expected/, { scores, keepMask: 0 }],
      [
        'a text for a number',
        'badValue',
        /temperature is "1", but a number was expected/,
        { scores, temperature: '1' },
      ],
      [
        'a tensor for a text',
        'badValue',
        /fullyMasked is a tensor, but a text was expected/,
        { scores, fullyMasked: scores },
      ],
    ])('refused: %s', async (_, status, sentence, request) => {
      const refusal: unknown = await useEngine()
        .run('softmax', request as OperationRequest<'softmax'>)
        .catch((error: unknown) => error);
      if (!(refusal instanceof EngineError)) expect.fail(`an EngineError was expected, not ${String(refusal)}`);
      expect(refusal.message).toMatch(sentence);
      expect(refusal.status).toBe(status);
      expect((await useEngine().run('softmax', { scores })).probabilities.shape).toEqual([3]);
    });

    it.each(operationNames)('%s without a request to speak of is refused', async (name) => {
      await expect(useEngine().run(name, {} as never)).rejects.toBeInstanceOf(EngineError);
      expect((await useEngine().run('softmax', { scores })).probabilities.shape).toEqual([3]);
    });

    it('a result stays as it was while later calls make memory grow, and a request is never changed', async () => {
      const request = { scores, temperature: 2 };
      const before = structuredClone(request);
      const result = await useEngine().run('softmax', request);
      const copy = structuredClone(result);
      for (const count of [10, 300_000, 1_000_000, 2]) {
        await useEngine().run('softmax', { scores: { shape: [2, count / 2], data: new Float64Array(count).fill(9) } });
      }
      expect(result).toEqual(copy);
      expect(request).toEqual(before);
    });

    it('calls that overlap each get their own answer', async () => {
      const requests = [3, 60, 7].map((count) => ({
        scores: { shape: [count], data: Float32Array.from({ length: count }, (_, i) => Math.sin(i)) },
      }));
      const alone = [];
      for (const request of requests) alone.push(await useEngine().run('softmax', request));
      expect(await Promise.all(requests.map((request) => useEngine().run('softmax', request)))).toEqual(alone);
    });

    it('after dispose every call is refused', async () => {
      const engine = await createEngine();
      engine.dispose();
      await expect(engine.run('softmax', { scores })).rejects.toMatchObject({ status: 'disposed' });
    });

    describeEveryOperation(useEngine);
    describeAttention(useEngine);
    describeFusedAttention(useEngine);
    describeWeightTile(useEngine);
    describeProjectedAttention(useEngine);
    describeRecurrent(useEngine);
    describeRecurrentGradient(useEngine);
    describeDecoder(useEngine);
    describeDecoderGradient(useEngine);
    describeWideSequences(useEngine);
    describeSoftmax(useEngine);
    describeAnalysis(useEngine);
    describeTraceGradient(useEngine);
    describeSoftmaxJacobian(useEngine);
    describeSoftmaxGradient(useEngine);
    describeScoreGradient(useEngine);
    describeAttentionGradient(useEngine);
    describeProjectedAttentionGradient(useEngine);
    describeNormGradients(useEngine);
  });
}
