import { computed, type ReadonlySignal } from '@preact/signals-core';
import { settingNames } from './settings-table.ts';
import type { Settings } from './settings.ts';

/** The settings without what changes many times a second while something is dragged or scrubbed, or the map is moved. */
export type Outline = Omit<Settings, 'edits' | 'time' | 'map'>;

const outlineNames = settingNames.filter((name) => name !== 'edits' && name !== 'time' && name !== 'map');

/** The same object as long as all in it is the same, so that what is drawn from it alone isn't drawn again in every frame of a drag. */
export function createOutline(settings: ReadonlySignal<Settings>): ReadonlySignal<Outline> {
  let outline: Outline | null = null;
  return computed(() => {
    const next = settings.value;
    if (outline === null || outlineNames.some((name) => next[name] !== outline?.[name])) outline = next;
    return outline;
  });
}
