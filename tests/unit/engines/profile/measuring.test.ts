import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureRounds, type Contestant } from '../../../../web/engines/profile/measure-rounds.ts';
import { median } from '../../../../web/engines/profile/median.ts';
import { millisecondsPerCall } from '../../../../web/engines/profile/timed-calls.ts';
import { profiledScoreFunctions, type Workload } from '../../../../web/engines/profile/workload.ts';

const workload = (count: number, scoreFunction: Workload['scoreFunction'] = 'dot'): Workload => ({
  scoreFunction,
  queryCount: count,
  keyCount: count,
  keyDim: 8,
  valueDim: 8,
  attentionDim: 8,
});

/** A clock that moves only when a call takes time. */
class Clock {
  milliseconds = 0;
  readonly now = (): number => this.milliseconds;
}

describe('the median', () => {
  it('is the middle one, or between the middle two', () => {
    expect([median([3]), median([5, 1, 3]), median([4, 1, 3, 100])]).toEqual([3, 3, 3.5]);
  });

  it('has as many numbers below it as above', () => {
    const numbers = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(numbers, (all) => {
        const middle = median(all);
        const half = all.length / 2;
        expect(all.filter((each) => each < middle).length).toBeLessThanOrEqual(half);
        expect(all.filter((each) => each > middle).length).toBeLessThanOrEqual(half);
      }),
    );
  });
});

describe('a sample', () => {
  const timing = (milliseconds: number, coarse = 0) => {
    const clock = new Clock();
    let calls = 0;
    const call = (): void => {
      calls += 1;
      clock.milliseconds += milliseconds;
    };
    const now = (): number => (coarse ? Math.floor(clock.milliseconds / coarse) * coarse : clock.milliseconds);
    return { call, now, calls: () => calls, total: () => clock.milliseconds };
  };

  it('lasts at least 20 ms, however short the call', async () => {
    for (const each of [0.001, 0.3, 7, 19, 20]) {
      const { call, now, calls, total } = timing(each);
      expect(await millisecondsPerCall(call, { isWarm: true, now })).toBeCloseTo(each, 9);
      expect(total()).toBeGreaterThanOrEqual(20);
      expect(calls() * each, 'and not much longer than it has to').toBeLessThan(60);
    }
  });

  it('is found with a clock that browsers have made coarse', async () => {
    const { call, now } = timing(0.01, 1);
    expect(await millisecondsPerCall(call, { isWarm: true, now })).toBeCloseTo(0.01, 3);
  });

  it('warms up first, but for a call that takes long enough by itself', async () => {
    const short = timing(20);
    await millisecondsPerCall(short.call, { isWarm: false, now: short.now });
    expect(short.calls()).toBe(2);
    const long = timing(300);
    expect(await millisecondsPerCall(long.call, { isWarm: false, now: long.now })).toBe(300);
    expect(long.calls()).toBe(1);
  });
});

describe('rounds', () => {
  const contestants: Contestant[] = ['a', 'b'].flatMap((engine) =>
    profiledScoreFunctions.map((name) => ({ engine, workload: workload(16, name) })),
  );
  const run = async (change: Partial<Parameters<typeof measureRounds<Contestant>>[0]> = {}) => {
    const clock = new Clock();
    const order: Contestant[] = [];
    const told: [Contestant, number | null][] = [];
    await measureRounds({
      contestants,
      roundCount: 3,
      budgetMilliseconds: Infinity,
      longestCall: Infinity,
      isStopped: () => false,
      now: clock.now,
      sample: (contestant) => {
        order.push(contestant);
        clock.milliseconds += 10;
        return Promise.resolve(order.length);
      },
      onSample: (contestant, milliseconds) => told.push([contestant, milliseconds]),
      ...change,
    });
    return { order, told };
  };

  it('go in turn, and tell the median so far', async () => {
    const { order, told } = await run();
    expect(order).toEqual([...contestants, ...contestants, ...contestants]);
    expect(told.filter(([contestant]) => contestant === contestants[0]).map(([, median]) => median)).toEqual([1, 5, 9]);
  });

  it('end at the budget, but each contestant has its turn', async () => {
    const { order } = await run({ budgetMilliseconds: 35 });
    expect(order).toEqual(contestants);
  });

  it('end at once when they are stopped, and what comes late is not told', async () => {
    let samples = 0;
    const { told } = await run({
      isStopped: () => samples >= 3,
      sample: () => Promise.resolve((samples += 1)),
    });
    expect(told).toHaveLength(2);
  });

  it('leave out, and say so, what would take too long', async () => {
    const growing = [10, 100, 1000].map((count) => ({ engine: 'a', workload: workload(count) }));
    const { told } = await run({
      contestants: growing,
      roundCount: 2,
      longestCall: 500,
      sample: ({ workload: { queryCount } }) => Promise.resolve(queryCount ** 2 / 1000),
    });
    expect(
      told.map(
        ([
          {
            workload: { queryCount },
          },
          milliseconds,
        ]) => [queryCount, milliseconds],
      ),
    ).toEqual([
      [10, 0.1],
      [100, 10],
      [1000, null],
      [10, 0.1],
      [100, 10],
    ]);
  });
});
