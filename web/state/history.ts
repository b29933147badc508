import { isSameSetting, settingNames, settingsTable } from './settings-table.ts';
import type { Settings } from './settings.ts';

/** Undo as a value: what can be gone back to, the nearest last. */
export interface History {
  readonly past: readonly Settings[];
  readonly future: readonly Settings[];
}

export const emptyHistory: History = { past: [], future: [] };
export const historyLimit = 200;

const contentNames = settingNames.filter((name) => settingsTable[name].role === 'content');
const viewNames = settingNames.filter((name) => settingsTable[name].role === 'view');

/** Whether going from one to the other is a step of undo. */
export const hasNewContent = (before: Settings, after: Settings): boolean =>
  contentNames.some((name) => !isSameSetting(name, before, after));

/** To be called with the settings before a change of content; what was undone before is gone. */
export const recorded = ({ past }: History, before: Settings): History => ({
  past: [...past, before].slice(-historyLimit),
  future: [],
});

/** Null where there is nothing to undo. */
export function undone({ past, future }: History, current: Settings): { history: History; settings: Settings } | null {
  const before = past.at(-1);
  if (!before) return null;
  return {
    history: { past: past.slice(0, -1), future: [...future, current] },
    settings: withViewOf(before, current),
  };
}

/** Null where there is nothing to redo. */
export function redone({ past, future }: History, current: Settings): { history: History; settings: Settings } | null {
  const after = future.at(-1);
  if (!after) return null;
  return {
    history: { past: [...past, current], future: future.slice(0, -1) },
    settings: withViewOf(after, current),
  };
}

/** Content and place of one moment, seen as now: undo never moves the time, the theme or the engine. */
export function withViewOf(moment: Settings, view: Settings): Settings {
  return { ...moment, ...Object.fromEntries(viewNames.map((name) => [name, view[name]])) };
}
