import { describe, expect, it } from 'vitest';
import type { FloatArray, Tensor } from '../../web/contract/index.ts';
import type { UseEngine } from './suite.ts';

/** What is given away with a call never shows in its numbers. */
export function describeReuse(useEngine: UseEngine): void {
  describe('memory of an earlier result', () => {
    const scoresOf = (...numbers: number[]) => ({ shape: [numbers.length], data: Float32Array.from(numbers) });
    const scores = scoresOf(0.3, 2.1, 0.5);
    const softmax = (reuse?: object) => useEngine().run('softmax', { scores }, { reuse });

    it('takes the next one', async () => {
      const expected = await softmax();
      let earlier = await useEngine().run('softmax', { scores: scoresOf(9, 8, 7) });
      for (let time = 0; time < 3; time++) earlier = await softmax(earlier);
      expect(earlier).toEqual(expected);
    });

    it('may be that of the request', async () => {
      const first = await softmax();
      const expected = await useEngine().run('softmax', {
        scores: { shape: [3], data: first.probabilities.data.slice() },
      });
      expect(await useEngine().run('softmax', { scores: first.probabilities }, { reuse: first })).toEqual(expected);
    });

    it('is left alone where it does not fit: another size, precision or operation, a part, twice the same, nothing', async () => {
      const expected = await softmax();
      const shared = Float32Array.of(1, 2, 3, 4);
      const tensor = (data: FloatArray): Tensor => ({ shape: [data.length], data });
      const earlier: object[] = [
        await useEngine().run('softmax', { scores: scoresOf(1, 2) }),
        await useEngine().run('softmax', { scores: { shape: [3], data: Float64Array.of(1, 2, 3) } }),
        await useEngine().run('fusedAttention', {
          queries: { shape: [2, 2], data: new Float32Array(4) },
          keys: { shape: [3, 2], data: new Float32Array(6) },
          values: { shape: [3, 2], data: new Float32Array(6) },
        }),
        { probabilities: tensor(shared.subarray(1)) },
        { probabilities: tensor(shared), logSumExp: tensor(shared) },
        { probabilities: null, logSumExp: 'none' },
        {},
      ];
      for (const reuse of earlier) expect(await softmax(reuse)).toEqual(expected);
    });

    it('given away twice, is given away once', async () => {
      const expected = await softmax();
      const earlier = await softmax();
      await softmax(earlier);
      expect(await softmax(earlier)).toEqual(expected);
    });
  });
}
