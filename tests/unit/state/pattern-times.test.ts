import { describe, expect, it } from 'vitest';
import type { FusedAttentionRequest } from '../../../web/contract/index.ts';
import type { EngineSelection } from '../../../web/engines/select.ts';
import { createPatternTimes, timedCounts, timedRadius } from '../../../web/state/pattern-times.ts';

/** An engine whose clock shows the pairs that it was asked for, in millions. */
function pairClock(): { engines: EngineSelection; now: () => number; fail: Error | undefined } {
  let time = 0;
  const clock = {
    now: () => time,
    fail: undefined as Error | undefined,
    engines: {
      engineFor: () =>
        Promise.resolve({
          run: (_: string, { queries, leftWindow }: FusedAttentionRequest) => {
            if (clock.fail) return Promise.reject(clock.fail);
            const count = queries.shape[0];
            time += (count * (leftWindow === undefined ? count : 2 * leftWindow + 1)) / 1e5;
            return Promise.resolve({});
          },
        }),
    } as unknown as EngineSelection,
  };
  return clock;
}

describe('the cost of patterns', () => {
  it('is told for each length in full and within the window', async () => {
    const { engines, now } = pairClock();
    const times = createPatternTimes(engines, now);
    await times.measure();
    const { status, full, window } = times.state.value;
    expect(status).toBe('done');
    expect(full.map(({ size }) => size)).toEqual(timedCounts);
    expect(full[2].milliseconds).toBeCloseTo(1024 ** 2 / 1e5, 6);
    expect(window[2].milliseconds).toBeCloseTo((1024 * (2 * timedRadius + 1)) / 1e5, 6);
  });

  it('stays with what was measured when it is stopped, and can be measured again', async () => {
    const { engines, now } = pairClock();
    const times = createPatternTimes(engines, now);
    const first = times.measure();
    times.stop();
    await first;
    expect(times.state.value.status).toBe('stopped');
    await times.measure();
    expect(times.state.value.full).toHaveLength(timedCounts.length);
  });

  it('says so when the engine refuses', async () => {
    const clock = pairClock();
    clock.fail = new Error('no memory');
    const times = createPatternTimes(clock.engines, clock.now);
    await times.measure();
    expect(times.state.value.status).toBe('failed');
  });
});
