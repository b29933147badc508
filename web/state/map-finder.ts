import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
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
  const chosen = signal<{ readonly of: Int32Array; readonly index: number } | null>(null);
  // Among the places of another word or text none was gone to.
  const index = computed(() => (chosen.value?.of === positions.value ? chosen.value.index : -1));
  /** The map is on its way to the chosen place; null once it is there. */
  let way: Promise<void> | null = null;
  return {
    text,
    axis,
    positions,
    index,
    find(next) {
      text.value = next;
    },
    chooseAxis(next) {
      axis.value = next;
    },
    step(by) {
      const of = positions.peek();
      const cursor = map.cursor.peek();
      const here = axis.peek() === 'queries' ? cursor.query : cursor.key;
      // From where the person is or is about to be, but for the first, which may be where they are.
      const from = index.peek() < 0 ? here - by : way ? of[index.peek()] : here;
      const next = nextPosition(of, from, by);
      if (next < 0) return;
      chosen.value = { of, index: next };
      if (axis.peek() === 'keys') {
        way = null;
        map.showKey(of[next], foundZoom);
        return;
      }
      const mine = map.showQuery(of[next], foundZoom);
      way = mine;
      void mine.then(() => {
        if (way === mine) way = null;
      });
    },
  };
}
