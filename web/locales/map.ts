import { map } from './en-map.ts';

/** The texts of the map, which come with the map and not with the page. */
export type MapMessages = typeof map;

const catalogues: ReadonlyMap<string, MapMessages> = new Map([['en', map]]);

export function mapMessagesFor(lang: string): MapMessages {
  return catalogues.get(lang) ?? map;
}
