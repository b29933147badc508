import { describe, expect, it } from 'vitest';
import { figuresOf, peakRanges, type Match, type Result } from '../../bench/contest/figures.mjs';
import { digits, percent, table, times } from '../../bench/contest/markdown.mjs';
import { measuredText, replaceMeasured } from '../../bench/contest/performance-page.mjs';
import { briefTable, matchTable, startUpTable } from '../../bench/contest/tables.mjs';

const result = (name: string, milliseconds: number, more: Partial<Result> = {}): Result => ({
  name: `${name}, 1 thread`,
  threadCount: 1,
  samples: [milliseconds, milliseconds, milliseconds].map((one) => ({ milliseconds: one, waitedShare: 0 })),
  operations: 4e7,
  error: 3e-7,
  memoryBytes: 2 ** 24,
  ...more,
});

const match: Match = {
  work: { name: 'attention T = 8, d = 4', operations: 4e7 },
  results: [
    result('ours, SIMD', 4, { isOurs: true }),
    result('ours, relaxed SIMD', 2, { isOurs: true }),
    result('ours, every stage kept', 8, { isOurs: true, isStaged: true }),
    result('peer', 5),
    { name: 'wrong, 1 thread', threadCount: 1, refusal: 'is wrong: 1.0e+0 away from float64' },
    result('peak of SIMD', 1, { isPeak: true, operations: 3e7 }),
  ],
};

describe('figures', () => {
  const figure = (name: string) => figuresOf(match).find((one) => one.name.startsWith(name))!;

  it('are speed, share of the peak and time over ours', () => {
    expect(figure('peer')).toMatchObject({ gigaflops: 8, timesOurs: 2.5, quietCount: 3 });
    expect(figure('peer').sharesOfPeak![0]).toBeCloseTo(8 / 30);
  });

  it('compare with ours in relaxed SIMD where that played, never with the one that keeps every stage', () => {
    expect(figure('ours, SIMD').timesOurs).toBe(2);
    const plain = { ...match, results: match.results.filter(({ name }) => !name.includes('relaxed')) };
    expect(figuresOf(plain).find(({ name }) => name.startsWith('peer'))!.timesOurs).toBe(1.25);
    const alone = { ...match, results: match.results.filter(({ isOurs }) => !isOurs) };
    expect(figuresOf(alone).find(({ name }) => name.startsWith('peer'))!.timesOurs).toBeUndefined();
  });

  it('tell how even the peak was', () => {
    const slower = { ...match, results: [result('peak of SIMD', 2, { isPeak: true, operations: 3e7 })] };
    expect(peakRanges([match, slower])).toEqual([
      { name: 'peak of SIMD, 1 thread', least: 15, median: 22.5, most: 30 },
    ]);
  });
});

describe('tables', () => {
  it('have the fastest first, the peak last, and say who was refused', () => {
    const text = matchTable(match);
    const names = [...text.matchAll(/^\| ([^|]*) \|/gm)].map(([, name]) => name);
    expect(names).toEqual([
      'attention T = 8, d = 4',
      '---',
      'ours, relaxed SIMD, 1 thread',
      'ours, SIMD, 1 thread',
      'peer, 1 thread',
      'ours, every stage kept, 1 thread',
      'peak of SIMD, 1 thread',
    ]);
    expect(text).toContain('| peer, 1 thread | 5.00 | 5.00 – 5.00 | 3 of 3 | 8.00 | 27 % | 2.50 × | 16.0 | 3e-7 |');
    expect(text).toContain('- wrong, 1 thread: is wrong: 1.0e+0 away from float64');
  });

  it('have no speeds where operations are not counted', () => {
    const results = match.results.map(({ isPeak, operations, ...rest }) =>
      isPeak ? { ...rest, isPeak, operations: operations! } : rest,
    );
    const text = matchTable({ work: { name: 'softmax' }, results });
    expect(text).not.toContain('GFLOP/s');
    expect(text).not.toContain('peak');
  });

  it('put works beside contestants of as many threads', () => {
    expect(briefTable([match], 1)).toBe(
      [
        '| milliseconds, 1 thread | ours, SIMD | ours, relaxed SIMD | peer |',
        '| --- | --: | --: | --: |',
        '| attention T = 8, d = 4 | 4.00 (2.00 ×) | 2.00 (1.00 ×) | 5.00 (2.50 ×) |',
      ].join('\n'),
    );
  });

  it('tell what a module costs in each build that has it', () => {
    const module = {
      name: 'fused',
      label: 'SIMD',
      threadCount: 1,
      samples: [4, 5, 6],
      bytes: 64_000,
      brotliBytes: 16_400,
    };
    const text = startUpTable([module, { ...module, threadCount: 2, samples: [60] }, { ...module, name: 'other' }]);
    expect(text.split('\n')).toEqual([
      '| module | SIMD, 1 thread | SIMD, 2 threads |',
      '| --- | --: | --: |',
      '| fused | 5.00 ms, 16 kB | 60.0 ms, 16 kB |',
      '| other | 5.00 ms, 16 kB | – |',
    ]);
  });
});

describe('numbers', () => {
  it('have three digits that count', () => {
    expect([0.01234, 0.5, 9.999, 12.34, 99.99, 1234, 0].map(digits)).toEqual([
      '0.0123',
      '0.500',
      '10.0',
      '12.3',
      '100',
      '1234',
      '0',
    ]);
    expect(digits(undefined)).toBe('');
  });

  it('are left out where there are none', () => {
    expect([percent(undefined), times(undefined), times(NaN)]).toEqual(['', '', '']);
    expect([percent(0.876), times(1.234)]).toEqual(['88 %', '1.23 ×']);
  });

  it('stand in tables to the right', () => {
    expect(table(['a', 'b'], [['1', '2']])).toBe('| a | b |\n| --- | --: |\n| 1 | 2 |');
  });
});

describe('the page', () => {
  it('changes between its marks alone', () => {
    const page = 'before\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nbehind\n';
    const changed = replaceMeasured(page, 'new');
    expect(changed).toBe('before\n<!-- measured: begin -->\n\nnew\n\n<!-- measured: end -->\nbehind\n');
    expect(replaceMeasured(changed, 'new')).toBe(changed);
  });

  it('is not written without its marks', () => {
    expect(() => replaceMeasured('all by hand', 'new')).toThrow('The page has no "<!-- measured: begin -->"');
  });

  it('names date, machine and peak, and how quiet it was', () => {
    const machine = { processor: 'Some CPU', coreCount: 2, chromium: '150.0' };
    const text = measuredText({ date: '2026-01-02', machine, matches: [match], startUp: [] });
    expect(text).toContain('Measured on 2026-01-02: Some CPU, 2 cores; Chromium 150.0.');
    expect(text).toContain('The peak of SIMD was 30.0 GFLOP/s');
    expect(text).toContain('Of 15 samples 15 were hardly disturbed.');
  });
});
