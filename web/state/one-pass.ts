import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import { passOf, prefixesOf, type OnePass } from '../model/one-pass.ts';
import type { Playground } from './playground.ts';
import type { ComputedAttention } from './trace-resource.ts';

export interface OnePassStore {
  /** Of the row in view; null before there is one, and at temperature 0. */
  readonly pass: ReadonlySignal<OnePass | null>;
  /** Keys that have gone by, from 0 to all. */
  readonly taken: ReadonlySignal<number>;
  take(count: number): void;
  dispose(): void;
}

/** Follows what is computed for the stage; the latest wins. */
export function createOnePass({ store, engines }: Pick<Playground, 'store' | 'engines'>): OnePassStore {
  const result = signal<OnePass | null>(null);
  const wanted = signal(0);
  let latest = 0;

  const compute = async (attention: ComputedAttention): Promise<void> => {
    const id = ++latest;
    // The limit has no sum: all weight is on the largest score.
    if (attention.input.temperature === 0) {
      result.value = null;
      return;
    }
    try {
      const input = prefixesOf(attention.input, attention.trace, attention.step);
      const prefixes = await (await engines.engineFor(input)).trace(input);
      if (id === latest) result.value = passOf(prefixes, attention.step);
    } catch {
      // The stage says what is wrong with the same numbers.
      if (id === latest) result.value = null;
    }
  };

  const stop = effect(() => {
    const attention = store.attention.value.value;
    if (attention) untracked(() => void compute(attention));
  });
  return {
    pass: result,
    taken: computed(() => Math.min(wanted.value, result.value?.steps.length ?? 0)),
    take: (count) => void (wanted.value = Math.max(0, count)),
    dispose() {
      stop();
      latest++;
    },
  };
}
