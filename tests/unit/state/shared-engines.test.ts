import { describe, expect, it } from 'vitest';
import type { AttentionInput } from '../../../web/contract/index.ts';
import { shareEngines } from '../../../web/state/shared-engines.ts';
import { fakeEngines } from './fake-engines.ts';

const input = {} as AttentionInput;

describe('engines shared by the playgrounds of a page', () => {
  it('are one selection, freed with the last playground, and new after it', () => {
    const made: ReturnType<typeof fakeEngines>[] = [];
    const share = () =>
      shareEngines(undefined, () => {
        made.push(fakeEngines());
        return made.at(-1)!;
      });
    const [first, second] = [share(), share()];
    expect(made).toHaveLength(1);
    first.dispose();
    first.dispose();
    expect(made[0].isDisposed).toBe(false);
    second.dispose();
    expect(made[0].isDisposed).toBe(true);
    share().dispose();
    expect(made).toHaveLength(2);
  });

  it('each playground prefers for itself', async () => {
    const engines = fakeEngines();
    const share = () => shareEngines(undefined, () => engines);
    const [first, second] = [share(), share()];
    first.prefer('reference');
    await Promise.all([first.engineFor(input), second.engineFor(input), first.engineFor(input)]);
    expect(engines.preferred).toEqual(['reference', 'auto', 'reference']);
    expect([first.report.preferred, second.report.preferred]).toEqual(['reference', 'auto']);
    first.dispose();
    second.dispose();
  });

  it('start nothing before they may', async () => {
    const engines = fakeEngines();
    let begin = (): void => undefined;
    const share = shareEngines(new Promise((resolve) => (begin = resolve)), () => engines);
    const engine = share.engineFor(input);
    await Promise.resolve();
    expect(engines.asked).toEqual([]);
    begin();
    await engine;
    expect(engines.asked).toEqual([input]);
    share.dispose();
  });
});
