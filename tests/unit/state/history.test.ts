import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyHistory, historyLimit, recorded, redone, undone } from '../../../web/state/history.ts';
import { createSettingsKeeper, type SettingsKeeper } from '../../../web/state/settings-keeper.ts';
import { defaultSettings } from '../../../web/state/settings-table.ts';
import type { Settings } from '../../../web/state/settings.ts';

const keeperOf = (initial: Settings = defaultSettings): SettingsKeeper =>
  createSettingsKeeper({ initial, onChange: () => undefined, onGestureEnd: () => undefined });

/** Changes of content, place and view, in any order. */
const anyChange: fc.Arbitrary<Partial<Settings>> = fc.oneof(
  fc.record({ temperature: fc.nat(5) }),
  fc
    .dictionary(fc.constantFrom('given.0.0.0', 'dot.0.1.1'), fc.nat(3), { minKeys: 1 })
    .map((scores) => ({ edits: { scores: { ...scores } } })),
  fc.constantFrom('student', 'reordering').map((example) => ({ example, edits: {} })),
  fc.record({ step: fc.nat(3) }),
  fc.record({ theme: fc.constantFrom('light' as const, 'dark' as const) }),
  fc.record({ time: fc.constantFrom(0, 1, 2) }),
);

const content = ({ temperature, edits, example }: Settings) => ({ temperature, edits, example });

describe('undo', () => {
  it('undo after any change of content is the identity, and redo after undo too', () => {
    fc.assert(
      fc.property(fc.array(anyChange), anyChange, (before, change) => {
        const keeper = keeperOf();
        before.forEach(keeper.change);
        const start = keeper.settings.value;
        const steps = keeper.canUndo.value;
        keeper.change(change);
        const end = keeper.settings.value;
        fc.pre(!isDeepStrictEqual(content(start), content(end)));
        keeper.undo();
        expect(keeper.settings.value).toEqual(start);
        expect(keeper.canUndo.value).toBe(steps);
        keeper.redo();
        expect(keeper.settings.value).toEqual(end);
      }),
    );
  });

  it('all undone brings back the first content, all redone the last', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 30 }), (changes) => {
        const keeper = keeperOf();
        changes.forEach(keeper.change);
        const end = content(keeper.settings.value);
        while (keeper.canUndo.value) keeper.undo();
        expect(content(keeper.settings.value)).toEqual(content(defaultSettings));
        while (keeper.canRedo.value) keeper.redo();
        expect(content(keeper.settings.value)).toEqual(end);
      }),
    );
  });

  it('does nothing where there is nothing to undo or redo', () => {
    const keeper = keeperOf();
    keeper.undo();
    keeper.redo();
    expect(keeper.settings.value).toBe(defaultSettings);
  });

  it('never touches what belongs to the view, and makes no step of it', () => {
    const keeper = keeperOf();
    keeper.change({ theme: 'dark', time: 1, speed: 2, view: 'table', engine: 'reference', lang: 'de' });
    keeper.change({ step: 1, focusKey: 0, planeX: 1, planeY: 0 });
    expect(keeper.canUndo.value).toBe(false);
    keeper.change({ temperature: 2 });
    keeper.change({ theme: 'light' });
    keeper.undo();
    expect(keeper.settings.value).toMatchObject({ temperature: 1, theme: 'light', time: 1 });
  });

  it('goes back to the step where the change was made', () => {
    const keeper = keeperOf({ ...defaultSettings, step: 1 });
    keeper.change({ edits: { scores: { 'given.0.1.0': 5 } } });
    keeper.change({ step: 3 });
    keeper.undo();
    expect(keeper.settings.value).toMatchObject({ step: 1, edits: {} });
  });

  it('a new change ends redo', () => {
    const keeper = keeperOf();
    keeper.change({ temperature: 2 });
    keeper.undo();
    keeper.change({ temperature: 3 });
    expect(keeper.canRedo.value).toBe(false);
  });

  it('a change to the same value is no step', () => {
    const keeper = keeperOf();
    keeper.change({ temperature: 1, edits: {} });
    expect(keeper.canUndo.value).toBe(false);
  });

  it('remembers a bounded number of steps', () => {
    let history = emptyHistory;
    for (let i = 0; i < historyLimit + 50; i++) history = recorded(history, { ...defaultSettings, temperature: i });
    expect(history.past).toHaveLength(historyLimit);
    expect(undone(history, defaultSettings)!.settings.temperature).toBe(historyLimit + 49);
    expect(redone(history, defaultSettings)).toBeNull();
  });
});

describe('a gesture', () => {
  it('is one step of undo, however many values it passed', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 2, max: 9, noNaN: true }), { minLength: 1 }), (values) => {
        const keeper = keeperOf();
        keeper.beginGesture();
        values.forEach((temperature) => keeper.change({ temperature }));
        keeper.endGesture();
        keeper.undo();
        expect(keeper.settings.value).toEqual(defaultSettings);
        expect(keeper.canUndo.value).toBe(false);
      }),
    );
  });

  it('that ends where it began is no step', () => {
    const keeper = keeperOf();
    keeper.beginGesture();
    keeper.change({ temperature: 2 });
    keeper.change({ temperature: 1 });
    expect(keeper.isInGesture.value).toBe(true);
    keeper.endGesture();
    expect(keeper.isInGesture.value).toBe(false);
    expect(keeper.canUndo.value).toBe(false);
  });

  it('cancelled is as if it had not happened, and what was undone before can still be redone', () => {
    const keeper = keeperOf();
    keeper.change({ temperature: 3 });
    keeper.undo();
    keeper.beginGesture();
    keeper.change({ temperature: 2 });
    keeper.change({ theme: 'dark' });
    keeper.cancelGesture();
    expect(keeper.isInGesture.value).toBe(false);
    expect(keeper.settings.value).toEqual({ ...defaultSettings, theme: 'dark' });
    expect(keeper.canUndo.value).toBe(false);
    expect(keeper.canRedo.value).toBe(true);
    keeper.cancelGesture();
    keeper.endGesture();
    expect(keeper.settings.value.temperature).toBe(1);
  });

  it('left open by a lost pointer ends when the next one begins, or at undo', () => {
    const keeper = keeperOf();
    keeper.beginGesture();
    keeper.change({ temperature: 2 });
    keeper.beginGesture();
    keeper.change({ temperature: 3 });
    keeper.undo();
    expect(keeper.settings.value.temperature).toBe(2);
    keeper.undo();
    expect(keeper.settings.value.temperature).toBe(1);
  });
});
