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
  'weight-faint',
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
