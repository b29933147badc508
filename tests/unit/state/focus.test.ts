import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import { createFocus, type Focus } from '../../../web/state/focus.ts';

function setUp(): { focus: Focus; keyCount: { value: number }; pinned: { value: number }; largest: { value: number } } {
  const [keyCount, pinned, largest] = [signal(3), signal(-1), signal(1)];
  const focus = createFocus({
    keyCount: () => keyCount.value,
    pinnedKey: () => pinned.value,
    largestKey: () => largest.value,
  });
  return { focus, keyCount, pinned, largest };
}

describe('the word in focus', () => {
  it('is the hovered one, else the pinned one, else the one with the largest weight', () => {
    const { focus, pinned } = setUp();
    expect(focus.key.value).toBe(1);
    pinned.value = 2;
    expect(focus.key.value).toBe(2);
    focus.hover({ key: 0 });
    expect(focus.key.value).toBe(0);
    focus.hover({});
    expect(focus.key.value).toBe(2);
  });

  it('is never one that the sentence does not have', () => {
    const { focus, keyCount, pinned, largest } = setUp();
    focus.hover({ key: 2 });
    keyCount.value = 2;
    expect(focus.key.value, 'the hovered word is gone').toBe(1);
    pinned.value = 7;
    expect(focus.key.value).toBe(1);
    largest.value = -1;
    expect(focus.key.value, 'a step that sees nothing').toBe(-1);
  });

  it('stays where it is when only a row is hovered', () => {
    const { focus } = setUp();
    focus.hover({ row: 3 });
    expect(focus.hovered.value).toEqual({ row: 3, key: null });
    expect(focus.key.value).toBe(1);
  });

  it('tells nobody when the pointer moves within a cell', () => {
    const { focus } = setUp();
    focus.hover({ row: 1, key: 2 });
    const before = focus.hovered.value;
    focus.hover({ row: 1, key: 2 });
    expect(focus.hovered.value).toBe(before);
  });
});
