import { describe, expect, it } from 'vitest';
import { orderOf, planFor } from '../../bench/contest/rounds.mjs';

describe('planFor', () => {
  const settings = { rounds: 9, budgetMilliseconds: 1500 };

  it('fills a sample with short calls', () => {
    expect(planFor(0.1, settings)).toEqual({ calls: 400, rounds: 9 });
  });

  it('gives long calls fewer rounds, but three, and very long ones one', () => {
    expect(planFor(300, settings)).toEqual({ calls: 1, rounds: 5 });
    expect(planFor(2000, settings)).toEqual({ calls: 1, rounds: 3 });
    expect(planFor(20_000, settings)).toEqual({ calls: 1, rounds: 1 });
  });

  it('never plans more than was asked for', () => {
    expect(planFor(2000, { ...settings, rounds: 1 }).rounds).toBe(1);
  });
});

describe('orderOf', () => {
  const player = (name: string, rounds: number, waitedShares: number[] = []) => ({
    name,
    plan: { calls: 1, rounds },
    samples: waitedShares.map((waitedShare) => ({ milliseconds: 1, waitedShare })),
  });
  const namesOf = (players: { name: string }[]) => players.map(({ name }) => name).join('');

  it('starts each round with another', () => {
    const players = [player('a', 9), player('b', 9), player('c', 9)];
    expect([0, 1, 2, 3].map((round) => namesOf(orderOf(players, round)))).toEqual(['abc', 'bca', 'cab', 'abc']);
  });

  it('leaves out whose rounds are over', () => {
    const players = [player('a', 3, [0, 0, 0]), player('b', 9)];
    expect(namesOf(orderOf(players, 3))).toBe('b');
    expect(orderOf(players.slice(0, 1), 3)).toEqual([]);
  });

  it('lets those play on whose samples were disturbed, up to twice as many', () => {
    expect(orderOf([player('a', 3, [0.5, 0, 0])], 3)).toHaveLength(1);
    expect(orderOf([player('a', 3, [0.5, 0, 0, 0])], 4)).toHaveLength(0);
    expect(orderOf([player('a', 3, [1, 1, 1, 1, 1, 1])], 6)).toHaveLength(0);
  });
});
