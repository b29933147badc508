import type { PaletteName } from '../../state/settings.ts';

/** `#rrggbb` at the opacities 0 and 1; see WeightInk. */
export interface PaletteColours {
  readonly faint: string;
  readonly full: string;
}

/**
 * Lightness runs one way in each, from the ground of the theme, so that all of them can be read without telling hues apart and printed
 * without any. `cividis` ends in the ends of the map of that name (J. R. Nuñez, C. R. Anderton, R. S. Renslow, PLoS ONE 13(7), 2018:
 * e0199239), which looks nearly the same with and without colour blindness. That map has its own dark end where we have a ground; so
 * its other half is one hue, of a lightness that shows small weights.
 */
export const palettes: Readonly<Record<PaletteName, Readonly<Record<'light' | 'dark', PaletteColours>>>> = {
  indigo: {
    light: { faint: '#2d2a6e', full: '#2d2a6e' },
    dark: { faint: '#d5d2ff', full: '#d5d2ff' },
  },
  cividis: {
    light: { faint: '#b8a23a', full: '#00204d' },
    dark: { faint: '#4a6fb0', full: '#ffea46' },
  },
  grey: {
    light: { faint: '#141414', full: '#141414' },
    dark: { faint: '#f2f2f2', full: '#f2f2f2' },
  },
};
