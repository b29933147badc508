import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import { createOutline } from '../../../web/state/outline.ts';
import { defaultSettings } from '../../../web/state/settings-table.ts';
import type { Settings } from '../../../web/state/settings.ts';

describe('the outline of the settings', () => {
  it('is the same object while edits and time change, and another one with anything else', () => {
    const settings = signal<Settings>(defaultSettings);
    const outline = createOutline(settings);
    const first = outline.value;
    settings.value = { ...settings.value, edits: { scores: { 'given.0.1.0': 2 } }, time: 1.5 };
    expect(outline.value).toBe(first);
    settings.value = { ...settings.value, step: 3 };
    expect(outline.value).not.toBe(first);
    expect(outline.value.step).toBe(3);
  });
});
