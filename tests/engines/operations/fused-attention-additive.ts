import { describe, expect, it } from 'vitest';
import type { FusedAttentionRequest, Tensor } from '../../../web/contract/index.ts';
import { createReferenceEngine } from '../../../web/engines/reference/reference-engine.ts';
import { floats, precisions } from '../inputs.ts';
import { expectNear } from '../number-agreement.ts';
import type { UseEngine } from '../suite.ts';
import { roundingUnit } from '../tolerances.ts';

/** The kernels for tanh(a + b) choose their form by the size of a and b. */
export function describeAdditiveFusedAttention(useEngine: UseEngine): void {
  describe.each(precisions)('fusedAttention, additive, %s', (precision) => {
    const column = (...numbers: readonly number[]): Tensor => ({
      shape: [numbers.length, 1],
      data: floats(precision, numbers),
    });
    /** tanh(a + b) is the score, as a and b are not changed by their projections. */
    const request = (queries: readonly number[], keys: readonly number[]): FusedAttentionRequest => ({
      scoreFunction: 'additive',
      queries: column(...queries),
      keys: column(...keys),
      values: column(...keys.keys()),
      W_q: column(1),
      W_k: column(1),
      v: { shape: [1], data: floats(precision, [1]) },
    });
    const run = (asked: FusedAttentionRequest) => useEngine().run('fusedAttention', asked);

    it.each([1, 20, 60, 400, 1e5])('large parts of both signs that cancel leave tanh of the rest: %d', async (size) => {
      for (const sign of [1, -1]) {
        for (const rest of [0, 0.25, -1, 3, -9, 12]) {
          const { logSumExp } = await run(request([sign * size], [rest - sign * size]));
          // The sum of the two floats is exact but for the rounding of the key.
          const rounding = 4 * size * roundingUnit[precision];
          expectNear('score', logSumExp.data, [Math.tanh(rest)], rounding + 16 * roundingUnit[precision]);
        }
      }
    });

    it('a tile of small and large queries with blocks of small and large keys', async () => {
      const sizes = [0.1, 5, 8, 20, 33, 40, 100, 1e6, 1e30];
      const queries = sizes.flatMap((size) => [size, -size, 0.5]);
      for (const size of sizes) {
        const keys = Array.from({ length: 70 }, (_, i) => size * Math.cos(i));
        const asked = request(
          queries.map((query) => Math.fround(query)),
          keys.map((key) => Math.fround(key)),
        );
        const got = await run(asked);
        const want = await createReferenceEngine().run('fusedAttention', asked);
        // Where both are large but cancel, what they are off comes through; tanh is off by no more than 2.
        const unit = roundingUnit[precision];
        const off = 16 * unit + Math.min(2, 4 * unit * Math.min(size, 1e30));
        expectNear('logSumExp', got.logSumExp.data, want.logSumExp.data, 100 * unit + off);
      }
    });

    it('infinite parts are ±1; the row of an infinity that meets its opposite is NaN', async () => {
      const [up, down, both] = [[Infinity], [-Infinity], [0, -Infinity]];
      expect(Array.from((await run(request(up, [0]))).logSumExp.data)).toEqual([1]);
      expect(Array.from((await run(request(down, [5]))).logSumExp.data)).toEqual([-1]);
      expect(Array.from((await run(request([0, Infinity], both))).largestKey.data)).toEqual([0, -1]);
      expect(Array.from((await run(request([NaN, 0], [1, 2]))).largestKey.data)).toEqual([-1, 1]);
    });

    it('what a projection cannot hold in float32 is still compared', async () => {
      const wide: FusedAttentionRequest = {
        ...request([1], [0, 1]),
        queries: { shape: [1, 2], data: floats(precision, [3e38, -3e38]) },
        W_q: column(2, 2),
      };
      const { logSumExp, largestKey } = await run(wide);
      expectNear('logSumExp', logSumExp.data, [Math.log(1 + Math.exp(Math.tanh(1)))], 16 * roundingUnit[precision]);
      expect(Array.from(largestKey.data)).toEqual([1]);
    });
  });
}
