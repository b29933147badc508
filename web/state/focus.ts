import { computed, signal, type ReadonlySignal } from '@preact/signals-core';

/** A place that the pointer or the keyboard rests on: a step (row), a source word (key), or both. */
export interface Place {
  readonly row: number | null;
  readonly key: number | null;
}

/** What is lit up just now. It passes with the pointer and is no part of the settings; a pinned word is. */
export interface Focus {
  readonly hovered: ReadonlySignal<Place>;
  /** The word whose arithmetic is shown: hovered, else pinned, else the one with the largest weight; −1 where there is none. */
  readonly key: ReadonlySignal<number>;
  hover(place: Partial<Place>): void;
}

const nowhere: Place = { row: null, key: null };

export function createFocus(options: {
  readonly keyCount: () => number;
  readonly pinnedKey: () => number;
  readonly largestKey: () => number;
}): Focus {
  const hovered = signal<Place>(nowhere);
  const key = computed(() => {
    const count = options.keyCount();
    const candidates = [hovered.value.key ?? -1, options.pinnedKey(), options.largestKey()];
    return candidates.find((candidate) => candidate >= 0 && candidate < count) ?? -1;
  });
  return {
    hovered,
    key,
    hover(place) {
      const next = { ...nowhere, ...place };
      if (next.row !== hovered.peek().row || next.key !== hovered.peek().key) hovered.value = next;
    },
  };
}
