import { effect } from '@preact/signals-core';
import type { PlaygroundStore } from './playground-store.ts';
import type { ComputedAttention } from './trace-resource.ts';

/** The numbers of what is set now, once they are there; rejects where they can't be computed. */
export function settledAttention(store: PlaygroundStore): Promise<ComputedAttention> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let stop = (): void => undefined;
    stop = effect(() => {
      const { status, value, error } = store.attention.value;
      if (isSettled || status === 'pending') return;
      isSettled = true;
      if (status === 'ready' && value) resolve(value);
      else reject(new Error(error ?? ''));
      // The first run is over only when `stop` is there.
      queueMicrotask(() => stop());
    });
  });
}
