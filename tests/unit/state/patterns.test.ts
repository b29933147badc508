import { describe, expect, it } from 'vitest';
import { patternNames } from '../../../web/model/patterns.ts';
import { createPatterns, type Patterns } from '../../../web/state/patterns.ts';
import { createStore } from '../../../web/state/store.ts';
import { fakeEngines } from './fake-engines.ts';
import { settled } from './settled.ts';

/** Four words each of which looks at one that a window of one does not reach. */
const scores = [
  [0, 0, 0, 5],
  [0, 0, 0, 5],
  [5, 0, 0, 0],
  [5, 0, 0, 0],
];

async function patternsAt(temperature: number): Promise<Patterns> {
  const engines = fakeEngines();
  const store = createStore({ engines });
  store.setWords('a b c d', 'a b c d');
  scores.forEach((row, t) => row.forEach((score, i) => store.setEntry('scores', t, i, score)));
  store.setTemperature(temperature);
  const patterns = createPatterns({ store, engines });
  patterns.choose({ radius: 1 });
  for (let i = 0; i < 20; i++) await settled();
  expect(patterns.state.peek().status).toBe('ready');
  return patterns;
}

describe('the share of the weight that a pattern keeps', () => {
  it.each([0, 1e-300, 0.01, 1, 10])('is that of full attention at temperature %d', async (temperature) => {
    const patterns = await patternsAt(temperature);
    const kept = Object.fromEntries(patterns.state.peek().results.map(({ name, keptShare }) => [name, keptShare]));
    const [large, small] = [1, temperature === 0 ? 0 : Math.exp(-5 / temperature)];
    const sum = large + 3 * small;
    expect(Object.keys(kept)).toEqual([...patternNames]);
    expect(kept.full).toBeCloseTo(1, 12);
    // Two keys of the first and last row, three of the others, and the largest is none of them.
    expect(kept.window).toBeCloseTo((2.5 * small) / sum, 12);
    expect(kept.topK).toBeGreaterThanOrEqual(large / sum - 1e-12);
    patterns.dispose();
  });
});
