import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { palettes } from '../../web/elements/styles/palettes.ts';
import { darkTokens, tokens } from '../../web/elements/styles/tokens.ts';
import { paletteNames } from '../../web/state/settings.ts';
import { parseHex, type Colour } from '../../web/views/colour.ts';
import { weightOpacity } from '../../web/views/heatmap-image.ts';
import { inkAt, inkOn, luminance, textOn, weightInk, type WeightInk } from '../../web/views/weight-ink.ts';
import { difference, justSeen, labOf, visions } from './colour-blindness.ts';

const surfaceOf = (sheet: string): Colour => parseHex(/--surface: (#\w+);/.exec(sheet)![1]);
const grounds = { light: surfaceOf(tokens.cssText), dark: surfaceOf(darkTokens.cssText) };

const cases = paletteNames.flatMap((name) =>
  (['light', 'dark'] as const).map((theme) => {
    const { faint, full } = palettes[name][theme];
    return { name, theme, ground: grounds[theme], ink: weightInk(faint, full) };
  }),
);

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** WCAG 2.2. */
function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const textContrast = (ground: Colour, ink: WeightInk, opacity: number): number => {
  const colour = inkOn(ground, ink, opacity);
  return contrast(colour, parseHex(textOn(colour)));
};

describe.each(cases)('weights in $name, $theme', ({ theme, ground, ink }) => {
  const seen = (weight: number): Colour => inkOn(ground, ink, weightOpacity(weight));

  it('run one way in lightness, to every eye', () => {
    const way = theme === 'light' ? -1 : 1;
    for (const [vision, matrix] of Object.entries(visions)) {
      const lightness = Array.from({ length: 257 }, (_, index) => labOf(seen(index / 256), matrix)[0]);
      const turns = lightness.flatMap((value, index) =>
        index > 0 && way * (value - lightness[index - 1]) <= 0 ? [index / 256] : [],
      );
      expect(turns, vision).toEqual([]);
    }
  });

  it('are in ten steps, each twice as far from the next as is just seen, to every eye', () => {
    for (const [vision, matrix] of Object.entries(visions)) {
      const steps = Array.from({ length: 11 }, (_, index) => labOf(seen(index / 10), matrix));
      const between = steps.slice(1).map((step, index) => difference(step, steps[index]));
      expect(Math.min(...between), vision).toBeGreaterThan(2 * justSeen);
    }
  });

  it('are seen from 0.05 on, to every eye', () => {
    for (const [vision, matrix] of Object.entries(visions)) {
      expect(difference(labOf(seen(0.05), matrix), labOf(seen(0), matrix)), vision).toBeGreaterThan(justSeen);
    }
  });

  it('carry numbers of a contrast of 4.5 or more, whatever the weight', () => {
    fc.assert(fc.property(share, (opacity) => textContrast(ground, ink, opacity) >= 4.5));
  });

  it('are lines and bars of a contrast of 3 or more', () => {
    expect(contrast(inkAt(ink, 1), ground)).toBeGreaterThan(3);
  });
});

describe('the ink of weights', () => {
  it('a number on a cell of 0.43 was white on lilac, with a contrast of 2.9', () => {
    const { faint, full } = palettes.indigo.light;
    const colour = inkOn(grounds.light, weightInk(faint, full), weightOpacity(0.43));
    expect(contrast(colour, [255, 255, 255])).toBeLessThan(3);
    expect(textOn(colour)).toBe('#000000');
  });

  it('carries readable numbers in any colours that a page gives', () => {
    const hex = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(hex, hex, hex, share, (ground, faint, full, opacity) => {
        expect(textContrast(parseHex(ground), weightInk(faint, full), opacity)).toBeGreaterThan(4.5);
      }),
    );
  });

  it('begins as the ground and ends as the full ink; between, its own colour goes from faint to full', () => {
    const ink: WeightInk = { faint: [200, 160, 40], full: [0, 40, 80] };
    expect(inkOn([250, 250, 250], ink, 0)).toEqual([250, 250, 250]);
    expect(inkOn([250, 250, 250], ink, 1)).toEqual([0, 40, 80]);
    expect(inkAt(ink, 0.25)).toEqual([150, 130, 50]);
  });
});
