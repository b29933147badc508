import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { emptyHistory, hasNewContent, recorded, redone, undone, withViewOf, type History } from './history.ts';
import { settingNames, settingsTable } from './settings-table.ts';
import type { Settings } from './settings.ts';

/** The settings of one playground and the way back through them: everything that changes them goes through here. */
export interface SettingsKeeper {
  readonly settings: ReadonlySignal<Settings>;
  readonly history: ReadonlySignal<History>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** Between beginGesture and its end. */
  readonly isInGesture: ReadonlySignal<boolean>;
  change(changes: Partial<Settings>): void;
  /** Settings that come from the address: undo can go back to those before, and the address is not written. */
  arriveAt(settings: Settings): void;
  /** From here on changes belong together, as one step of undo, until endGesture. */
  beginGesture(): void;
  endGesture(): void;
  /** Back to what was when the gesture began, as if it had not happened. */
  cancelGesture(): void;
  undo(): void;
  redo(): void;
}

/** `page`: the back button should come back to what was before. `gesture`: one of many in a drag, whose end is told too. */
export type ChangeKind = 'page' | 'gesture' | 'change';

export interface KeeperOptions {
  readonly initial: Settings;
  /** The way back from there; default: none. */
  readonly history?: History | undefined;
  /** After every change but those from the address. */
  readonly onChange: (settings: Settings, kind: ChangeKind) => void;
  readonly onGestureEnd: () => void;
}

export function createSettingsKeeper(options: KeeperOptions): SettingsKeeper {
  const { initial, onChange, onGestureEnd } = options;
  const settings = signal(initial);
  const history = signal(options.history ?? emptyHistory);
  const gestureStart = signal<Settings | null>(null);

  const assign = (next: Settings): void => {
    const before = settings.peek();
    const changed = settingNames.filter((name) => before[name] !== next[name]);
    if (changed.length === 0) return;
    settings.value = next;
    const isPage = changed.some((name) => settingsTable[name].isPage);
    onChange(next, isPage ? 'page' : gestureStart.peek() ? 'gesture' : 'change');
  };

  const record = (before: Settings): void => {
    if (hasNewContent(before, settings.peek())) history.value = recorded(history.peek(), before);
  };

  const endGesture = (): void => {
    const start = gestureStart.peek();
    if (!start) return;
    batch(() => {
      gestureStart.value = null;
      record(start);
    });
    onGestureEnd();
  };

  const travel = (step: typeof undone): void => {
    endGesture();
    const result = step(history.peek(), settings.peek());
    if (!result) return;
    batch(() => {
      history.value = result.history;
      assign(result.settings);
    });
  };

  return {
    settings: computed(() => settings.value),
    history,
    canUndo: computed(() => history.value.past.length > 0),
    canRedo: computed(() => history.value.future.length > 0),
    isInGesture: computed(() => gestureStart.value !== null),
    change(changes) {
      const before = settings.peek();
      batch(() => {
        assign({ ...before, ...changes });
        if (!gestureStart.peek()) record(before);
      });
    },
    arriveAt(next) {
      endGesture();
      const before = settings.peek();
      batch(() => {
        settings.value = next;
        record(before);
      });
    },
    beginGesture() {
      endGesture();
      gestureStart.value = settings.peek();
    },
    endGesture,
    cancelGesture() {
      const start = gestureStart.peek();
      if (!start) return;
      batch(() => {
        assign(withViewOf(start, settings.peek()));
        gestureStart.value = null;
      });
      onGestureEnd();
    },
    undo: () => travel(undone),
    redo: () => travel(redone),
  };
}
