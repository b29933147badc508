import { describe, expect, it } from 'vitest';
import { heatmapPixels, weightOpacity } from '../../web/views/heatmap-image.ts';
import { inkAt } from '../../web/views/weight-ink.ts';

describe('the heatmap', () => {
  it('has one pixel a weight, in one colour, its opacity rising with the weight', () => {
    const weights = [0, 0.001, 0.05, 0.3, 0.73, 1];
    const pixels = heatmapPixels(weights, { faint: [45, 42, 110], full: [45, 42, 110] });
    expect(pixels).toHaveLength(weights.length * 4);
    const colours = weights.map((_, index) => [...pixels.subarray(index * 4, index * 4 + 3)]);
    expect(colours).toEqual(weights.map(() => [45, 42, 110]));
    const opacities = weights.map((_, index) => pixels[index * 4 + 3]);
    expect(opacities).toEqual(opacities.toSorted((a, b) => a - b));
    expect([opacities[0], opacities.at(-1)]).toEqual([0, 255]);
    expect(new Set(opacities).size).toBe(weights.length);
  });

  it('is inked at each weight in the colour of its opacity', () => {
    const ink = { faint: [200, 160, 40], full: [0, 40, 80] } as const;
    const weights = [0, 0.05, 0.3, 1];
    const pixels = heatmapPixels(weights, ink);
    for (const [index, weight] of weights.entries()) {
      const colour = inkAt(ink, weightOpacity(weight)).map(Math.round);
      expect([...pixels.subarray(index * 4, index * 4 + 3)]).toEqual(colour);
    }
  });

  it('draws nothing where there is no weight, or none that is a number', () => {
    expect([0, -0, NaN, -1].map(weightOpacity)).toEqual([0, 0, 0, 0]);
  });

  it('lets a small weight be seen: 0.05 is darker than 1 part in 20', () => {
    expect(weightOpacity(0.05)).toBeGreaterThan(0.08);
    expect(weightOpacity(1)).toBe(1);
  });
});
