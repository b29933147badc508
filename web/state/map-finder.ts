import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { nextPosition, positionsOf } from '../model/map-find.ts';
import type { MapStore } from './map.ts';

export type FoundAxis = 'queries' | 'keys';

/** A pair of sixteen pixels: its row and its column have their words beside them. */
const foundZoom = 4;

/** Looks for a word along one axis and goes from place to place. */
export interface MapFinder {
  readonly text: ReadonlySignal<string>;
  readonly axis: ReadonlySignal<FoundAxis>;
  /** Positions, ascending. */
  readonly positions: ReadonlySignal<Int32Array>;
  /** In `positions`; −1: none was gone to. */
  readonly index: ReadonlySignal<number>;
  find(text: string): void;
  chooseAxis(axis: FoundAxis): void;
  step(by: 1 | -1): void;
}

export function createMapFinder(map: MapStore): MapFinder {
  const text = signal('');
  const axis = signal<FoundAxis>('queries');
  const positions = computed(() => {
    const { queryTokens, keyTokens } = map.problem.value;
    return positionsOf(axis.value === 'queries' ? queryTokens : keyTokens, text.value);
  });
  const chosen = signal(-1);
  const index = computed(() => (chosen.value < positions.value.length ? chosen.value : -1));
  return {
    text,
    axis,
    positions,
    index,
    find(next) {
      if (next === text.peek()) return;
      batch(() => {
        text.value = next;
        chosen.value = -1;
      });
    },
    chooseAxis(next) {
      batch(() => {
        axis.value = next;
        chosen.value = -1;
      });
    },
    step(by) {
      const cursor = map.cursor.peek();
      const here = axis.peek() === 'queries' ? cursor.query : cursor.key;
      // From where the person is, but for the first, which may be where they are.
      const from = index.peek() < 0 ? here - by : here;
      const next = nextPosition(positions.peek(), from, by);
      if (next < 0) return;
      chosen.value = next;
      const position = positions.peek()[next];
      if (axis.peek() === 'queries') void map.showQuery(position, foundZoom);
      else map.showKey(position, foundZoom);
    },
  };
}
