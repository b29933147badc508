import { writeNumber, type AddressValue } from './address-values.ts';

export const poolings = ['max', 'mean'] as const;
export type Pooling = (typeof poolings)[number];
export const inkScales = ['logarithmic', 'linear'] as const;
export type InkScale = (typeof inkScales)[number];

/** What is seen of the map of the generated text: enough to see it again on a screen of another size. */
export interface MapView {
  readonly headIndex: number;
  /** The pair in the middle. */
  readonly query: number;
  readonly key: number;
  /** As of MapViewport; null: the whole map, whatever that takes here. */
  readonly zoom: number | null;
  readonly pooling: Pooling;
  readonly ink: InkScale;
}

/** `head,query,key,zoom,pooling,ink`, the first three counted from 1; nothing where the map is closed. */
export const mapViewValue: AddressValue<MapView | null> = {
  expected: { kind: 'text' },
  write: (view) => (view === null ? '' : textOf(view)),
  read: viewIn,
  clamp: (view) => view,
};

function textOf({ headIndex, query, key, zoom, pooling, ink }: MapView): string {
  const scale = zoom === null ? 'whole' : writeNumber(Math.round(zoom * 100) / 100);
  return [headIndex + 1, query + 1, key + 1, scale, pooling, ink].join(',');
}

function viewIn(text: string): MapView | null | undefined {
  if (text === '') return null;
  const match = /^(\d{1,3}),(\d{1,5}),(\d{1,5}),(whole|-?\d{1,2}(?:\.\d{1,2})?),(\w+),(\w+)$/.exec(text);
  if (!match) return undefined;
  const [headIndex, query, key] = match.slice(1, 4).map((ordinal) => Number(ordinal) - 1);
  const pooling = poolings.find((name) => name === match[5]);
  const ink = inkScales.find((name) => name === match[6]);
  if (Math.min(headIndex, query, key) < 0 || !pooling || !ink) return undefined;
  return { headIndex, query, key, zoom: match[4] === 'whole' ? null : Number(match[4]), pooling, ink };
}
