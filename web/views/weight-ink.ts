import { parseHex, type Colour } from './colour.ts';

/**
 * The ink of weights. Its opacity says the weight, over whatever ground lies beneath; on the way from none to all of it its colour
 * may change too, from `faint` to `full`, so that more steps can be told apart.
 */
export interface WeightInk {
  readonly faint: Colour;
  readonly full: Colour;
}

/** Of `#rrggbb`. */
export const weightInk = (faint: string, full: string): WeightInk => ({ faint: parseHex(faint), full: parseHex(full) });

/** The ink's own colour at an opacity of 0 … 1, as `color-mix(in srgb, full, faint)` has it. */
export const inkAt = ({ faint, full }: WeightInk, opacity: number): Colour => mixed(faint, full, opacity);

/** What is seen of the ink on an opaque ground. */
export const inkOn = (ground: Colour, ink: WeightInk, opacity: number): Colour =>
  mixed(ground, inkAt(ink, opacity), opacity);

/**
 * White or black, whichever is read better on a colour. One of the two always has a contrast of 4.58 or more, which no softer pair
 * of text colours can promise: WCAG 2.2, relative luminance and contrast ratio.
 */
export const textOn = (colour: Colour): string =>
  luminance(colour) + 0.05 < Math.sqrt(1.05 * 0.05) ? '#ffffff' : '#000000';

/** 0 for black, 1 for white. Of sRGB, 0 … 255. */
export function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Of one part of sRGB, 0 … 255: its light, 0 … 1 (IEC 61966-2-1). */
export function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

const mixed = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + share * (to[0] - from[0]),
  from[1] + share * (to[1] - from[1]),
  from[2] + share * (to[2] - from[2]),
];
