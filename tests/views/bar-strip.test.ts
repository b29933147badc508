import { describe, expect, it } from 'vitest';
import { barStrip } from '../../web/views/bar-strip.ts';
import { markupOf } from './template-text.ts';

describe('a strip of bars', () => {
  it('is one outline that stands on the ground, a bar in the middle of each column', () => {
    const corners = /polygon\((.*)\)/.exec(markupOf(barStrip([0.25, 1])))?.[1].split(',');
    expect(corners).toEqual([
      '7.50% 100%',
      '7.50% 75.00%',
      '42.50% 75.00%',
      '42.50% 100%',
      '57.50% 100%',
      '57.50% 0.00%',
      '92.50% 0.00%',
      '92.50% 100%',
    ]);
  });
});
