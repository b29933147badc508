/** sRGB, 0 … 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Of `#rrggbb` or `#rgb`. */
export function parseHex(colour: string): Colour {
  const number = Number.parseInt(colour.replace('#', '').replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3'), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** `#rrggbb` */
export const hexOf = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
