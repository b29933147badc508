import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../bench/contest/command-line.mjs';
import { selectWorks } from '../../bench/contest/works.mjs';

describe('parseCommandLine', () => {
  it('measures everything, and writes it down', () => {
    expect(parseCommandLine([])).toEqual({
      contestantPattern: null,
      workPattern: null,
      longest: 16_384,
      rounds: 9,
      isQuick: false,
      isWithGpu: false,
      isWriting: true,
      isHelp: false,
    });
  });

  it('takes values behind a space and behind an equals sign', () => {
    const parsed = parseCommandLine(['--only', 'ours|jax', '--works=T = 64', '--rounds=5']);
    expect(parsed.contestantPattern).toEqual(/ours|jax/);
    expect(parsed.workPattern).toEqual(/T = 64/);
    expect(parsed.rounds).toBe(5);
  });

  it('writes parts of a run only where asked to', () => {
    for (const words of [['--quick'], ['--gpu'], ['--only', 'ours'], ['--works', 'softmax'], ['--longest', '512']]) {
      expect(parseCommandLine(words).isWriting).toBe(false);
      expect(parseCommandLine([...words, '--write']).isWriting).toBe(true);
    }
    expect(parseCommandLine(['--no-write']).isWriting).toBe(false);
  });

  it('names what it does not understand', () => {
    expect(() => parseCommandLine(['--fast'])).toThrow('There is no option --fast.');
    expect(() => parseCommandLine(['--only'])).toThrow('--only needs a value.');
    expect(() => parseCommandLine(['--rounds', 'many'])).toThrow('--rounds takes a whole number from 1, not "many".');
  });
});

describe('selectWorks', () => {
  const namesOf = (words: string[]) => {
    const { workPattern, isQuick, longest } = parseCommandLine(words);
    return selectWorks({ pattern: workPattern, isQuick, longest }).map(({ name }) => name);
  };

  it('has each work once', () => {
    const names = namesOf([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('takes a few where time is short, and any that is named', () => {
    expect(namesOf(['--quick'])).not.toContain('attention T = 4096, d = 64');
    expect(namesOf(['--quick', '--works', 'T = 4096'])).toEqual(['attention T = 4096, d = 64']);
  });

  it('leaves out the longest', () => {
    expect(namesOf(['--longest', '512']).some((name) => name.includes('1024'))).toBe(false);
  });
});
