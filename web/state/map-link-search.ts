import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { strongestLinks, type MapLink } from './map-links.ts';
import { learnAllRows } from './map-rows.ts';
import type { MapStore } from './map.ts';

const shownLinks = 40;

export interface LinkSearchState {
  readonly status: 'idle' | 'searching' | 'done' | 'stopped' | 'failed';
  /** Of the rows. */
  readonly share: number;
  readonly links: readonly MapLink[];
}

/** Looks through all rows of the head in view for the strongest links. */
export interface LinkSearch {
  readonly state: ReadonlySignal<LinkSearchState>;
  start(): Promise<void>;
  /** What was found stays. */
  stop(): void;
  dispose(): void;
}

const idle: LinkSearchState = { status: 'idle', share: 0, links: [] };

export function createLinkSearch(map: MapStore): LinkSearch {
  const state = signal(idle);
  let end = new AbortController();
  const head = computed(() => map.problem.value.heads[map.headIndex.value]);
  const forget = head.subscribe(() => {
    end.abort();
    state.value = idle;
  });
  return {
    state,
    async start() {
      end.abort();
      const { signal: own } = (end = new AbortController());
      const computation = map.computation();
      const size = map.size.peek();
      const tell = (status: LinkSearchState['status'], share: number): void => {
        if (own.aborted) return;
        const links = strongestLinks(computation.facts, size, map.isCausal(), shownLinks);
        state.value = { status, share, links };
      };
      tell('searching', 0);
      try {
        await learnAllRows(computation, size.queryCount, own, (share) => tell('searching', share));
        tell('done', 1);
      } catch {
        tell('failed', state.peek().share);
      }
    },
    stop() {
      end.abort();
      if (state.peek().status === 'searching') state.value = { ...state.peek(), status: 'stopped' };
    },
    dispose() {
      forget();
      end.abort();
    },
  };
}
