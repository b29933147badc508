import type { Colour } from '../views/map-ink.ts';

const names = [
  'surface',
  'ground',
  'hairline',
  'text',
  'text-muted',
  'query',
  'query-text',
  'key',
  'key-text',
  'weight',
  'on-weight',
  'highlight',
  'focus-ring',
  'accent',
] as const;

export type MapColours = Readonly<Record<(typeof names)[number], string>>;

/** The design tokens that a canvas is drawn with: it can't follow a style sheet. Asking lays the page out. */
export function mapColours(element: Element): MapColours {
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as MapColours;
}

/** Of #rrggbb, as the tokens are written. */
export function parseHex(colour: string): Colour {
  const number = Number.parseInt(colour.replace('#', '').replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3'), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}
