import { map } from './en-map.ts';

/** The texts of the map, which come with the map and not with the page. */
export type MapMessages = typeof map;

const catalogues: Readonly<Record<string, MapMessages>> = { en: map };

export function mapMessagesFor(lang: string): MapMessages {
  return catalogues[lang] ?? map;
}
