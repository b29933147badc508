import { effect, untracked, type ReadonlySignal } from '@preact/signals-core';
import { smallestZoom } from '../model/map-viewport.ts';
import { mapViewValue, type MapView } from './map-view.ts';
import type { MapStore } from './map.ts';

/** A map that is moved is written down when it rests. Milliseconds. */
const restAfter = 300;

/**
 * Keeps a map and the setting that links hold together: what is seen is written down, and what another address asks for is
 * shown. A text or a file of a person's own is in no address; of it nothing is written. Returns how to end it.
 */
export function linkMap(
  map: MapStore,
  setting: ReadonlySignal<MapView | null>,
  write: (view: MapView) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const textOf = (view: MapView | null): string => mapViewValue.write(view);

  const stopReading = effect(() => {
    const view = setting.value;
    untracked(() => {
      if (view !== null && textOf(view) !== textOf(viewOf(map))) showView(map, view);
    });
  });
  const stopWriting = effect(() => {
    const view = viewOf(map);
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (view !== null && textOf(view) !== textOf(setting.peek())) write(view);
    }, restAfter);
  });

  return () => {
    clearTimeout(timer);
    stopReading();
    stopWriting();
  };
}

/** What of it a link can say. */
function viewOf(map: MapStore): MapView | null {
  const { centre, zoom, width, height } = map.viewport.value;
  const isWhole = zoom <= smallestZoom(map.size.value, width, height) + 1e-6;
  const [headIndex, pooling, ink] = [map.headIndex.value, map.pooling.value, map.ink.value];
  if (map.problem.value.origin !== 'generated') return null;
  const [query, key] = [Math.floor(centre.query), Math.floor(centre.key)];
  return { headIndex, query, key, zoom: isWhole ? null : zoom, pooling, ink };
}

function showView(map: MapStore, { headIndex, query, key, zoom, pooling, ink }: MapView): void {
  if (map.problem.peek().origin !== 'generated') return;
  if (headIndex < map.problem.peek().heads.length) map.chooseHead(headIndex);
  map.choosePooling(pooling);
  map.chooseInk(ink);
  if (zoom === null) map.showWhole();
  else map.centreOn({ query: query + 0.5, key: key + 0.5 }, zoom);
}
