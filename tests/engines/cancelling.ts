import { describe, expect, it } from 'vitest';
import type { UseEngine } from './suite.ts';

/** What holds for every call that can be watched and ended; see long-runs.ts for those that take long. */
export function describeCancelling(useEngine: UseEngine): void {
  describe('progress and cancelling', () => {
    const scores = { shape: [3], data: Float64Array.of(0.3, 2.1, 0.5) };

    it('a signal that is aborted before refuses the call, and the engine goes on', async () => {
      const onProgress = (): never => expect.unreachable();
      await expect(
        useEngine().run('softmax', { scores }, { signal: AbortSignal.abort(), onProgress }),
      ).rejects.toMatchObject({ name: 'EngineError', status: 'cancelled' });
      const { probabilities } = await useEngine().run('softmax', { scores }, { signal: new AbortController().signal });
      expect(probabilities.data[1]).toBeCloseTo(0.7314, 4);
    });

    it('the last share is 1, and is told before the answer', async () => {
      const shares: number[] = [];
      await useEngine().run('softmax', { scores }, { onProgress: (share) => shares.push(share) });
      expect(shares.at(-1)).toBe(1);
    });

    it('a call that is refused says so to nobody but its caller', async () => {
      const onProgress = (): never => expect.unreachable();
      await expect(useEngine().run('softmax', { scores, temperature: -1 }, { onProgress })).rejects.toMatchObject({
        status: 'badValue',
      });
    });
  });
}
